/** Positions on a walk: one tile per step. A walk of one tile means standing. */

export type Tile = [number, number];
export type Facing = "north" | "south" | "east" | "west";

export interface Walk {
  path: Tile[];
  /** The step at which the person was on the first tile of the path. */
  departed: number;
  /** The direction in which they looked when they set out. */
  facing: Facing;
  /** The walk before this one; needed to draw the one step that leads from it into this one. */
  before: { path: Tile[]; departed: number } | undefined;
}

/** Where a person is drawn: column and row with fractions; whole numbers are the corners of tiles. */
export interface Stance {
  x: number;
  y: number;
  facing: Facing;
  walking: boolean;
  /** Tiles walked so far, which decides the position of the legs. */
  walked: number;
}

/** The tile that a walk reaches at a step. */
export function tileAt(walk: Walk, step: number): Tile {
  const { path, departed } = step < walk.departed && walk.before ? walk.before : walk;
  const index = Math.max(0, Math.min(step - departed, path.length - 1));
  return path[index] as Tile;
}

/** The direction in which a person looks at a step: that of their last move. */
export function facingAt(walk: Walk, step: number): Facing {
  const to = Math.min(step - walk.departed, walk.path.length - 1);
  if (to < 1) return walk.facing;
  return towards(walk.path[to - 1] as Tile, walk.path[to] as Tile, walk.facing);
}

/** The direction from one tile to another; `otherwise` if they are the same. */
export function towards(from: Readonly<Tile>, to: Readonly<Tile>, otherwise: Facing): Facing {
  const across = to[0] - from[0];
  const down = to[1] - from[1];
  if (across === 0 && down === 0) return otherwise;
  if (Math.abs(across) >= Math.abs(down)) return across > 0 ? "east" : "west";
  return down > 0 ? "south" : "north";
}

/**
 * Writes where a person is within a step: between their tile of the step before and that of this step. The picture is
 * therefore one step late, and no move has to be taken back when a walk ends early.
 */
export function stanceAt(walk: Walk, step: number, fraction: number, into: Stance): Stance {
  const from = tileAt(walk, step - 1);
  const to = tileAt(walk, step);
  into.x = from[0] + (to[0] - from[0]) * fraction;
  into.y = from[1] + (to[1] - from[1]) * fraction;
  into.walking = from[0] !== to[0] || from[1] !== to[1];
  into.facing = into.walking ? towards(from, to, walk.facing) : facingAt(walk, step);
  into.walked = step - walk.departed - 1 + fraction;
  return into;
}
