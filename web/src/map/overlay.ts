import type { Reading } from "../feed/reading";
import type { TownView } from "../protocol/messages";
import type { Spread } from "../story/thread";
import { type Camera, FAR, NEAR } from "./camera";
import type { Conspicuous } from "./effects";
import { Labels, Signs } from "./labels";
import type { LoadedMap } from "./load";
import { type Actor, FIGURE, footOf, headOf, PIN_RISE } from "./people";
import { type Box, overlap, Placement, type Reach } from "./placement";
import { Screen } from "./screen";
import type { Stamp } from "./stamps";

/** What the overlay shows besides people. */
export interface Marked {
  person: string;
  hovered: string;
  /** Address of the selected object or place. */
  thing: string;
  /** Those whose talks the user follows, the most important first. */
  heard: ReadonlySet<string>;
  /** The people for whom a model is thinking of an answer. */
  thinking: ReadonlySet<string>;
  /** Notes on things that are selected or pointed at, and their positions in units. */
  notes: readonly { x: number; y: number; below: boolean; text: string; chosen: boolean }[];
  /** The announcements of places, by address. */
  announced: ReadonlyMap<string, string>;
  /** How far the thread has come that is drawn on the map. */
  spread: Spread | undefined;
}

/** How far names, notes and bubbles may be moved before they are left out; further if the user asks for them. */
const NAME_REACH: Reach = { up: 0, down: 12, aside: 16 };
const ASKED_REACH: Reach = { up: 120, down: 60, aside: 120 };
const ACT_REACH: Reach = { up: 40, down: 0, aside: 24 };
const LINE_REACH: Reach = { up: 200, down: 40, aside: 150 };

/** The distance from a head up to the lower edge of its bubble, in CSS pixels. */
const TAIL = 8;

/** How much wider and higher the stamp of a bubble is than what it shows. */
const EDGE = 6;

/** The position and the size of the face on a figure, in units. */
const FACE = { half: 22, top: 6, tall: 46 } as const;

/** By how much a name above a head reaches down to the hair, in CSS pixels. */
const NAME_INTO = 2;

/** Half the width of a pin, in CSS pixels. */
const PIN = 12;

/** The rings of a thread: around a pin, in CSS pixels; and around feet, in units. */
const PIN_RING = 17;
const RING = 30;

/** What is drawn where on the screen. */
export interface Drawn {
  readonly kind: "face" | "name" | "line" | "act" | "place";
  readonly who: string;
  readonly box: Box;
}

/** The overlay: a canvas over the map with names, places and bubbles, at a constant size and unaffected by the night. */
export class Overlay {
  /** The faces, names and bubbles of the last picture. */
  readonly drawn: Drawn[] = [];
  private readonly screen: Screen;
  private readonly placement = new Placement();
  private readonly labels: Labels;
  private readonly signs: Signs;
  private readonly used = new Set<string>();
  /** How high the names are that stand above heads, in CSS pixels. */
  private readonly named = new Map<string, number>();

  constructor(
    canvas: HTMLCanvasElement,
    private readonly camera: Camera,
    map: LoadedMap,
    town: TownView,
    private readonly shortName: (who: string) => string,
  ) {
    this.screen = new Screen(canvas, camera);
    this.labels = new Labels(this.screen, this.placement, map, town);
    this.signs = new Signs(this.screen, this.placement);
  }

  resize(): void {
    this.screen.resize();
  }

  draw(actors: readonly Actor[], things: Iterable<Conspicuous>, reading: Reading, marked: Marked, elapsed: number): void {
    const { screen, placement } = this;
    const far = this.camera.zoom < FAR;
    const seen = actors.filter(({ inSight }) => inSight).sort((one, other) => other.placed.y - one.placed.y);
    const asked = (actor: Actor) => actor.seen.who === marked.person || actor.seen.who === marked.hovered;
    const share = 1 - Math.exp(-elapsed / 90);
    this.drawn.length = 0;
    this.named.clear();
    screen.clear();
    placement.begin();
    // Whoever comes first has the first choice of room: people and what they say, then places. At a low zoom the pins make
    // room for the names of places.
    if (far) {
      this.drawPlaces(marked);
      for (const actor of seen) this.drawPin(actor, marked.person === actor.seen.who);
    } else for (const actor of seen) this.addFace(actor);
    if (marked.spread) this.drawSpread(actors, marked.spread);
    for (const note of marked.notes) this.drawNote(note);
    for (const actor of seen) if (asked(actor)) this.drawName(actor, seen, marked, ASKED_REACH);
    const bubbles = inOrder(seen, marked.heard).map((actor) => this.line(actor, reading, marked, share, true));
    if (this.camera.zoom >= NEAR) for (const actor of seen) if (!asked(actor)) this.drawName(actor, seen, marked, NAME_REACH);
    for (const actor of seen) bubbles.push(this.line(actor, reading, marked, share, false));
    if (!far) {
      this.drawPlaces(marked);
      for (const actor of seen) if (!reading.by(actor.seen.who)) bubbles.push(this.act(actor, marked, share));
    }
    this.used.clear();
    for (const { seen: { using } } of actors) this.used.add(using);
    this.signs.draw(things, this.used);
    for (const bubble of bubbles.reverse()) bubble?.();
  }

  /** The address of the place whose name is under a point of the screen. */
  placeAt(x: number, y: number): string {
    return this.labels.at(x, y);
  }

  private drawPlaces({ thing, announced }: Marked): void {
    this.labels.draw(thing, announced);
    for (const box of this.labels.shown()) this.drawn.push({ kind: "place", who: "", box });
  }

  /** Rings around whom a thread has reached, and lines from who has just passed it on. */
  private drawSpread(actors: readonly Actor[], { people, passed }: Spread): void {
    const far = this.camera.zoom < FAR;
    const at = new Map<string, [number, number]>();
    for (const { clothing: { who }, placed, lowered } of actors) {
      if (people.has(who)) at.set(who, [this.camera.onScreenX(placed.x), far ? this.camera.onScreenY(placed.y - PIN_RISE) + lowered : this.camera.onScreenY(placed.y)]);
    }
    for (const [x, y] of at.values()) this.screen.putRing(x, y, far ? PIN_RING : Math.max(PIN_RING, RING * this.camera.zoom), far);
    for (const { from, to, age } of passed) {
      const [teller, hearer] = [at.get(from), at.get(to)];
      if (teller && hearer) this.screen.putArrow(teller, hearer, 1 - age);
    }
  }

  private addFace({ seen: { who }, placed }: Actor): void {
    const { camera } = this;
    const [half, height] = [FACE.half * camera.zoom, FACE.tall * camera.zoom];
    this.takeFace(who, { left: camera.onScreenX(placed.x) - half, top: camera.onScreenY(headOf(placed) + FACE.top), width: 2 * half, height });
  }

  private takeFace(who: string, box: Box): void {
    this.placement.addFace(box);
    this.drawn.push({ kind: "face", who, box });
  }

  private drawPin(actor: Actor, chosen: boolean): void {
    const { clothing, placed } = actor;
    const [x, above] = [this.camera.onScreenX(placed.x), this.camera.onScreenY(placed.y - PIN_RISE)];
    const y = this.labels.below(x, above);
    actor.lowered = y - above;
    this.screen.put(this.screen.stamps.pin(clothing.who, clothing.look, chosen), x, y);
    if (actor.seen.emoji) this.screen.put(this.screen.stamps.badge(actor.seen.emoji), x + 11, y - 9);
    this.takeFace(clothing.who, { left: x - PIN, top: y - PIN, width: 2 * PIN, height: 2 * PIN });
  }

  private drawNote({ x, y, below, text, chosen }: Marked["notes"][number]): void {
    const stamp = this.screen.stamps.place(text, 11.5, chosen);
    this.putPlaced("", stamp, this.camera.onScreenX(x), this.camera.onScreenY(y) + (below ? 14 : -10), ASKED_REACH);
  }

  /** Draws a name under somebody's feet; above their head if another person's body is in front of the feet. */
  private drawName({ clothing: { who }, placed, lowered }: Actor, seen: readonly Actor[], marked: Marked, reach: Reach): void {
    const { camera } = this;
    const far = camera.zoom < FAR;
    const stamp = this.screen.stamps.name(this.shortName(who), marked.person === who || far);
    const foot = footOf(placed);
    const hidden = !far && seen.some((other) => standsBefore(other.placed, placed.x, foot, stamp.height / camera.zoom));
    const under = far ? camera.onScreenY(placed.y - PIN_RISE) + lowered + PIN + 2 : camera.onScreenY(foot) + 4;
    const y = hidden ? camera.onScreenY(headOf(placed)) - stamp.height + NAME_INTO : under;
    if (this.putPlaced(who, stamp, camera.onScreenX(placed.x), y, reach) && hidden) this.named.set(who, stamp.height - NAME_INTO);
  }

  /** Draws a stamp with its anchor at a point or near by, if there is room. */
  private putPlaced(who: string, stamp: Stamp, x: number, y: number, reach: Reach): boolean {
    const box = { left: x - stamp.anchorX, top: y - stamp.anchorY, width: stamp.width, height: stamp.height };
    if (!this.placement.place(box, reach)) return false;
    this.screen.put(stamp, box.left + stamp.anchorX, box.top + stamp.anchorY);
    this.drawn.push({ kind: "name", who, box });
    return true;
  }

  /**
   * The bubble of a line that somebody speaks, if the user follows the talk or not, as `heard` says. The words of a followed
   * talk may be anywhere in the view, even where their tail crosses a name; others become an emoji if they have no room.
   */
  private line(actor: Actor, reading: Reading, { heard: followed, person }: Marked, share: number, heard: boolean): (() => void) | undefined {
    const { who } = actor.seen;
    const line = reading.by(who)?.line;
    if (!line || heard !== (followed.has(who) || followed.has(line.to))) return undefined;
    const { stamps } = this.screen;
    const words = (rows: number, reach: Reach | "view", crosses = false) => this.bubble(actor, "line", stamps.talk(line.text, rows), reach, share, crosses);
    const rows = person === who ? 8 : 4;
    const told = heard ? words(rows, "view") ?? words(4, "view", true) ?? words(2, "view", true) : this.camera.zoom >= NEAR && words(rows, LINE_REACH);
    return told || this.bubble(actor, "line", stamps.act("💬"), LINE_REACH, share);
  }

  private act(actor: Actor, { thinking }: Marked, share: number): (() => void) | undefined {
    const { who, emoji } = actor.seen;
    const { stamps } = this.screen;
    const stamp = thinking.has(who) ? stamps.think() : emoji ? stamps.act(emoji) : undefined;
    return stamp && this.bubble(actor, "act", stamp, ACT_REACH, share);
  }

  /**
   * Finds room for a bubble near a head: within the uncovered part of the screen if the head is, or anywhere in that part with
   * a reach of "view". Its tail crosses no name or bubble unless it `crosses`. Returns how to draw it.
   */
  private bubble({ placed, lowered, seen: { who } }: Actor, kind: "line" | "act", stamp: Stamp, reach: Reach | "view", share: number, crosses = false): (() => void) | undefined {
    const { camera } = this;
    const far = camera.zoom < FAR;
    const tip = { x: camera.onScreenX(placed.x), y: far ? camera.onScreenY(placed.y - PIN_RISE) + lowered - PIN : camera.onScreenY(headOf(placed)) - 2 - (this.named.get(who) ?? 0) };
    const [width, height] = [stamp.width - EDGE, stamp.height - EDGE + TAIL];
    const box = { left: tip.x - width / 2, top: tip.y - height, width, height };
    const { free } = camera;
    const all = reach === "view" ? { up: free.height, down: free.height, aside: free.width } : reach;
    const within = reach === "view" || (kind === "line" && overlap(free, { left: tip.x, top: tip.y, width: 0, height: 0 })) ? free : undefined;
    if (!this.placement.settle(`${kind} ${who}`, box, all, share, { within, tip, crosses })) return undefined;
    this.drawn.push({ kind, who, box });
    return () => this.screen.putBubble(stamp, box.left + width / 2, box.top + height - TAIL, tip.x, tip.y);
  }
}

/** Actors in the order of some names, and then the rest. */
function inOrder(actors: readonly Actor[], names: ReadonlySet<string>): Actor[] {
  const order = [...names];
  const rank = ({ seen: { who } }: Actor) => (names.has(who) ? order.indexOf(who) : order.length);
  return [...actors].sort((one, other) => rank(one) - rank(other));
}

/** Whether a person's body covers a name under a point at which another person's feet are, in units. */
function standsBefore(placed: Actor["placed"], x: number, foot: number, height: number): boolean {
  const other = footOf(placed);
  return Math.abs(placed.x - x) < FIGURE.width * 0.75 && other > foot + 8 && other - FIGURE.height < foot + height;
}
