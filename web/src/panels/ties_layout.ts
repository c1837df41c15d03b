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

/** A node of the drawing, with its name below it. */
export interface Node {
  name: string;
  /** The middle of the node and its name, in pixels, and half of the size of both together. */
  x: number;
  y: number;
  halfWidth: number;
  halfHeight: number;
}

const GAP_PX = 6;
const SPREADING_ROUNDS = 400;

/** How much of the field the names may fill, and by how much it grows while they do not fit. */
const FILLED = 0.45;
const GROWTH = 1.2;

/**
 * Places nodes on a field of a width, in pixels, so that no name covers another name or node. `widths` are the widths of
 * the names, `tall` is the height of a node with its name. Returns the nodes and the height of the field, which is at
 * least `least`, and higher if there is not enough room.
 */
export function spread(spots: readonly Spot[], widths: readonly number[], tall: number, width: number, least: number): { nodes: Node[]; height: number } {
  const area = widths.reduce((sum, each) => sum + (each + GAP_PX) * (tall + GAP_PX), 0);
  for (let height = Math.max(least, Math.ceil(area / FILLED / width)); ; height = Math.ceil(height * GROWTH)) {
    const nodes = spots.map(({ name, x, y }, index) => {
      const [halfWidth, halfHeight] = [Math.min((widths[index] ?? 0) + GAP_PX, width) / 2, (tall + GAP_PX) / 2];
      return { name, halfWidth, halfHeight, x: width / 2 + x * (width / 2 - halfWidth), y: height / 2 + y * (height / 2 - halfHeight) };
    });
    for (let round = 0; round < SPREADING_ROUNDS; round++) {
      if (!part(nodes, width, height)) return { nodes, height };
    }
    // Even a single column of names has room here, so a field this high is the last one.
    if (height > 2 * spots.length * (tall + GAP_PX) + least) return { nodes: column(nodes, width), height };
  }
}

/** Pushes nodes that overlap apart, each half of the way; returns whether there were any. */
function part(nodes: Node[], width: number, height: number): boolean {
  let moved = false;
  nodes.forEach((one, index) => {
    for (const other of nodes.slice(0, index)) {
      const across = one.halfWidth + other.halfWidth - Math.abs(one.x - other.x);
      const down = one.halfHeight + other.halfHeight - Math.abs(one.y - other.y);
      if (across <= 0.01 || down <= 0.01) continue;
      moved = true;
      // A little more than needed, so that rows of names do not push each other back and forth.
      if (down <= across) shift(one, other, "y", down * 0.55);
      else shift(one, other, "x", across * 0.55);
      for (const node of [one, other]) {
        node.x = Math.max(node.halfWidth, Math.min(width - node.halfWidth, node.x));
        node.y = Math.max(node.halfHeight, Math.min(height - node.halfHeight, node.y));
      }
    }
  });
  return moved;
}

function shift(one: Node, other: Node, axis: "x" | "y", by: number): void {
  const before = one[axis] < other[axis];
  one[axis] += before ? -by : by;
  other[axis] += before ? by : -by;
}

function column(nodes: readonly Node[], width: number): Node[] {
  const ordered = [...nodes].sort((one, other) => one.y - other.y);
  return ordered.map((node, index) => ({ ...node, x: width / 2, y: node.halfHeight * (2 * index + 1) }));
}
