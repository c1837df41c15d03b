import type { Reading } from "../film/reading";
import { type Actor, footOf, headOf } from "./crowd";
import { type Stamp, Stamps } from "./stamps";
import { type Box, Stack } from "./stack";
import { type Camera, FAR, NEAR } from "./view";

/** A place's name on the map, at the middle of its north side, in units. */
export interface Label {
  readonly text: string;
  readonly address: string;
  readonly x: number;
  readonly y: number;
}

/** A label where it was last drawn. */
interface Placard extends Label {
  readonly box: Box;
}

/** What is to be shown besides people. */
export interface Marked {
  person: string;
  hovered: string;
  /** Address of the object or place that is selected. */
  thing: string;
  /** Who is thinking up an answer. */
  thinking: ReadonlySet<string>;
  /** What is told of things that are selected or pointed at, where they are (units). */
  notes: readonly { x: number; y: number; text: string; chosen: boolean }[];
  /** What places announce, by the address of the place. */
  announced: ReadonlyMap<string, string>;
}

/** How far a bubble may be pushed up before it is left out; those who speak always have room. */
const MOST_RISE = 70;

/** How wide a head is that stands for somebody, and how far it may be drawn below where they are, in CSS pixels. */
const PIN = 24;
const MOST_LOWERED = 34;

interface Bubble {
  actor: Actor | undefined;
  stamp: Stamp;
  speaks: boolean;
  x: number;
  y: number;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Names, places and bubbles: a canvas over the map, at a constant size on the screen and never tinted by the night. */
export class Overlay {
  private readonly pen: CanvasRenderingContext2D;
  private readonly stack = new Stack();
  private readonly names = new Stack();
  /** From south to north. */
  private readonly labels: Placard[];
  private readonly fromNorth: readonly Placard[];
  private readonly bubbles: Bubble[] = [];
  private readonly rises = new Map<string, number>();
  private stamps: Stamps;
  private count = 0;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly camera: Camera,
    labels: readonly Label[],
    private readonly shortName: (who: string) => string,
  ) {
    this.labels = labels.map((label) => ({ ...label, box: { left: 0, top: 0, width: 0, height: 0 } })).sort((one, other) => other.y - one.y);
    this.fromNorth = this.labels.toReversed();
    this.pen = canvas.getContext("2d") as CanvasRenderingContext2D;
    this.stamps = new Stamps(camera.ratio);
  }

  resize(): void {
    const { width, height, ratio } = this.camera;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.stamps = new Stamps(ratio);
  }

  draw(actors: Iterable<Actor>, reading: Reading, marked: Marked, elapsed: number): void {
    const { pen, camera } = this;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
    this.stack.clear();
    this.count = 0;
    this.drawPlaces(marked);
    for (const actor of actors) {
      if (!actor.inSight) continue;
      if (camera.zoom < FAR) this.drawPin(actor, marked);
      else this.drawName(actor, marked);
      this.collect(actor, reading, marked);
    }
    this.drawBubbles(elapsed);
  }

  /** The address of the place whose name is under a point of the screen. */
  placeAt(x: number, y: number): string {
    const under = ({ box: { left, top, width, height } }: Placard) => x >= left && x <= left + width && y >= top && y <= top + height;
    return this.labels.find(under)?.address ?? "";
  }

  /** From south to north, so that a name that has to move up past another comes to lie nearer to its place than to that. */
  private drawPlaces(marked: Marked): void {
    this.names.clear();
    for (const label of this.labels) {
      const stamp = this.placeStamp(label, marked.thing);
      const { box } = label;
      box.width = stamp.width - 4;
      box.height = stamp.height - 4;
      box.left = this.camera.onScreenX(label.x) - stamp.anchorX + 2;
      box.top = this.camera.onScreenY(label.y) - stamp.anchorY + 2;
      this.names.place(box, Infinity);
      this.put(stamp, box.left + stamp.anchorX - 2, box.top + stamp.anchorY - 2);
      const said = marked.announced.get(label.address);
      if (said) this.put(this.stamps.talk(said, 3), box.left + box.width / 2, box.top - 1);
    }
    for (const { x, y, text, chosen } of marked.notes) {
      this.put(this.stamps.place(text, 11.5, chosen), this.camera.onScreenX(x), this.camera.onScreenY(y) - 10);
    }
  }

  private placeStamp(label: Label, chosen: string): Stamp {
    return this.stamps.place(label.text, this.camera.zoom < FAR / 2 ? 10.5 : this.camera.zoom < FAR ? 11.5 : 13, chosen === label.address);
  }

  private drawPin(actor: Actor, marked: Marked): void {
    const { clothing, placed } = actor;
    const stamp = this.stamps.pin(clothing.who, clothing.look, marked.person === clothing.who);
    const [x, above] = [this.camera.onScreenX(placed.x), this.camera.onScreenY(placed.y - 20)];
    const y = this.belowLabels(x, above);
    actor.lowered = y - above;
    this.put(stamp, x, y);
    if (marked.person === clothing.who || marked.hovered === clothing.who) this.put(this.stamps.name(this.shortName(clothing.who), true), x, y + 14);
  }

  /** Where a head is drawn that is at a height of the screen: below the names of places, unless that is far away. */
  private belowLabels(x: number, y: number): number {
    let lowered = y;
    for (const { box } of this.fromNorth) {
      const beside = x + PIN / 2 < box.left || x - PIN / 2 > box.left + box.width;
      if (!beside && lowered + PIN / 2 > box.top && lowered - PIN / 2 < box.top + box.height) lowered = box.top + box.height + PIN / 2;
    }
    return lowered - y > MOST_LOWERED ? y : lowered;
  }

  private drawName({ clothing: { who }, placed }: Actor, marked: Marked): void {
    const chosen = marked.person === who;
    if (!chosen && marked.hovered !== who && this.camera.zoom < NEAR) return;
    this.put(this.stamps.name(this.shortName(who), chosen), this.camera.onScreenX(placed.x), this.camera.onScreenY(footOf(placed)) + 4);
  }

  private collect(actor: Actor, reading: Reading, marked: Marked): void {
    const stamp = this.saying(actor, reading, marked);
    if (!stamp) return;
    const { camera } = this;
    const bubble = this.bubbles[this.count] ?? this.addBubble(stamp);
    this.count++;
    const far = camera.zoom < FAR;
    bubble.actor = actor;
    bubble.stamp = stamp.what;
    bubble.speaks = stamp.speaks;
    bubble.x = camera.onScreenX(actor.placed.x);
    bubble.y = far ? camera.onScreenY(actor.placed.y - 20) + actor.lowered - 12 : camera.onScreenY(headOf(actor.placed)) - 2;
  }

  private addBubble({ what }: { what: Stamp }): Bubble {
    const bubble = { actor: undefined, stamp: what, speaks: false, x: 0, y: 0, left: 0, top: 0, width: 0, height: 0 };
    this.bubbles.push(bubble);
    return bubble;
  }

  private saying(actor: Actor, reading: Reading, marked: Marked): { what: Stamp; speaks: boolean } | undefined {
    const { who, emoji } = actor.seen;
    const line = reading.by(who)?.line;
    const { zoom } = this.camera;
    if (line && zoom >= NEAR) return { what: this.stamps.talk(line.text, marked.person === who ? 8 : 4), speaks: true };
    if (line) return { what: this.stamps.act("💬"), speaks: true };
    if (zoom < FAR) return undefined;
    if (marked.thinking.has(who)) return { what: this.stamps.think(), speaks: false };
    return emoji ? { what: this.stamps.act(emoji), speaks: false } : undefined;
  }

  /** Those who speak first, then from south to north; each above what is there already. */
  private drawBubbles(elapsed: number): void {
    const shown = this.bubbles.slice(0, this.count).sort((one, other) => Number(other.speaks) - Number(one.speaks) || other.y - one.y);
    const share = 1 - Math.exp(-elapsed / 90);
    for (const bubble of shown) this.settle(bubble, share);
    shown.sort((one, other) => Number(one.speaks) - Number(other.speaks) || one.y - other.y);
    for (const bubble of shown) if (bubble.width) this.put(bubble.stamp, bubble.left + bubble.stamp.anchorX, bubble.y);
  }

  private settle(bubble: Bubble, share: number): void {
    const { stamp } = bubble;
    const who = bubble.actor?.clothing.who ?? "";
    bubble.width = stamp.width - 4;
    bubble.height = stamp.height - 6;
    bubble.left = this.within(bubble.x - stamp.anchorX, stamp.width);
    bubble.y = this.belowTop(bubble.y, stamp.anchorY, bubble.speaks);
    bubble.top = bubble.y - stamp.anchorY;
    const from = bubble.top;
    if (!this.stack.place(bubble, bubble.speaks ? Infinity : MOST_RISE)) {
      bubble.width = 0;
      this.rises.delete(who);
      return;
    }
    const rise = from - bubble.top;
    const eased = this.rises.get(who) ?? rise;
    const next = Math.abs(rise - eased) < 0.5 ? rise : eased + (rise - eased) * share;
    this.rises.set(who, next);
    bubble.y -= next;
  }

  /** Keeps a bubble whose owner is in sight beside what covers the map. */
  private within(left: number, width: number): number {
    const { insets, width: screen } = this.camera;
    const [first, last] = [insets.left + 2, screen - insets.right - 2];
    const centre = left + width / 2;
    return centre < first || centre > last ? left : Math.max(first, Math.min(last - width, left));
  }

  /** Keeps what is said by somebody in sight below the bar at the top: it is to be read. */
  private belowTop(y: number, height: number, speaks: boolean): number {
    const { insets } = this.camera;
    return speaks && y > insets.top ? Math.max(y, insets.top + height + 2) : y;
  }

  private put(stamp: Stamp, x: number, y: number): void {
    const { ratio, width, height } = this.camera;
    const [left, top] = [x - stamp.anchorX, y - stamp.anchorY];
    if (left > width || top > height || left + stamp.width < 0 || top + stamp.height < 0) return;
    this.pen.drawImage(stamp.canvas, Math.round(left * ratio), Math.round(top * ratio));
  }
}
