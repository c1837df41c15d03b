import type { Moment } from "../feed/moment";
import type { Reading } from "../feed/reading";
import { type Camera, FAR } from "./camera";
import { type Layout, TILE } from "./layout";
import { type Actor, FIGURE } from "./people";

/** What the camera shows: a point in units, and a zoom. */
export interface Shot {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** The size of a shot in tiles, as far as the zoom allows it: about a large room with what is around it. */
const [ACROSS, DOWN] = [22, 13];
const [LEAST_ZOOM, MOST_ZOOM] = [0.75, 2];

/** The zooms at which a scene is framed. Below the first, people are pins. */
const [SCENE_LEAST, SCENE_MOST] = [FAR + 0.02, 1.1];

/** The room around people in a scene, in CSS pixels: for bubbles above and beside them, and for names below; and its share of the view at most. */
const [ABOVE, BESIDE, BELOW] = [96, 116, 26];
const MOST_ROOM = 0.14;

/** Who is further away than this from whom a scene is about is not part of it, in units. */
const SCENE_REACH = 14 * TILE;

/** How long a shot stays at least, in milliseconds, and how much livelier another place has to be to end it. */
const STAYS_MS = 7000;
const LIVELIER = 1.4;

/** The least time between two looks around the town, in milliseconds. */
const LOOKS_MS = 1000;

/** The share of a shot, from its middle, within which people count. */
const WITHIN = 0.8;

/** How much it counts that a shot keeps somebody who is up and about, compared with the share of it that is peopled places. */
const KEPT = 0.4;

/** Chooses shots: the liveliest place of the moment, or the scene of some people. */
export class Director {
  private shown: Shot | undefined;
  private since = 0;
  private usual = 0;
  private looked = -Infinity;

  constructor(
    private readonly layout: Layout,
    private readonly tileHeight: number,
    private readonly camera: Camera,
  ) {}

  /** Forgets the present shot, so that the next one is chosen afresh. */
  cut(): void {
    this.shown = undefined;
    this.looked = -Infinity;
  }

  /** The shot of the liveliest place. It stays a while, drifts with its people, and ends when another place is far livelier. */
  liveliest(actors: Iterable<Actor>, reading: Reading, fires: readonly { x: number; y: number }[], now: number): Shot | undefined {
    if (now - this.looked < LOOKS_MS) return this.shown;
    this.looked = now;
    const crowd = [...actors];
    const points = crowd.map((actor) => ({ x: actor.placed.x, y: actor.placed.y - FIGURE.height / 2, weight: liveliness(actor, reading) }));
    points.push(...fires.map(({ x, y }) => ({ x, y, weight: 6 })));
    const { width, height } = this.camera.uncovered;
    const usual = Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, width / (ACROSS * TILE), height / (DOWN * TILE)));
    const sizeAt = (zoom: number): [number, number] => [width / zoom / 2, height / zoom / 2];
    const near = (at: Shot) => {
      const [half, tall] = sizeAt(at.zoom);
      return points.filter(({ x, y }) => Math.abs(x - at.x) < half * WITHIN && Math.abs(y - at.y) < tall * WITHIN);
    };
    const peopled = new Set(crowd.map(({ placed: { x, y } }) => this.arenaAt(x, y)));
    peopled.delete(-1);
    const score = (at: Shot) => near(at).reduce((sum, { weight }) => sum + weight, 0) * (0.4 + this.share(at, ...sizeAt(at.zoom), peopled));
    let best: Shot | undefined;
    let most = -1;
    for (const at of [...this.talks(crowd, usual), ...points.map(({ x, y }) => ({ x, y, zoom: usual }))]) {
      const found = score(at);
      if (found > most) [best, most] = [at, found];
    }
    if (!best) return this.shown;
    const stays = this.shown && this.usual === usual && (now - this.since < STAYS_MS || most < score(this.shown) * LIVELIER);
    if (!stays) this.since = now;
    this.usual = usual;
    const { zoom } = stays && this.shown ? this.shown : best;
    const around = near(stays && this.shown ? this.shown : best);
    const next = { ...this.composed(around.length ? around : [{ ...best, weight: 1 }], sizeAt(zoom), peopled), zoom };
    const close = this.shown && stays && Math.hypot(next.x - this.shown.x, next.y - this.shown.y) < TILE;
    return close ? this.shown : (this.shown = next);
  }

  /** The shots of all who talk with one another, at the usual zoom or from as far away as it takes to show both. */
  private talks(crowd: readonly Actor[], usual: number): Shot[] {
    const talks = new Map<string, Actor[]>();
    for (const actor of crowd) if (actor.seen.talk) talks.set(actor.seen.talk, [...(talks.get(actor.seen.talk) ?? []), actor]);
    return [...talks.values()].map((all) => {
      const [xs, ys] = [all.map(({ placed }) => placed.x), all.map(({ placed }) => placed.y)];
      const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
      const zoom = Math.max(SCENE_LEAST, Math.min(usual, this.zoomFor(left, right, top, bottom)));
      return { x: (left + right) / 2, y: (top + bottom - FIGURE.height) / 2, zoom };
    });
  }

  /** The point that keeps all of these people in a shot, and shows as much as possible of places where people are. */
  private composed(people: readonly Point[], [half, tall]: [number, number], peopled: ReadonlySet<number>): { x: number; y: number } {
    const total = people.reduce((sum, { weight }) => sum + weight, 0) || 1;
    const middle = {
      x: people.reduce((sum, { x, weight }) => sum + x * weight, 0) / total,
      y: people.reduce((sum, { y, weight }) => sum + y * weight, 0) / total,
    };
    let best = middle;
    let most = -1;
    for (let across = -4; across <= 4; across++) {
      for (let down = -4; down <= 4; down++) {
        const at = { x: middle.x + across * half * 0.2, y: middle.y + down * tall * 0.2 };
        const kept = people.filter(({ x, y }) => Math.abs(x - at.x) < half * WITHIN && Math.abs(y - at.y) < tall * WITHIN).reduce((sum, { weight }) => sum + weight, 0);
        const value = KEPT * kept + this.share(at, half, tall, peopled) - (Math.abs(across) + Math.abs(down)) * 0.004;
        if (value > most) [best, most] = [at, value];
      }
    }
    return best;
  }

  /** The share of a view that belongs to some arenas. */
  private share(at: { x: number; y: number }, half: number, tall: number, arenas: ReadonlySet<number>): number {
    let hits = 0;
    for (let across = -7; across <= 7; across += 2) {
      for (let down = -7; down <= 7; down += 2) if (arenas.has(this.arenaAt(at.x + (across / 8) * half, at.y + (down / 8) * tall))) hits++;
    }
    return hits / 64;
  }

  private arenaAt(x: number, y: number): number {
    const { columns, rows, arenaOf } = this.layout;
    const [column, row] = [Math.floor(x / TILE), Math.floor(y / this.tileHeight)];
    return column < 0 || row < 0 || column >= columns || row >= rows ? -1 : (arenaOf[row * columns + column] as number);
  }

  /**
   * The shot of some people and of those with whom they talk, with room for their bubbles; whoever is too far away is left out.
   * It is no closer than at the zoom `most`.
   */
  frame(people: readonly string[], actors: ReadonlyMap<string, Actor>, moment: Moment, most: number = SCENE_MOST): Shot | undefined {
    const talking = [...moment.talks.values()].filter(({ participants }) => participants.some((who) => people.includes(who)));
    const all = new Set([...people, ...talking.flatMap(({ participants }) => participants)]);
    const [first, ...others] = [...all].map((who) => actors.get(who)?.placed).filter((placed) => placed !== undefined);
    if (!first) return undefined;
    const away = ({ x, y }: { x: number; y: number }) => Math.hypot(x - first.x, y - first.y);
    let [left, right, top, bottom] = [first.x, first.x, first.y, first.y];
    const near = others.filter((placed) => away(placed) < SCENE_REACH);
    for (const { x, y } of near.sort((one, other) => away(one) - away(other))) {
      const wider = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)] as const;
      if (this.zoomFor(...wider) < SCENE_LEAST) continue;
      [left, right, top, bottom] = wider;
    }
    const zoom = Math.max(SCENE_LEAST, Math.min(most, this.zoomFor(left, right, top, bottom)));
    return { x: (left + right) / 2, y: (top - FIGURE.height - this.above / zoom + bottom + BELOW / zoom) / 2, zoom };
  }

  /** The same, but what has been shown already if that is nearly it, so that a shot stands still. */
  scene(people: readonly string[], actors: ReadonlyMap<string, Actor>, moment: Moment): Shot | undefined {
    const next = this.frame(people, actors, moment);
    if (!next) return undefined;
    const { shown } = this;
    const close = shown && Math.hypot(next.x - shown.x, next.y - shown.y) < TILE && Math.abs(Math.log(next.zoom / shown.zoom)) < 0.1;
    return close ? shown : (this.shown = next);
  }

  /** The zoom at which the uncovered part of the screen holds people between some edges. */
  private zoomFor(left: number, right: number, top: number, bottom: number): number {
    const { width, height } = this.camera.uncovered;
    const across = (width - 2 * Math.min(BESIDE, width * MOST_ROOM)) / (right - left + FIGURE.width);
    return Math.min(across, (height - this.above - BELOW) / (bottom - top + FIGURE.height));
  }

  /** The room above people, in CSS pixels. */
  private get above(): number {
    return Math.min(ABOVE, this.camera.uncovered.height * 2 * MOST_ROOM);
  }
}

interface Point {
  readonly x: number;
  readonly y: number;
  readonly weight: number;
}

function liveliness({ seen }: Actor, reading: Reading): number {
  if (reading.by(seen.who)) return 5;
  if (seen.talk) return 3;
  return seen.posture === "asleep" ? 0.05 : 1;
}
