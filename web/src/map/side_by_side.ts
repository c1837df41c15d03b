import { type Facing, type Tile, towards } from "../feed/walk";

/** A person who stands or sits somewhere, in tiles. */
export interface Stander {
  readonly who: string;
  readonly x: number;
  readonly y: number;
  /** The step at which they came there. */
  readonly since: number;
  /** With whom they talk; empty for nobody. */
  readonly partner: string;
}

/** How far beside their spot a person is drawn, in tiles, and where they look if they talk. */
export interface Aside {
  readonly across: number;
  readonly down: number;
  readonly facing: Facing | undefined;
}

/** The places at one spot, in the order in which they are taken; more people stand on a ring around it. */
const PLACES: readonly Tile[] = [[0, 0], [0.42, 0.06], [-0.42, 0.06], [0.22, -0.2], [-0.22, -0.2], [0.2, 0.16], [-0.2, 0.16]];
const RING: Tile = [0.48, 0.26];
const GOLDEN = 2.4;

/**
 * Spreads people who are at the same spot, and turns those who talk to each other. Whoever came first keeps the middle,
 * so nobody who stays moves when somebody else comes.
 */
export function sideBySide(people: readonly Stander[]): Map<string, Aside> {
  const moved = new Map<string, Tile>();
  const spots = new Map<string, number>();
  for (const { who, x, y } of [...people].sort(byComing)) {
    const spot = `${x.toFixed(2)} ${y.toFixed(2)}`;
    const taken = spots.get(spot) ?? 0;
    spots.set(spot, taken + 1);
    moved.set(who, placeOf(taken));
  }
  const at = new Map(people.map(({ who, x, y }) => [who, plus([x, y], moved.get(who))]));
  return new Map(
    people.map(({ who, partner }) => {
      const [across, down] = moved.get(who) as Tile;
      const other = at.get(partner);
      return [who, { across, down, facing: other && towards(at.get(who) as Tile, other, "south") }];
    }),
  );
}

function byComing(one: Stander, other: Stander): number {
  return one.since - other.since || (one.who < other.who ? -1 : 1);
}

function placeOf(taken: number): Tile {
  const turn = taken * GOLDEN + 0.5;
  return PLACES[taken] ?? [RING[0] * Math.cos(turn), RING[1] * Math.sin(turn)];
}

function plus([x, y]: Tile, by: Tile | undefined): Tile {
  return by ? [x + by[0], y + by[1]] : [x, y];
}
