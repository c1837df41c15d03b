/** A box on the screen, in CSS pixels. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** How far a box may be moved to find room, in CSS pixels. */
export interface Reach {
  readonly up: number;
  readonly down: number;
  readonly aside: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** What else holds for a box: `within` which other box it has to stay, and the `tip` to which its tail leads, past all others unless it `crosses`. */
interface Limits {
  readonly within?: Box | undefined;
  readonly tip?: Point | undefined;
  readonly crosses?: boolean;
}

/** How far from where it belongs a box is drawn, and where it is going to be. */
interface Offset {
  x: number;
  y: number;
  toX: number;
  toY: number;
  used: boolean;
}

/** The least distance between boxes, and between the heights that are tried for a box, in CSS pixels. */
const GAP = 2;
const ROW = 6;

/**
 * Finds room on the screen for names and bubbles: none covers a face or another of them. Whoever comes first has the first
 * choice; who finds no room within reach is left out.
 */
export class Placement {
  private readonly taken = new Grid();
  private readonly offsets = new Map<string, Offset>();

  /** Begins a picture. Only the offsets of boxes with a key are remembered from the picture before. */
  begin(): void {
    this.taken.clear();
    for (const [key, offset] of this.offsets) {
      if (!offset.used) this.offsets.delete(key);
      offset.used = false;
    }
  }

  addFace(box: Box): void {
    this.taken.take(box);
  }

  /** Moves a box to the nearest free spot and reserves that; returns whether there is one. */
  place(box: Box, reach: Reach, limits: Limits = {}): boolean {
    const spot = this.nearest(box, reach, limits);
    if (spot) this.taken.take(Object.assign(box, spot));
    return spot !== undefined;
  }

  /**
   * As `place`, for a box that is known by a key from picture to picture: it stays where it is as long as it can, and moves by a
   * `share` of the way to a new spot, or at once where the way is not free.
   */
  settle(key: string, box: Box, reach: Reach, share: number, limits: Limits = {}): boolean {
    const known = this.offsets.get(key);
    const kept = known && { ...box, left: box.left + known.toX, top: box.top + known.toY };
    const stays = kept && this.fits(kept, limits) && !this.fits(box, limits);
    const spot = stays ? kept : this.nearest(box, reach, limits);
    if (!spot) return false;
    const [toX, toY] = [spot.left - box.left, spot.top - box.top];
    const eased = { ...box, left: box.left + near(known?.x ?? toX, toX, share), top: box.top + near(known?.y ?? toY, toY, share) };
    const at = this.taken.hit(eased) ? spot : eased;
    this.offsets.set(key, { x: at.left - box.left, y: at.top - box.top, toX, toY, used: true });
    this.taken.take(Object.assign(box, at));
    if (limits.tip) for (const part of tail(box, limits.tip)) this.taken.take(part);
    return true;
  }

  private nearest(box: Box, { up, down, aside }: Reach, limits: Limits): Box | undefined {
    let best: Box | undefined;
    let least = Infinity;
    const inside = limits.within ? pushedInto(box, limits.within) : box;
    for (let by = 0; by <= Math.max(up, down) && by < least; by += ROW) {
      for (const top of by ? [inside.top - by, inside.top + by] : [inside.top]) {
        if (inside.top - top > up || top - inside.top > down) continue;
        for (const way of [1, -1] as const) {
          const spot = this.slid({ ...inside, top }, way, aside);
          const cost = spot ? by + Math.abs(spot.left - inside.left) : Infinity;
          if (spot && cost < least && this.fits(spot, limits)) [best, least] = [spot, cost];
        }
      }
    }
    return best;
  }

  /** Moves a box sideways past all others. */
  private slid(box: Box, way: 1 | -1, most: number): Box | undefined {
    const { left } = box;
    for (let hit = this.taken.hit(box); hit; hit = this.taken.hit(box)) {
      box.left = way > 0 ? hit.left + hit.width + GAP : hit.left - box.width - GAP;
      if (Math.abs(box.left - left) > most) return undefined;
    }
    return box;
  }

  /** Whether a box has room, and its tail crosses no face, name or other bubble. */
  private fits(box: Box, { within, tip, crosses }: Limits): boolean {
    const leads = !tip || crosses || !tail(box, tip).some((part) => this.taken.hit(part));
    return leads && !this.taken.hit(box) && (!within || contains(within, box));
  }
}

/** Points of the tail that leads from a bubble to its person, as small boxes. */
function tail({ left, top, width, height }: Box, { x, y }: Point): Box[] {
  const [fromX, fromY] = [Math.max(left, Math.min(left + width, x)), Math.max(top, Math.min(top + height, y))];
  return [0.1, 0.3, 0.5, 0.7, 0.9].map((share) => ({ left: fromX + (x - fromX) * share - 2, top: fromY + (y - fromY) * share - 2, width: 4, height: 4 }));
}

/** Moves a number by a share of the way to another; the last bit at once. */
function near(from: number, to: number, share: number): number {
  return Math.abs(to - from) < 0.5 ? to : from + (to - from) * share;
}

function pushedInto(box: Box, { left, top, width, height }: Box): Box {
  return { ...box, left: Math.max(left, Math.min(left + width - box.width, box.left)), top: Math.max(top, Math.min(top + height - box.height, box.top)) };
}

function contains(outer: Box, { left, top, width, height }: Box): boolean {
  return left >= outer.left && top >= outer.top && left + width <= outer.left + outer.width && top + height <= outer.top + outer.height;
}

const CELL = 128;

/** Boxes by the cells of the screen that they touch. */
class Grid {
  private readonly cells = new Map<number, Box[]>();
  private readonly used: Box[][] = [];

  clear(): void {
    for (const cell of this.used) cell.length = 0;
    this.used.length = 0;
  }

  take(box: Box): void {
    this.eachCell(box, (cell) => {
      if (!cell.length) this.used.push(cell);
      cell.push(box);
      return false;
    });
  }

  /** One of the boxes that a box overlaps. */
  hit(box: Box): Box | undefined {
    let found: Box | undefined;
    this.eachCell(box, (cell) => {
      found = cell.find((other) => overlap(box, other));
      return found !== undefined;
    });
    return found;
  }

  private eachCell(box: Box, each: (cell: Box[]) => boolean): void {
    for (let row = Math.floor(box.top / CELL); row <= Math.floor((box.top + box.height) / CELL); row++) {
      for (let column = Math.floor(box.left / CELL); column <= Math.floor((box.left + box.width) / CELL); column++) {
        const key = (row + 4096) * 8192 + column + 4096;
        let cell = this.cells.get(key);
        if (!cell) this.cells.set(key, (cell = []));
        if (each(cell)) return;
      }
    }
  }
}

export function overlap(one: Box, other: Box): boolean {
  return one.left < other.left + other.width && other.left < one.left + one.width && one.top < other.top + other.height && other.top < one.top + one.height;
}
