import type { Screen } from "./screen";
import type { Stamp } from "./stamps";
import { type Box, Stack } from "./stack";
import { FAR } from "./view";

/** The name of a place on the map; the point is the middle of its north side, in units. */
export interface Label {
  readonly text: string;
  readonly address: string;
  readonly x: number;
  readonly y: number;
  /** The width of the place, in units. */
  readonly width: number;
}

/** A label and the box in which it was last drawn, if it was. */
interface Placard extends Label {
  readonly box: Box;
  shown: boolean;
}

/** How far a name may be moved up before it is left out, in CSS pixels; less if the whole town is in the view. */
const MOST_LIFTED = 26;
const MOST_LIFTED_FAR = 9;

/** At a low zoom a name is left out if it is wider than its place by more than this factor. */
const WIDER = 1.3;

/** How many rows a name may have at a low zoom. */
const FAR_ROWS = 2;

/** The width of a stamp's shadow. */
const SHADOW = 2;

/** The width of a pin, and how far below its person it may be drawn, in CSS pixels. */
const PIN = 24;
const MOST_LOWERED = 34;

/** Draws the names of places, and their announcements. */
export class Labels {
  private readonly stack = new Stack();
  /** Sorted from south to north: a name that has to move up past another is then still closest to its own place. */
  private readonly labels: Placard[];
  private readonly fromNorth: readonly Placard[];

  constructor(
    private readonly screen: Screen,
    labels: readonly Label[],
  ) {
    this.labels = labels.map((label) => ({ ...label, box: { left: 0, top: 0, width: 0, height: 0 }, shown: false })).sort((one, other) => other.y - one.y);
    this.fromNorth = this.labels.toReversed();
  }

  /** `chosen` is the address of the selected place, `announced` the announcements by address of the place. */
  draw(chosen: string, announced: ReadonlyMap<string, string>): void {
    const { camera } = this.screen;
    this.stack.clear();
    for (const label of this.labels) {
      const said = announced.get(label.address);
      const wanted = chosen === label.address || said !== undefined;
      const stamp = this.stampFor(label, chosen === label.address);
      const { box } = label;
      this.situate(label, stamp);
      const far = camera.zoom < FAR;
      const wide = far && box.width > label.width * camera.zoom * WIDER;
      label.shown = wanted ? this.stack.place(box, Infinity) : !wide && this.stack.place(box, far ? MOST_LIFTED_FAR : MOST_LIFTED);
      if (!label.shown) continue;
      this.screen.put(stamp, box.left + stamp.anchorX - SHADOW, box.top + stamp.anchorY - SHADOW);
      const middle = box.left + box.width / 2;
      if (said) this.screen.putBubble(this.screen.stamps.talk(said, 3), middle, box.top - 8, middle, box.top - 1);
    }
  }

  /** The address of the place whose name is at a point of the screen; empty if there is none. */
  at(x: number, y: number): string {
    const under = ({ shown, box: { left, top, width, height } }: Placard) => shown && x >= left && x <= left + width && y >= top && y <= top + height;
    return this.labels.find(under)?.address ?? "";
  }

  /** The y position of a pin at a point of the screen: below the names of places, unless that is too far away. */
  below(x: number, y: number): number {
    let lowered = y;
    for (const { shown, box } of this.fromNorth) {
      const beside = !shown || x + PIN / 2 < box.left || x - PIN / 2 > box.left + box.width;
      if (!beside && lowered + PIN / 2 > box.top && lowered - PIN / 2 < box.top + box.height) lowered = box.top + box.height + PIN / 2;
    }
    return lowered - y > MOST_LOWERED ? y : lowered;
  }

  /** Positions a name: completely on the screen if its place is. */
  private situate({ box, x, y }: Placard, stamp: Stamp): void {
    const { camera } = this.screen;
    box.width = stamp.width - 2 * SHADOW;
    box.height = stamp.height - 2 * SHADOW;
    box.left = camera.within(camera.onScreenX(x) - stamp.anchorX + SHADOW, box.width);
    // At a low zoom a name stands before its place, in order not to cover the rooms.
    box.top = camera.onScreenY(y) - (camera.zoom < FAR ? box.height : stamp.anchorY - SHADOW);
  }

  private stampFor({ text }: Label, chosen: boolean): Stamp {
    const { zoom } = this.screen.camera;
    return zoom < FAR ? this.screen.stamps.place(text, zoom < FAR / 2 ? 9.5 : 10.5, chosen, FAR_ROWS) : this.screen.stamps.place(text, 13, chosen);
  }
}
