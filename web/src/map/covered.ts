/** How much of the map is covered by bars and panels on each side, in CSS pixels. */
export interface Insets {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The share of the map in both directions from which an element counts as a dialog over everything, which passes. */
const WHOLE = 0.95;

/**
 * Measures what other elements leave of the map: the largest rectangle that none of them covers. What is around it is
 * covered. So the camera shows its target beside or above a panel in a corner, whichever has more room.
 */
export function coveredOf(host: HTMLElement): Insets {
  const whole = host.getBoundingClientRect();
  const others = [...(host.parentElement?.children ?? [])].filter((other) => other !== host).map((other) => within(whole, other.getBoundingClientRect()));
  const boxes = others.filter(({ left, top, right, bottom }) => {
    const [across, down] = [(right - left) / whole.width, (bottom - top) / whole.height];
    return across > 0 && down > 0 && Math.min(across, down) < WHOLE;
  });
  const free = largestFree(boxes, whole.width, whole.height);
  return { left: free.left, top: free.top, right: whole.width - free.right, bottom: whole.height - free.bottom };
}

/** An element's edges from the corner of the map, limited to the map. */
function within(whole: DOMRect, { left, top, right, bottom }: DOMRect): Insets {
  const across = (x: number) => Math.max(0, Math.min(whole.width, x - whole.left));
  const down = (y: number) => Math.max(0, Math.min(whole.height, y - whole.top));
  return { left: across(left), top: down(top), right: across(right), bottom: down(bottom) };
}

/** The largest rectangle without a part of any box; the edges of rectangles and boxes are distances from one corner. */
function largestFree(boxes: readonly Insets[], width: number, height: number): Insets {
  let best = { left: 0, top: 0, right: width, bottom: height };
  let most = 0;
  for (const left of [0, ...boxes.map(({ right }) => right)]) {
    for (const right of [width, ...boxes.map((box) => box.left)]) {
      const between = boxes.filter((box) => box.left < right && box.right > left);
      for (const top of [0, ...between.map(({ bottom }) => bottom)]) {
        const bottom = Math.min(height, ...between.filter((box) => box.bottom > top).map((box) => box.top));
        const size = Math.max(0, right - left) * Math.max(0, bottom - top);
        if (size > most) [most, best] = [size, { left, top, right, bottom }];
      }
    }
  }
  return best;
}
