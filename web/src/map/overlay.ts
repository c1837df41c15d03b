import type { Reading } from "../feed/reading";
import type { Spread } from "../story/thread";
import { Bubbles } from "./bubbles";
import { type Actor, footOf } from "./crowd";
import type { Conspicuous } from "./effects";
import { type Label, Labels } from "./labels";
import { Screen } from "./screen";
import { Signs } from "./signs";
import type { Stamp } from "./stamps";
import { type Camera, FAR, NEAR } from "./view";

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

/** The rings of a thread: around a pin, whose middle lies above its tip, in CSS pixels; and around feet, in units. */
const PIN_RING = 17;
const PIN_MIDDLE = 0;
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
    labels: readonly Label[],
    private readonly shortName: (who: string) => string,
  ) {
    this.screen = new Screen(canvas, camera);
    this.labels = new Labels(this.screen, labels);
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
      if (people.has(who)) at.set(who, [this.camera.onScreenX(placed.x), this.camera.onScreenY(far ? placed.y - 20 : placed.y)]);
    }
    for (const [x, y] of at.values()) this.screen.putRing(x, far ? y - PIN_MIDDLE : y, far ? PIN_RING : Math.max(PIN_RING, RING * this.camera.zoom), far);
    for (const { from, to, age } of passed) {
      const [teller, hearer] = [at.get(from), at.get(to)];
      if (teller && hearer) this.screen.putArrow(teller, hearer, 1 - age);
    }
  }

  private drawPin(actor: Actor, marked: Marked): void {
    const { clothing, placed } = actor;
    const stamp = this.screen.stamps.pin(clothing.who, clothing.look, marked.person === clothing.who);
    const [x, above] = [this.camera.onScreenX(placed.x), this.camera.onScreenY(placed.y - 20)];
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
