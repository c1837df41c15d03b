import type { Reading } from "../feed/reading";
import type { TownView } from "../protocol/messages";
import type { Spread } from "../story/thread";
import { type Camera, FAR, NEAR } from "./camera";
import type { Conspicuous } from "./effects";
import { Labels, Signs } from "./labels";
import type { LoadedMap } from "./load";
import { type Actor, footOf, headOf, PIN_RISE } from "./people";
import { type Box, Screen, Stack } from "./screen";
import type { Stamp } from "./stamps";

/** What the overlay shows besides people. */
export interface Marked {
  person: string;
  hovered: string;
  /** Address of the selected object or place. */
  thing: string;
  /** The people for whom a model is thinking of an answer. */
  thinking: ReadonlySet<string>;
  /** Notes on things that are selected or pointed at, and their positions in units. */
  notes: readonly { x: number; y: number; below: boolean; text: string; chosen: boolean }[];
  /** The announcements of places, by address. */
  announced: ReadonlyMap<string, string>;
  /** How far the thread has come that is drawn on the map. */
  spread: Spread | undefined;
}

/** How far a name may be moved sideways to uncover a face, in CSS pixels. */
const MOST_BESIDE = 60;

/** The rings of a thread: around a pin, in CSS pixels; and around feet, in units. */
const PIN_RING = 17;
const RING = 30;

/** The overlay: a canvas over the map with names, places and bubbles, at a constant size and unaffected by the night. */
export class Overlay {
  private readonly screen: Screen;
  private readonly labels: Labels;
  private readonly bubbles: Bubbles;
  private readonly signs: Signs;
  private readonly used = new Set<string>();

  constructor(
    canvas: HTMLCanvasElement,
    private readonly camera: Camera,
    map: LoadedMap,
    town: TownView,
    private readonly shortName: (who: string) => string,
  ) {
    this.screen = new Screen(canvas, camera);
    this.labels = new Labels(this.screen, map, town);
    this.bubbles = new Bubbles(this.screen);
    this.signs = new Signs(this.screen);
  }

  resize(): void {
    this.screen.resize();
  }

  draw(actors: readonly Actor[], things: Iterable<Conspicuous>, reading: Reading, marked: Marked, elapsed: number): void {
    const { screen, camera, bubbles } = this;
    const far = camera.zoom < FAR;
    const seen = actors.filter(({ inSight }) => inSight);
    screen.clear();
    bubbles.clear();
    this.labels.draw(marked.thing, marked.announced);
    if (marked.spread) this.drawSpread(actors, marked.spread);
    if (!far) for (const actor of seen) bubbles.addHead(actor);
    this.used.clear();
    for (const { seen: { using } } of actors) this.used.add(using);
    this.signs.draw(things, this.used, (box) => bubbles.clearOfHeads(box, 0) === 0);
    for (const actor of seen) {
      if (far) this.drawPin(actor, marked);
      else this.drawName(actor, marked);
      this.addBubble(actor, reading, marked);
    }
    for (const { x, y, below, text, chosen } of marked.notes) screen.put(screen.stamps.place(text, 11.5, chosen), camera.onScreenX(x), camera.onScreenY(y) + (below ? 14 : -10));
    bubbles.draw(elapsed);
  }

  /** The address of the place whose name is under a point of the screen. */
  placeAt(x: number, y: number): string {
    return this.labels.at(x, y);
  }

  /** Rings around whom a thread has reached, and lines from who has just passed it on. */
  private drawSpread(actors: readonly Actor[], { people, passed }: Spread): void {
    const far = this.camera.zoom < FAR;
    const at = new Map<string, [number, number]>();
    for (const { clothing: { who }, placed } of actors) {
      if (people.has(who)) at.set(who, [this.camera.onScreenX(placed.x), this.camera.onScreenY(far ? placed.y - PIN_RISE : placed.y)]);
    }
    for (const [x, y] of at.values()) this.screen.putRing(x, y, far ? PIN_RING : Math.max(PIN_RING, RING * this.camera.zoom), far);
    for (const { from, to, age } of passed) {
      const [teller, hearer] = [at.get(from), at.get(to)];
      if (teller && hearer) this.screen.putArrow(teller, hearer, 1 - age);
    }
  }

  private drawPin(actor: Actor, marked: Marked): void {
    const { clothing, placed } = actor;
    const stamp = this.screen.stamps.pin(clothing.who, clothing.look, marked.person === clothing.who);
    const [x, above] = [this.camera.onScreenX(placed.x), this.camera.onScreenY(placed.y - PIN_RISE)];
    const y = this.labels.below(x, above);
    actor.lowered = y - above;
    this.screen.put(stamp, x, y);
    if (actor.seen.emoji) this.screen.put(this.screen.stamps.badge(actor.seen.emoji), x + 11, y - 9);
    if (marked.person === clothing.who || marked.hovered === clothing.who) this.screen.put(this.screen.stamps.name(this.shortName(clothing.who), true), x, y + 14);
  }

  /** A name that would cover a face is moved aside if its person is selected, and left out otherwise. */
  private drawName({ clothing: { who }, placed }: Actor, marked: Marked): void {
    const asked = marked.person === who || marked.hovered === who;
    if (!asked && this.camera.zoom < NEAR) return;
    const stamp = this.screen.stamps.name(this.shortName(who), marked.person === who);
    const [x, y] = [this.camera.onScreenX(placed.x), this.camera.onScreenY(footOf(placed)) + 4];
    const box = { left: x - stamp.anchorX, top: y, width: stamp.width, height: stamp.height };
    const aside = this.bubbles.clearOfHeads(box, asked ? MOST_BESIDE : 0);
    if (asked || aside === 0) this.screen.put(stamp, x + (aside ?? 0), y);
  }

  private addBubble(actor: Actor, reading: Reading, marked: Marked): void {
    const { who, emoji } = actor.seen;
    const line = reading.by(who)?.line;
    const { stamps } = this.screen;
    const { zoom } = this.camera;
    const add = (stamp: Stamp, speaks: boolean) => this.bubbles.add(actor, stamp, speaks);
    if (line) return add(zoom >= NEAR ? stamps.talk(line.text, marked.person === who ? 8 : 4) : stamps.act("💬"), true);
    if (zoom < FAR) return;
    if (marked.thinking.has(who)) add(stamps.think(), false);
    else if (emoji) add(stamps.act(emoji), false);
  }
}

/** How far a bubble may be moved up before it is left out, in CSS pixels. Spoken lines are never left out. */
const MOST_RISE = 70;

/** How far a bubble may be to the side of its person, in units. */
const MOST_ASIDE = 34;

/** The distance from a head up to the lower edge of its bubble, in CSS pixels. */
const TAIL = 8;

/** How much wider and higher a stamp is than its bubble, and the offset of the bubble in it. */
const EDGE = 6;

/** The position and the size of the head on a figure, in units. */
const HEAD = { half: 28, top: 6, tall: 50 } as const;

interface Bubble extends Box {
  actor: Actor;
  stamp: Stamp;
  speaks: boolean;
  /** The point above the person's head to which the bubble's tail leads. */
  x: number;
  y: number;
  hidden: boolean;
}

/** How far a bubble has been moved to make room for others. */
interface Offset {
  beside: number;
  rise: number;
}

/** Bubbles above people's heads with what they say and do. No bubble covers another bubble or another person's face. */
class Bubbles {
  private readonly stack = new Stack();
  private readonly heads = new Stack();
  private readonly bubbles: Bubble[] = [];
  private readonly offsets = new Map<string, Offset>();
  private count = 0;

  constructor(private readonly screen: Screen) {}

  clear(): void {
    this.stack.clear();
    this.heads.clear();
    this.count = 0;
  }

  /** Adds a face that bubbles must not cover. Walking people are left out: they move on too soon. */
  addHead({ placed }: Actor): void {
    if (placed.bearing === "walk") return;
    const { camera } = this.screen;
    const width = 2 * HEAD.half * camera.zoom;
    const left = camera.onScreenX(placed.x) - width / 2;
    this.heads.take({ left, width, top: camera.onScreenY(headOf(placed) + HEAD.top), height: HEAD.tall * camera.zoom });
  }

  /** Returns how far a box has to move sideways so that it covers no face; undefined if that is more than `most`. */
  clearOfHeads(box: Box, most: number): number | undefined {
    return this.heads.aside(box, most);
  }

  add(actor: Actor, stamp: Stamp, speaks: boolean): void {
    const { camera } = this.screen;
    const bubble = this.bubbles[this.count] ?? { actor, stamp, speaks, hidden: false, x: 0, y: 0, left: 0, top: 0, width: 0, height: 0 };
    this.bubbles[this.count++] = bubble;
    bubble.actor = actor;
    bubble.stamp = stamp;
    bubble.speaks = speaks;
    bubble.x = camera.onScreenX(actor.placed.x);
    bubble.y = camera.zoom < FAR ? camera.onScreenY(actor.placed.y - PIN_RISE) + actor.lowered - 12 : camera.onScreenY(headOf(actor.placed)) - 2;
  }

  /** Draws the bubbles: people who speak first, then from south to north, each above those that are placed already. */
  draw(elapsed: number): void {
    const shown = this.bubbles.slice(0, this.count).sort((one, other) => Number(other.speaks) - Number(one.speaks) || other.y - one.y);
    const share = 1 - Math.exp(-elapsed / 90);
    for (const bubble of shown) this.settle(bubble, share);
    shown.sort((one, other) => Number(one.speaks) - Number(other.speaks) || one.y - other.y);
    for (const { hidden, stamp, left, top, width, height, x, y } of shown) {
      if (!hidden) this.screen.putBubble(stamp, left + width / 2, top + height - TAIL, x, y);
    }
  }

  private settle(bubble: Bubble, share: number): void {
    const { stamp, speaks } = bubble;
    const { who } = bubble.actor.clothing;
    bubble.width = stamp.width - EDGE;
    bubble.height = stamp.height - EDGE + TAIL;
    bubble.y = this.belowTop(bubble.y, bubble.height, speaks);
    const left = this.screen.camera.within(bubble.x - bubble.width / 2, bubble.width);
    const top = bubble.y - bubble.height;
    bubble.left = left;
    bubble.top = top;
    bubble.left += this.heads.aside(bubble, bubble.width / 2 + MOST_ASIDE * this.screen.camera.zoom) ?? 0;
    bubble.hidden = !this.stack.place(bubble, speaks ? Infinity : MOST_RISE);
    if (bubble.hidden) {
      this.offsets.delete(who);
      return;
    }
    const eased = this.offsets.get(who) ?? { beside: bubble.left - left, rise: top - bubble.top };
    this.offsets.set(who, eased);
    eased.beside = near(eased.beside, bubble.left - left, share);
    eased.rise = near(eased.rise, top - bubble.top, share);
    bubble.left = left + eased.beside;
    bubble.top = top - eased.rise;
  }

  /** Keeps lines of people in the view below the top bar, where they can be read. */
  private belowTop(y: number, height: number, speaks: boolean): number {
    const { insets } = this.screen.camera;
    return speaks && y > insets.top ? Math.max(y, insets.top + height + 2) : y;
  }
}

/** Moves a number by a share of the way to another; the last bit at once. */
function near(from: number, to: number, share: number): number {
  return Math.abs(to - from) < 0.5 ? to : from + (to - from) * share;
}
