/** A box on the screen, in CSS pixels. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const GAP = 2;
const CELL = 128;

/** Places boxes on the screen so that none covers another: later ones move up. */
export class Stack {
  private readonly cells = new Map<number, Box[]>();
  private readonly used: Box[][] = [];

  clear(): void {
    for (const cell of this.used) cell.length = 0;
    this.used.length = 0;
  }

  /** Moves a box up past all others, by at most `most` pixels, and reserves its place; returns whether there was room. */
  place(box: Box, most: number): boolean {
    const lowest = box.top;
    for (let hit = this.hit(box); hit; hit = this.hit(box)) {
      box.top = hit.top - box.height - GAP;
      if (lowest - box.top > most) return false;
    }
    this.take(box);
    return true;
  }

  /** Returns the shortest sideways move after which a box covers no other; undefined if it is longer than `most`. */
  aside(box: Box, most: number): number | undefined {
    const right = this.slide(box, most, (hit) => hit.left + hit.width + GAP);
    const left = this.slide(box, most, (hit) => hit.left - box.width - GAP);
    return right !== undefined && left !== undefined ? (right <= -left ? right : left) : (right ?? left);
  }

  private slide(box: Box, most: number, past: (hit: Box) => number): number | undefined {
    const moved = { ...box };
    for (let hit = this.hit(moved); hit; hit = this.hit(moved)) {
      moved.left = past(hit);
      if (Math.abs(moved.left - box.left) > most) return undefined;
    }
    return moved.left - box.left;
  }

  take(box: Box): void {
    this.eachCell(box, (cell) => {
      if (!cell.length) this.used.push(cell);
      cell.push(box);
      return false;
    });
  }

  private hit(box: Box): Box | undefined {
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

function overlap(one: Box, other: Box): boolean {
  return one.left < other.left + other.width && other.left < one.left + one.width && one.top < other.top + other.height && other.top < one.top + one.height;
}
