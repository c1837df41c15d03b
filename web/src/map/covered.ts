/** How much of the map is covered by bars and panels on each side, in CSS pixels. */
export interface Insets {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * Measures which parts of the map other elements cover. An element that covers more than half of a side reduces the map
 * on that side. One that covers more than half of two sides, such as a sheet on a phone, counts for the side that it
 * covers more of. Smaller elements come first, so that a sheet above a bar counts for the bar's side.
 */
export function coveredOf(host: HTMLElement): Insets {
  const whole = host.getBoundingClientRect();
  const insets = { left: 0, top: 0, right: 0, bottom: 0 };
  const others = [...(host.parentElement?.children ?? [])].filter((other) => other !== host).map((other) => other.getBoundingClientRect());
  others.sort((one, other) => one.width * one.height - other.width * other.height);
  for (const other of others) cover(insets, whole, other);
  return insets;
}

function cover(insets: Insets, whole: DOMRect, { left, top, right, bottom, width, height }: DOMRect): void {
  const [across, down] = [width / whole.width, height / whole.height];
  if (Math.max(across, down) <= 0.5 || across === down) return;
  if (across > down) {
    const above = top + bottom < whole.top + insets.top + whole.bottom - insets.bottom;
    if (above) insets.top = Math.max(insets.top, bottom - whole.top);
    else insets.bottom = Math.max(insets.bottom, whole.bottom - top);
  } else {
    const before = left + right < whole.left + insets.left + whole.right - insets.right;
    if (before) insets.left = Math.max(insets.left, right - whole.left);
    else insets.right = Math.max(insets.right, whole.right - left);
  }
}
