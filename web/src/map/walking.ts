import type { Seen } from "../feed/scene";
import { type Tile, towards } from "../feed/walk";
import type { Layout } from "./layout";

/** The speed of a controlled person, in tiles per second. */
const PACE = 5;
/** How many tiles ahead a Walk command reaches while a key is held, so that few commands are needed. */
const AHEAD = 5;
/** How long after the last move the run's position counts again, in milliseconds. */
const PATIENCE = 1200;
/** From this distance to the run's position, in tiles, the person jumps there instead of walking. */
const FAR_OFF = 10;

const WAYS: Record<string, Tile> = {
  ArrowUp: [0, -1], w: [0, -1], ArrowDown: [0, 1], s: [0, 1], ArrowLeft: [-1, 0], a: [-1, 0], ArrowRight: [1, 0], d: [1, 0],
};

/**
 * Client-side prediction for the controlled person: they walk at once, ahead of the run, along walkable tiles. The run
 * gets few Walk commands; when the user rests, the person walks to the position in the run.
 */
export class Strides {
  private at: Tile | undefined;
  private x = 0;
  private y = 0;
  private walked = 0;
  private rest = Infinity;
  private way: Tile[] = [];
  private ordered: Tile | undefined;
  private readonly keys: string[] = [];
  /** Keys pressed since the last move: each is one tile, however soon it was released. A frame may last longer than a tap. */
  private readonly taps: string[] = [];

  constructor(
    private readonly layout: Layout,
    private readonly order: (to: Tile) => void,
  ) {}

  /** Starts again with another person, or nobody. */
  reset(): void {
    this.at = this.ordered = undefined;
    this.way = [];
    this.keys.length = this.taps.length = 0;
    this.rest = Infinity;
  }

  press(key: string, down: boolean): void {
    const index = this.keys.indexOf(key);
    if (down && index < 0) {
      this.keys.unshift(key);
      this.taps.push(key);
    }
    if (down || index < 0) return;
    this.keys.splice(index, 1);
    if (!this.keys.length && !this.taps.length && this.at) this.tell(this.way[0] ?? this.at);
  }

  /** Walks to a tile; returns whether there is a way. */
  go(to: Tile): boolean {
    const way = this.at && wayTo(this.layout, this.at, to);
    if (!way) return false;
    this.way = way;
    this.tell(to);
    return true;
  }

  /** Moves the person on their predicted way, `elapsed` milliseconds after the last call. */
  lead(seen: Seen, elapsed: number): void {
    if (!this.at) this.take(seen);
    this.steer();
    const moved = this.stride(Math.min(elapsed, 250));
    this.rest = moved || seen.walking || this.keys.length ? 0 : this.rest + elapsed;
    if (!moved && this.rest > PATIENCE) this.yieldTo(seen);
    if (!this.moving && this.rest > PATIENCE) return;
    seen.x = this.x;
    seen.y = this.y;
    seen.walking = moved;
    seen.walked = this.walked;
    if (moved && this.way[0]) seen.facing = towards([this.x, this.y], this.way[0], seen.facing);
    if (moved) seen.posture = "walking";
  }

  /** Whether the person will move by themselves or by a key, so that drawing has to go on. */
  get busy(): boolean {
    return this.moving || this.keys.length > 0 || this.taps.length > 0 || (this.rest > 0 && this.rest <= PATIENCE);
  }

  private get moving(): boolean {
    return this.way.length > 0;
  }

  private take(seen: Seen): void {
    this.at = [Math.round(seen.x), Math.round(seen.y)];
    this.x = seen.x;
    this.y = seen.y;
  }

  /** Extends the way while a key is held, and sends the run a command well before its end. A tapped key leads one tile. */
  private steer(): void {
    if (!this.at || this.midway()) return;
    const held = this.keys[0];
    const side = WAYS[held ?? this.taps.shift() ?? ""];
    if (!side) return;
    if (held) this.taps.length = 0;
    const ahead = this.tilesAhead(side, held ? AHEAD : 1);
    this.way = ahead.slice(0, 1);
    const last = ahead.at(-1);
    if (!last) return;
    const same = this.ordered && Math.sign(this.ordered[0] - this.at[0]) === side[0] && Math.sign(this.ordered[1] - this.at[1]) === side[1];
    const left = this.ordered ? Math.abs(this.ordered[0] - this.at[0]) + Math.abs(this.ordered[1] - this.at[1]) : 0;
    if (!same || (left <= 2 && ahead.length > left)) this.tell(last);
  }

  private midway(): boolean {
    return this.at !== undefined && (Math.abs(this.x - this.at[0]) > 0.001 || Math.abs(this.y - this.at[1]) > 0.001);
  }

  private tilesAhead([across, down]: Tile, most: number): Tile[] {
    const tiles: Tile[] = [];
    let [column, row] = this.at as Tile;
    while (tiles.length < most) {
      column += across;
      row += down;
      if (!walkable(this.layout, [column, row])) break;
      tiles.push([column, row]);
    }
    return tiles;
  }

  private stride(elapsed: number): boolean {
    let left = (elapsed / 1000) * PACE;
    const start = this.walked;
    for (let next = this.way[0]; next && left > 0; next = this.way[0]) {
      const distance = Math.abs(next[0] - this.x) + Math.abs(next[1] - this.y);
      const part = Math.min(left, distance);
      this.x += Math.sign(next[0] - this.x) * Math.min(part, Math.abs(next[0] - this.x));
      this.y += Math.sign(next[1] - this.y) * Math.min(part, Math.abs(next[1] - this.y));
      left -= part;
      this.walked += part;
      if (part < distance) break;
      [this.x, this.y] = next;
      this.at = next;
      this.way.shift();
      this.steer();
    }
    return this.walked > start;
  }

  /** When the user rests and the way has been walked, goes to the position in the run. */
  private yieldTo(seen: Seen): void {
    const there: Tile = [Math.round(seen.x), Math.round(seen.y)];
    if (!this.at || (there[0] === this.at[0] && there[1] === this.at[1])) return;
    const way = wayTo(this.layout, this.at, there);
    if (way && way.length <= FAR_OFF) this.way = way;
    else this.at = undefined;
  }

  private tell(to: Tile): void {
    this.ordered = to;
    this.order(to);
  }
}

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
