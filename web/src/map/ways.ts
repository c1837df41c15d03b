import type { Tile } from "../feed/walk";
import type { Layout } from "./layout";

const SIDES: readonly Tile[] = [[0, -1], [1, 0], [0, 1], [-1, 0]];

export function walkable({ columns, rows, blocked }: Layout, [column, row]: Readonly<Tile>): boolean {
  return column >= 0 && row >= 0 && column < columns && row < rows && !blocked[row * columns + column];
}

/** Returns a shortest path from one tile to another, without the first tile; undefined if there is none. */
export function wayTo(layout: Layout, from: Readonly<Tile>, to: Readonly<Tile>): Tile[] | undefined {
  const { columns, rows } = layout;
  if (!walkable(layout, to)) return undefined;
  const key = ([column, row]: Readonly<Tile>) => row * columns + column;
  const came = new Int32Array(columns * rows).fill(-1);
  came[key(to)] = key(to);
  const queue: Tile[] = [[to[0], to[1]]];
  for (let next = 0; next < queue.length && came[key(from)] === -1; next++) {
    const at = queue[next] as Tile;
    for (const [across, down] of SIDES) {
      const beside: Tile = [at[0] + across, at[1] + down];
      if ((!walkable(layout, beside) && key(beside) !== key(from)) || came[key(beside)] !== -1) continue;
      came[key(beside)] = key(at);
      queue.push(beside);
    }
  }
  if (came[key(from)] === -1) return undefined;
  const way: Tile[] = [];
  for (let at = key(from); at !== key(to); ) {
    at = came[at] as number;
    way.push([at % columns, Math.floor(at / columns)]);
  }
  return way;
}
