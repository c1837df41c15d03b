/** The part of the map on the screen, in units. `scale` is in pixels of the map's canvas per unit, `zoom` in CSS pixels per unit. */
export interface View {
  left: number;
  top: number;
  right: number;
  bottom: number;
  scale: number;
  zoom: number;
}

/** Below these zooms (64 px per tile is 1, see ART.md) names are hidden, and people become pins. */
export const NEAR = 0.45;
export const FAR = 0.3;

/** How much of the screen a whole map has to fill to be shown whole at first. */
const FILLED = 0.5;

const LEAST_ZOOM = 0.04;
const MOST_ZOOM = 3;

/** The camera. It moves gently to its target, or at once if the user prefers reduced motion. */
export class Camera {
  x = 0;
  y = 0;
  zoom = 0.75;
  /** The size of the screen in CSS pixels, and the number of device pixels per CSS pixel. */
  width = 1;
  height = 1;
  ratio = 1;
  /** The resolution at which the map is drawn, as a share of the screen's. Names and bubbles always have the screen's. */
  sharpness = 1;
  /** The covered parts of the screen: the camera's target is shown in the middle of the rest. */
  insets: Insets = { left: 0, top: 0, right: 0, bottom: 0 };
  /** Whether the whole map is kept in the view when the size of the screen changes. */
  private fits = false;
  /** The point that is in the view although the whole map is kept there as far as that is sensible (see `open`). */
  private home: { x: number; y: number } | undefined;
  private goal: { x: number; y: number; zoom: number } | undefined;
  private readonly seen: View = { left: 0, top: 0, right: 0, bottom: 0, scale: 1, zoom: 1 };

  constructor(
    private readonly mapWidth: number,
    private readonly mapHeight: number,
    private readonly still: () => boolean,
  ) {}

  get view(): View {
    const { seen, zoom, ratio, sharpness } = this;
    seen.left = this.x - this.width / 2 / zoom;
    seen.right = this.x + this.width / 2 / zoom;
    seen.top = this.y - this.height / 2 / zoom;
    seen.bottom = this.y + this.height / 2 / zoom;
    seen.scale = zoom * ratio * sharpness;
    seen.zoom = zoom;
    return seen;
  }

  /** The size of the screen in device pixels. */
  get deviceWidth(): number {
    return Math.round(this.width * this.ratio);
  }

  get deviceHeight(): number {
    return Math.round(this.height * this.ratio);
  }

  /** The size of the map's canvas in pixels. */
  get canvasWidth(): number {
    return Math.round(this.deviceWidth * this.sharpness);
  }

  get canvasHeight(): number {
    return Math.round(this.deviceHeight * this.sharpness);
  }

  /** The zoom at which the whole map is visible. */
  get fitting(): number {
    const { width, height } = this.uncovered;
    return Math.min(width / this.mapWidth, height / this.mapHeight) * 0.98;
  }

  /** The size of the uncovered part, in CSS pixels; at least a third of the screen. */
  get uncovered(): { width: number; height: number } {
    const { left, top, right, bottom } = this.insets;
    return { width: Math.max(this.width / 3, this.width - left - right), height: Math.max(this.height / 3, this.height - top - bottom) };
  }

  /** The uncovered part, in CSS pixels. */
  get free(): { left: number; top: number; width: number; height: number } {
    const { left, top, right, bottom } = this.insets;
    return { left, top, width: this.width - left - right, height: this.height - top - bottom };
  }

  /** What the user looks at: the middle of the uncovered part, in units; undefined while the whole map is kept in the view. */
  get target(): { x: number; y: number; zoom: number } | undefined {
    if (this.fits) return undefined;
    const { x, y, zoom } = this.goal ?? this;
    const [across, down] = this.aside;
    return { x: x - across / zoom, y: y - down / zoom, zoom };
  }

  /** Whether the camera is moving. */
  get moving(): boolean {
    return this.goal !== undefined;
  }

  /** Converts positions on the map to CSS pixels on the screen, and back. */
  onScreenX(x: number): number {
    return (x - this.x) * this.zoom + this.width / 2;
  }

  onScreenY(y: number): number {
    return (y - this.y) * this.zoom + this.height / 2;
  }

  /** Returns the left side of a box, moved so that the box is not covered, unless its middle is. */
  within(left: number, width: number): number {
    const [first, last] = [this.insets.left + 2, this.width - this.insets.right - 2];
    const middle = left + width / 2;
    return middle < first || middle > last ? left : Math.max(first, Math.min(last - width, left));
  }

  onMap(screenX: number, screenY: number): { x: number; y: number } {
    return { x: this.x + (screenX - this.width / 2) / this.zoom, y: this.y + (screenY - this.height / 2) / this.zoom };
  }

  /** Moves the view by CSS pixels, for dragging. */
  drag(byX: number, byY: number): void {
    this.letGo();
    this.place(this.x - byX / this.zoom, this.y - byY / this.zoom, this.zoom);
  }

  /** Zooms around a point of the screen. */
  zoomAt(screenX: number, screenY: number, factor: number): void {
    this.letGo();
    const { x, y } = this.onMap(screenX, screenY);
    const zoom = this.bounded(this.zoom * factor);
    this.place(x - (screenX - this.width / 2) / zoom, y - (screenY - this.height / 2) / zoom, zoom);
  }

  /** Zooms gently around the middle of the screen. */
  zoomBy(factor: number): void {
    const from = this.goal ?? this;
    this.stay();
    const [across, down] = this.aside;
    const zoom = this.bounded(from.zoom * factor);
    this.goal = { x: from.x - across / from.zoom + across / zoom, y: from.y - down / from.zoom + down / zoom, zoom };
    if (this.still()) this.arrive();
  }

  fit(): void {
    this.send(this.mapWidth / 2, this.mapHeight / 2, this.fitting);
    this.fits = true;
  }

  /**
   * Shows the map at once as it is first seen: all of it, or, if that would leave over half of the screen empty, as on a
   * telephone, the part around a point that fills the screen. Resizing keeps this up until the user moves the view.
   */
  open(x: number, y: number): void {
    const { width, height } = this.uncovered;
    const filled = (this.mapWidth * this.mapHeight * this.fitting ** 2) / (width * height);
    const zoom = Math.max(width / this.mapWidth, height / this.mapHeight);
    const inside = (at: number, half: number, whole: number) => Math.max(half, Math.min(whole - half, at));
    if (filled >= FILLED) this.fit();
    else this.send(inside(x, width / 2 / zoom, this.mapWidth), inside(y, height / 2 / zoom, this.mapHeight), zoom);
    this.fits = true;
    this.home = { x, y };
    this.arrive();
  }

  private refit(): void {
    if (this.home) this.open(this.home.x, this.home.y);
    else this.fit();
  }

  /** Sets what covers the screen; a map that is completely visible stays so. Returns whether that has changed. */
  cover(insets: Insets): boolean {
    const changed = (Object.keys(insets) as (keyof Insets)[]).some((side) => insets[side] !== this.insets[side]);
    this.insets = insets;
    if (changed && this.fits) this.refit();
    return changed;
  }

  /** Moves gently until a point is in the middle of the uncovered part. */
  send(x: number, y: number, zoom = this.zoom): void {
    const bounded = this.bounded(zoom);
    this.stay();
    const [across, down] = this.aside;
    this.goal = { x: x + across / bounded, y: y + down / bounded, zoom: bounded };
    if (this.still()) this.arrive();
  }

  /** Follows a moving person: moves towards a point, faster if it is further away. Returns whether it is still moving. */
  follow(x: number, y: number, milliseconds: number): boolean {
    if (this.goal) {
      this.send(x, y, this.goal.zoom);
      return true;
    }
    const share = this.still() ? 1 : 1 - Math.exp(-milliseconds / 180);
    const [across, down] = this.aside;
    const [toX, toY] = [x + across / this.zoom, y + down / this.zoom];
    this.place(this.x + (toX - this.x) * share, this.y + (toY - this.y) * share, this.zoom);
    return Math.hypot(toX - this.x, toY - this.y) * this.zoom > 0.4;
  }

  /** Continues the movement for some milliseconds. */
  advance(milliseconds: number): void {
    const { goal } = this;
    if (!goal) return;
    const share = 1 - Math.exp(-milliseconds / 110);
    const zoom = this.zoom * Math.pow(goal.zoom / this.zoom, share);
    this.place(this.x + (goal.x - this.x) * share, this.y + (goal.y - this.y) * share, zoom);
    const near = Math.abs(goal.x - this.x) * zoom < 0.4 && Math.abs(goal.y - this.y) * zoom < 0.4;
    if (near && Math.abs(goal.zoom / zoom - 1) < 0.002) this.arrive();
  }

  resize(width: number, height: number, ratio: number, sharpness = 1): void {
    Object.assign(this, { width, height, ratio, sharpness });
    this.place(this.x, this.y, this.bounded(this.zoom));
    if (this.fits) this.refit();
  }

  /** The offset between the middle of the screen and the middle of the uncovered part, in CSS pixels. */
  private get aside(): [number, number] {
    const { left, top, right, bottom } = this.insets;
    return [(right - left) / 2, (bottom - top) / 2];
  }

  private letGo(): void {
    this.goal = undefined;
    this.stay();
  }

  /** Keeps the view when the size of the screen changes. */
  private stay(): void {
    this.fits = false;
    this.home = undefined;
  }

  private arrive(): void {
    const { goal } = this;
    this.goal = undefined;
    if (goal) this.place(goal.x, goal.y, goal.zoom);
  }

  private bounded(zoom: number): number {
    return Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, this.fitting * 0.7, zoom));
  }

  /** Looks at a point, limited to the map. */
  private place(x: number, y: number, zoom: number): void {
    this.zoom = zoom;
    const { left, top, right, bottom } = this.insets;
    this.x = Math.min(this.mapWidth + right / zoom, Math.max(-left / zoom, x));
    this.y = Math.min(this.mapHeight + bottom / zoom, Math.max(-top / zoom, y));
  }
}

/** How much of the map is covered by bars and panels on each side, in CSS pixels. */
interface Insets {
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
