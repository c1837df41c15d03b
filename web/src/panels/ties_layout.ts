import type { SocialTie } from "../protocol/messages";

/** The position of a person in the graph of relationships; coordinates from -1 to 1. */
export interface Spot {
  name: string;
  x: number;
  y: number;
}

/** Two people who have talked, and how often: from 0 to 1, relative to the pair that talked most. */
export interface Bond {
  one: string;
  other: string;
  weight: number;
}

/** The bonds between people who have talked, each pair once. */
export function bonds(ties: readonly SocialTie[]): Bond[] {
  const talks = new Map<string, { one: string; other: string; talks: number }>();
  for (const tie of ties) {
    if (!tie.talks) continue;
    const [one, other] = tie.one < tie.other ? [tie.one, tie.other] : [tie.other, tie.one];
    const key = `${one}\n${other}`;
    talks.set(key, { one, other, talks: Math.max(tie.talks, talks.get(key)?.talks ?? 0) });
  }
  const most = Math.max(1, ...[...talks.values()].map((each) => each.talks));
  return [...talks.values()].map(({ one, other, talks }) => ({ one, other, weight: talks / most }));
}

const ROUNDS = 160;

/** The initial layout is that of seeds in a sunflower: even, and without a symmetry in which the springs could get stuck. */
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/**
 * A force-directed layout: people who talk are near each other. It runs for a fixed number of rounds, so the same ties
 * give the same picture.
 */
export function layOut(names: readonly string[], between: readonly Bond[]): Spot[] {
  const spots = names.map((name, index) => {
    const [angle, away] = [index * GOLDEN_ANGLE, Math.sqrt((index + 0.5) / names.length)];
    return { name, x: Math.cos(angle) * away, y: Math.sin(angle) * away };
  });
  const byName = new Map(spots.map((spot) => [spot.name, spot]));
  const room = 1.3 / Math.sqrt(Math.max(1, names.length));
  for (let round = 0; round < ROUNDS; round++) settle(spots, byName, between, room, 0.12 * (1 - round / ROUNDS));
  return fitted(spots);
}

function settle(spots: Spot[], byName: Map<string, Spot>, between: readonly Bond[], room: number, most: number): void {
  const pull = new Map(spots.map((spot) => [spot, { x: -spot.x * 0.12, y: -spot.y * 0.12 }]));
  for (const one of spots) {
    for (const other of spots) {
      if (one !== other) push(one, other, pull.get(one), (away) => (room * room) / away);
    }
  }
  for (const { one, other, weight } of between) {
    const [from, to] = [byName.get(one), byName.get(other)];
    if (!from || !to) continue;
    const spring = (away: number) => (-away * away * (0.4 + weight)) / room;
    push(from, to, pull.get(from), spring);
    push(to, from, pull.get(to), spring);
  }
  for (const [spot, { x, y }] of pull) {
    const length = Math.hypot(x, y) || 1;
    spot.x += (x / length) * Math.min(length, most);
    spot.y += (y / length) * Math.min(length, most);
  }
}

function push(one: Spot, other: Spot, pull: { x: number; y: number } | undefined, force: (away: number) => number): void {
  if (!pull) return;
  const [x, y] = [one.x - other.x, one.y - other.y];
  const away = Math.max(0.01, Math.hypot(x, y));
  const strength = force(away);
  pull.x += (x / away) * strength;
  pull.y += (y / away) * strength;
}

function fitted(spots: Spot[]): Spot[] {
  const [xs, ys] = [spots.map(({ x }) => x), spots.map(({ y }) => y)];
  const fit = (value: number, all: number[]) => {
    const [low, high] = [Math.min(...all), Math.max(...all)];
    return high - low < 1e-6 ? 0 : ((value - low) / (high - low)) * 2 - 1;
  };
  return spots.map(({ name, x, y }) => ({ name, x: fit(x, xs), y: fit(y, ys) }));
}
