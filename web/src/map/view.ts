/** What of the map is on the screen, in units. `scale` is device pixels a unit, `zoom` CSS pixels a unit. */
export interface View {
  left: number;
  top: number;
  right: number;
  bottom: number;
  scale: number;
  zoom: number;
}

/** How much is shown: below these zooms (ART: 64 px a tile is 1) names go, and people become pins. */
export const NEAR = 0.6;
export const FAR = 0.3;

const LEAST_ZOOM = 0.04;
const MOST_ZOOM = 2.5;

/** Where one looks from. Moves gently to where it is sent, or at once where motion is not wanted. */
export class Camera {
  x = 0;
  y = 0;
  zoom = 0.75;
  /** Size of the screen in CSS pixels, and device pixels for each. */
  width = 1;
  height = 1;
  ratio = 1;
  private goal: { x: number; y: number; zoom: number } | undefined;
  private readonly seen: View = { left: 0, top: 0, right: 0, bottom: 0, scale: 1, zoom: 1 };

  constructor(
    private readonly mapWidth: number,
    private readonly mapHeight: number,
    private readonly still: () => boolean,
  ) {}

  get view(): View {
    const { seen, zoom, ratio } = this;
    seen.left = this.x - this.width / 2 / zoom;
    seen.right = this.x + this.width / 2 / zoom;
    seen.top = this.y - this.height / 2 / zoom;
    seen.bottom = this.y + this.height / 2 / zoom;
    seen.scale = zoom * ratio;
    seen.zoom = zoom;
    return seen;
  }

  /** The zoom at which the whole map is to be seen. */
  get fitting(): number {
    return Math.min(this.width / this.mapWidth, this.height / this.mapHeight) * 0.98;
  }

  /** CSS pixels on the screen of a place on the map, and back. */
  onScreenX(x: number): number {
    return (x - this.x) * this.zoom + this.width / 2;
  }

  onScreenY(y: number): number {
    return (y - this.y) * this.zoom + this.height / 2;
  }

  onMap(screenX: number, screenY: number): { x: number; y: number } {
    return { x: this.x + (screenX - this.width / 2) / this.zoom, y: this.y + (screenY - this.height / 2) / this.zoom };
  }

  /** Moves by CSS pixels, as a dragging hand does. */
  drag(byX: number, byY: number): void {
    this.goal = undefined;
    this.place(this.x - byX / this.zoom, this.y - byY / this.zoom, this.zoom);
  }

  /** Zooms so that what is under a point of the screen stays there. */
  zoomAt(screenX: number, screenY: number, factor: number): void {
    this.goal = undefined;
    const { x, y } = this.onMap(screenX, screenY);
    const zoom = this.bounded(this.zoom * factor);
    this.place(x - (screenX - this.width / 2) / zoom, y - (screenY - this.height / 2) / zoom, zoom);
  }

  /** Zooms gently around the middle. */
  zoomBy(factor: number): void {
    const from = this.goal ?? this;
    this.send(from.x, from.y, from.zoom * factor);
  }

  fit(): void {
    this.send(this.mapWidth / 2, this.mapHeight / 2, this.fitting);
  }

  send(x: number, y: number, zoom = this.zoom): void {
    this.goal = { x, y, zoom: this.bounded(zoom) };
    if (this.still()) this.arrive();
  }

  /** Goes after somebody who moves: towards a point, the faster the further it is. */
  follow(x: number, y: number, milliseconds: number): void {
    if (this.goal) {
      this.goal.x = x;
      this.goal.y = y;
      return;
    }
    const share = this.still() ? 1 : 1 - Math.exp(-milliseconds / 180);
    this.place(this.x + (x - this.x) * share, this.y + (y - this.y) * share, this.zoom);
  }

  /** Goes on for so many milliseconds; returns whether it moved. */
  advance(milliseconds: number): boolean {
    const { goal } = this;
    if (!goal) return false;
    const share = 1 - Math.exp(-milliseconds / 110);
    const zoom = this.zoom * Math.pow(goal.zoom / this.zoom, share);
    this.place(this.x + (goal.x - this.x) * share, this.y + (goal.y - this.y) * share, zoom);
    const near = Math.abs(goal.x - this.x) * zoom < 0.4 && Math.abs(goal.y - this.y) * zoom < 0.4;
    if (near && Math.abs(goal.zoom / zoom - 1) < 0.002) this.arrive();
    return true;
  }

  resize(width: number, height: number, ratio: number): void {
    Object.assign(this, { width, height, ratio });
    this.place(this.x, this.y, this.bounded(this.zoom));
  }

  private arrive(): void {
    const { goal } = this;
    this.goal = undefined;
    if (goal) this.place(goal.x, goal.y, goal.zoom);
  }

  private bounded(zoom: number): number {
    return Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, this.fitting * 0.7, zoom));
  }

  /** Looks at a point, but never away from the map. */
  private place(x: number, y: number, zoom: number): void {
    this.zoom = zoom;
    this.x = Math.min(this.mapWidth, Math.max(0, x));
    this.y = Math.min(this.mapHeight, Math.max(0, y));
  }
}
