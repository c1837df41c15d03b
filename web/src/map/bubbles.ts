import { type Actor, headOf } from "./crowd";
import type { Screen } from "./screen";
import { type Box, Stack } from "./stack";
import type { Stamp } from "./stamps";
import { FAR } from "./view";

/** How far a bubble may be moved up before it is left out, in CSS pixels. Spoken lines are never left out. */
const MOST_RISE = 70;

/** How far a bubble may be to the side of its person, in units. */
const MOST_BESIDE = 34;

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
export class Bubbles {
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
    bubble.y = camera.zoom < FAR ? camera.onScreenY(actor.placed.y - 20) + actor.lowered - 12 : camera.onScreenY(headOf(actor.placed)) - 2;
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
    bubble.left += this.heads.aside(bubble, bubble.width / 2 + MOST_BESIDE * this.screen.camera.zoom) ?? 0;
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
