import type Phaser from "phaser";

import { contextOf } from "../figures/sheet";
import type { View } from "./camera";
import { TILE } from "./layout";
import type { Paints, Part } from "./paint";
import { addPicture } from "./textures";

/** The resolutions in which the map is painted, in pixels per tile; the coarsest that is sharp enough is used. */
const LEVELS = [64, 32, 16, 8];
const COARSE = 8;

/**
 * The side of a painted square in pixels, shorter for the coarse squares that are painted at once, so that little is painted
 * that is not in the view; and the width of the margin that it repeats from its neighbours against seams.
 */
const [SIDE, COARSE_SIDE] = [960, 240];
const EDGE = 2;

/** How many painted squares outside the view are kept. */
const SPARE = 12;

/** The time for painting in a frame, in milliseconds, and its share of slow frames; at least one square is painted. */
const BUDGET_MS = 7;
const BUDGET_SHARE = 0.4;

/** The name of the frame that shows a square's texture without its margin. */
const INNER = "inner";

interface Square {
  readonly key: string;
  readonly part: Part;
  readonly pixels: number;
  readonly column: number;
  readonly row: number;
  /** Whether it has been painted; an empty square has no image. */
  done: boolean;
  image: Phaser.GameObjects.Image | undefined;
  wanted: number;
}

/** The static parts of the map and its surroundings, painted in squares at the resolution that the view needs, and dropped outside the view. */
export class Ground {
  private readonly squares = new Map<string, Square>();
  private readonly shown = { left: NaN, top: NaN, right: NaN, scale: NaN, far: false, finished: false };
  private frame = 0;

  constructor(
    private readonly scene: Phaser.Scene,
    private readonly paints: Paints,
    private readonly width: number,
    private readonly height: number,
    private readonly depths: Record<Part, number>,
  ) {}

  /** Shows the squares in the view. Returns whether some still have to be painted. */
  show(view: View, far: boolean, elapsed: number): boolean {
    if (!this.moved(view, far)) return false;
    this.frame++;
    const pixels = levelFor(view.scale * TILE);
    const parts: Part[] = far ? ["all"] : this.paints.hasOver ? ["under", "over"] : ["under"];
    // The coarsest level is there at once: it takes little time, and in later frames sharper squares replace it one by one.
    const coarse = parts.flatMap((part) => this.inView(view, part, COARSE)).filter(({ done }) => !done);
    const missing = parts.flatMap((part) => this.inView(view, part, pixels)).filter(({ done }) => !done);
    for (const square of coarse) this.paint(square);
    if (!coarse.length) this.paintSome(missing, view, Math.max(BUDGET_MS, elapsed * BUDGET_SHARE));
    const unfinished = missing.some(({ done }) => !done);
    this.tidy(unfinished, pixels);
    this.shown.finished = !unfinished;
    return unfinished;
  }

  /** Whether there is work: the view has changed, or is not completely painted. */
  private moved(view: View, far: boolean): boolean {
    const { shown } = this;
    const same = shown.left === view.left && shown.top === view.top && shown.right === view.right && shown.scale === view.scale;
    if (same && shown.far === far && shown.finished) return false;
    Object.assign(shown, view, { far });
    return true;
  }

  private inView(view: View, part: Part, pixels: number): Square[] {
    const side = sideOf(pixels);
    const found: Square[] = [];
    // The surroundings of a map extend as far as the map itself.
    const first = (start: number, whole: number) => Math.floor(Math.max(start, -whole) / side);
    const last = (end: number, whole: number) => Math.floor((Math.min(end, 2 * whole) - 1) / side);
    for (let row = first(view.top, this.height); row <= last(view.bottom, this.height); row++) {
      for (let column = first(view.left, this.width); column <= last(view.right, this.width); column++) {
        const square = this.square(part, pixels, column, row);
        square.wanted = this.frame;
        found.push(square);
      }
    }
    return found;
  }

  private square(part: Part, pixels: number, column: number, row: number): Square {
    const key = `${part}/${pixels}/${column}/${row}`;
    const known = this.squares.get(key);
    if (known) return known;
    const square = { key, part, pixels, column, row, done: false, image: undefined, wanted: 0 };
    this.squares.set(key, square);
    return square;
  }

  /** Paints missing squares within the time budget, those nearest to the middle of the view first. */
  private paintSome(missing: Square[], view: View, budget: number): void {
    if (!missing.length) return;
    const start = performance.now();
    const away = ({ pixels, column, row }: Square) => {
      const side = sideOf(pixels);
      return Math.hypot((column + 0.5) * side - (view.left + view.right) / 2, (row + 0.5) * side - (view.top + view.bottom) / 2);
    };
    for (const square of [...missing].sort((one, other) => away(one) - away(other))) {
      this.paint(square);
      if (performance.now() - start > budget) return;
    }
  }

  private paint(square: Square): void {
    const side = sideOf(square.pixels);
    const across = (side / TILE) * square.pixels;
    const [x, y] = [square.column * side, square.row * side];
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = across + 2 * EDGE;
    const edge = (EDGE / square.pixels) * TILE;
    square.done = true;
    const painted = this.paints.paint(contextOf(canvas) as CanvasRenderingContext2D, x - edge, y - edge, side + 2 * edge, square.pixels / TILE, square.part);
    if (!painted) return;
    addPicture(this.scene, square.key, canvas)?.add(INNER, 0, EDGE, EDGE, across, across);
    const fineness = LEVELS.length - LEVELS.indexOf(square.pixels);
    square.image = this.scene.add
      .image(x, y, square.key, INNER)
      .setOrigin(0, 0)
      .setScale(TILE / square.pixels)
      .setDepth(this.depths[square.part] + fineness / 10);
  }

  /** Hides and later drops squares outside the view. Squares of another resolution stay until the view is complete. */
  private tidy(unfinished: boolean, pixels: number): void {
    const idle = [...this.squares.values()].filter(({ wanted }) => wanted !== this.frame);
    for (const { image } of idle) if (!unfinished) image?.setVisible(false);
    for (const square of this.squares.values()) if (square.wanted === this.frame) square.image?.setVisible(unfinished || square.pixels === pixels);
    idle.sort((one, other) => one.wanted - other.wanted);
    for (const square of idle.slice(0, Math.max(0, idle.length - SPARE))) this.forget(square);
  }

  private forget({ key, image }: Square): void {
    image?.destroy();
    if (image) this.scene.textures.remove(key);
    this.squares.delete(key);
  }
}

/** The side of a square of a resolution, in units. */
function sideOf(pixels: number): number {
  return ((pixels === COARSE ? COARSE_SIDE : SIDE) / pixels) * TILE;
}

/** The coarsest level that is about as sharp as the screen. */
function levelFor(pixelsPerTile: number): number {
  return LEVELS.findLast((level) => level >= pixelsPerTile * 0.9) ?? (LEVELS[0] as number);
}
