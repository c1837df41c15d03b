/** Where a walk has come to. One tile a step; a walk of one tile is standing. */

export type Tile = [number, number];
export type Facing = "north" | "south" | "east" | "west";

export interface Walk {
  path: Tile[];
  /** The step at which they stood on the first tile of the path. */
  departed: number;
  /** Where they looked when they set out. */
  facing: Facing;
  /** The walk before this one, for the one step that leads from it into this one. */
  before: { path: Tile[]; departed: number } | undefined;
}

/** Where somebody is drawn: column and row as fractions, the tile's own corner being the whole number. */
export interface Stance {
  x: number;
  y: number;
  facing: Facing;
  walking: boolean;
  /** Tiles walked so far, for the legs. */
  walked: number;
}

/** The tile of a walk at a step. */
export function tileAt(walk: Walk, step: number): Tile {
  const { path, departed } = step < walk.departed && walk.before ? walk.before : walk;
  const index = Math.max(0, Math.min(step - departed, path.length - 1));
  return path[index] as Tile;
}

/** Where somebody looks who goes on or stands at a step: the way of their last stride. */
export function facingAt(walk: Walk, step: number): Facing {
  const to = Math.min(step - walk.departed, walk.path.length - 1);
  if (to < 1) return walk.facing;
  return towards(walk.path[to - 1] as Tile, walk.path[to] as Tile, walk.facing);
}

/** The side on which one tile lies from another; `otherwise` if they are the same. */
export function towards(from: Readonly<Tile>, to: Readonly<Tile>, otherwise: Facing): Facing {
  const across = to[0] - from[0];
  const down = to[1] - from[1];
  if (across === 0 && down === 0) return otherwise;
  if (Math.abs(across) >= Math.abs(down)) return across > 0 ? "east" : "west";
  return down > 0 ? "south" : "north";
}

/**
 * Writes where somebody is within a step: on the way from the tile where they were the step before to the one where
 * this step finds them. So what is shown comes one step late, and no stride has to be taken back when a walk is broken off.
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
