import type { Moment } from "../feed/moment";
import type { Reading } from "../feed/reading";
import { type Camera, FAR } from "./camera";
import { type Area, type Layout, type Room, TILE } from "./layout";
import { type Actor, FIGURE } from "./people";

/** What the camera shows: a point in units, and a zoom. */
export interface Shot {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

/** The size of a shot in tiles, as far as the zoom allows it: about a large room with what is around it. */
const [ACROSS, DOWN] = [22, 13];
const [LEAST_ZOOM, MOST_ZOOM] = [0.75, 3];

/** The share of a shot that should be places where people are, and by how much the camera goes closer at a time until it is. */
const PEOPLED = 0.64;
const CLOSER = 1.1;

/** How many of the liveliest spots are looked at closely, and how much one counts that lies on empty ground. */
const LOOKED_AT = 6;
const EMPTY_GROUND = 0.2;

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
  private shown: Spot | undefined;
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
    const points = crowd.map((actor) => this.point(actor.placed.x, actor.placed.y, liveliness(actor, reading)));
    points.push(...fires.map(({ x, y }) => this.point(x, y, 6)));
    const { width, height } = this.camera.uncovered;
    const usual = Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, width / (ACROSS * TILE), height / (DOWN * TILE)));
    const spots: Spot[] = [...this.talks(crowd, usual), ...points.map(({ x, y }) => ({ x, y, zoom: usual }))];
    const lively = (at: Shot) => sum(this.near(at, points));
    const value = (at: Spot) => lively(at) * Math.max(EMPTY_GROUND, Math.min(1, this.share(at, points) / PEOPLED) ** 2);
    const ranked = spots.map((at) => ({ at, worth: lively(at) })).sort((one, other) => other.worth - one.worth);
    const best = ranked.slice(0, LOOKED_AT).map(({ at }) => this.closeOn(at, points)).map((at) => ({ at, worth: value(at) }));
    const [first] = best.sort((one, other) => other.worth - one.worth);
    if (!first) return this.shown;
    const stays = this.shown && this.usual === usual && (now - this.since < STAYS_MS || first.worth < value(this.shown) * LIVELIER);
    if (!stays) this.since = now;
    this.usual = usual;
    // Somebody may have left it, so that it has to go closer to be as full of people's places as before.
    const next = stays && this.shown ? this.closeOn(this.shown, points) : first.at;
    const close = this.shown && stays && next.zoom === this.shown.zoom && Math.hypot(next.x - this.shown.x, next.y - this.shown.y) < TILE;
    return close ? this.shown : (this.shown = next);
  }

  /** Goes closer to a spot until enough of the shot is places where people are, or as near to that as possible. */
  private closeOn({ most = MOST_ZOOM, ...spot }: Spot, points: readonly Point[]): Spot {
    let best = this.composed(spot, points);
    let share = this.share(best, points);
    for (let zoom = spot.zoom * CLOSER; share < PEOPLED && zoom <= most; zoom *= CLOSER) {
      const at = this.composed({ ...spot, zoom }, points);
      const found = this.share(at, points);
      if (found > share) [best, share] = [at, found];
    }
    return { ...best, most };
  }

  /** The spots of all who talk with one another: at the usual zoom or from as far away as it takes to show both, and at most so close. */
  private talks(crowd: readonly Actor[], usual: number): Spot[] {
    const talks = new Map<string, Actor[]>();
    for (const actor of crowd) if (actor.seen.talk) talks.set(actor.seen.talk, [...(talks.get(actor.seen.talk) ?? []), actor]);
    return [...talks.values()].map((all) => {
      const [xs, ys] = [all.map(({ placed }) => placed.x), all.map(({ placed }) => placed.y)];
      const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
      const most = Math.max(SCENE_LEAST, Math.min(MOST_ZOOM, this.zoomFor(left, right, top, bottom)));
      return { x: (left + right) / 2, y: (top + bottom - FIGURE.height) / 2, zoom: Math.min(usual, most), most };
    });
  }

  /** The shot that keeps the people of another, and shows as much as possible of places where people are. */
  private composed(shot: Shot, points: readonly Point[]): Shot {
    const { zoom } = shot;
    const [half, tall] = this.sizeAt(zoom);
    const people = this.near(shot, points);
    const total = sum(people) || 1;
    const middle = people.length
      ? { x: people.reduce((at, { x, weight }) => at + x * weight, 0) / total, y: people.reduce((at, { y, weight }) => at + y * weight, 0) / total }
      : shot;
    let best: Shot = { ...middle, zoom };
    let most = -1;
    for (let across = -4; across <= 4; across++) {
      for (let down = -4; down <= 4; down++) {
        const at = { x: middle.x + across * half * 0.2, y: middle.y + down * tall * 0.2, zoom };
        const value = KEPT * sum(this.near(at, people)) + this.share(at, points) - (Math.abs(across) + Math.abs(down)) * 0.004;
        if (value > most) [best, most] = [at, value];
      }
    }
    return best;
  }

  /** Half the width and half the height of a shot, in units. */
  private sizeAt(zoom: number): [number, number] {
    const { width, height } = this.camera.uncovered;
    return [width / zoom / 2, height / zoom / 2];
  }

  /** Those of some points that are well within a shot. */
  private near(at: Shot, points: readonly Point[]): Point[] {
    const [half, tall] = this.sizeAt(at.zoom);
    return points.filter(({ x, y }) => Math.abs(x - at.x) < half * WITHIN && Math.abs(y - at.y) < tall * WITHIN);
  }

  /** The share of a shot that belongs to buildings and plots of which somebody is well within it. */
  private share(at: Shot, points: readonly Point[]): number {
    const [half, tall] = this.sizeAt(at.zoom);
    const shown = { left: (at.x - half) / TILE, right: (at.x + half) / TILE, top: (at.y - tall) / this.tileHeight, bottom: (at.y + tall) / this.tileHeight };
    const size = (shown.right - shown.left) * (shown.bottom - shown.top);
    const places = new Set(this.near(at, points).flatMap(({ place }) => place ?? []));
    const seen = ({ x, y, width, height }: Area) => {
      const [across, down] = [Math.min(shown.right, x + width) - Math.max(shown.left, x), Math.min(shown.bottom, y + height) - Math.max(shown.top, y)];
      return Math.max(0, across) * Math.max(0, down);
    };
    return [...places].flatMap(({ areas }) => areas).reduce((all, area) => all + seen(area), 0) / size;
  }

  /** A point above the ground that counts, and the building or plot where it is. */
  private point(x: number, ground: number, weight: number): Point {
    const [column, row] = [Math.floor(x / TILE), Math.floor(ground / this.tileHeight)];
    const inside = (area: Area) => column >= area.x && column < area.x + area.width && row >= area.y && row < area.y + area.height;
    return { x, y: ground - FIGURE.height / 2, weight, place: this.layout.sectors.find(({ areas }) => areas.some(inside)) };
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
  readonly place: Room | undefined;
}

/** What is lively, and the zooms at which it is shown: from far away, and at most so close, unless it may be shown as close as anything. */
interface Spot extends Shot {
  readonly most?: number;
}

function sum(points: readonly Point[]): number {
  return points.reduce((all, { weight }) => all + weight, 0);
}

function liveliness({ seen }: Actor, reading: Reading): number {
  if (reading.by(seen.who)) return 5;
  if (seen.talk) return 3;
  return seen.posture === "asleep" ? 0.05 : 1;
}
