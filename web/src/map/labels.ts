import type { TownView } from "../protocol/messages";
import { FAR, NEAR } from "./camera";
import type { Conspicuous } from "./effects";
import { addressesIn, TILE } from "./layout";
import type { LoadedMap } from "./load";
import type { Box, Placement, Reach } from "./placement";
import type { Screen } from "./screen";
import type { Stamp } from "./stamps";
import type { Look } from "./states";

/** The name of a sector on the map; the point is the middle of its north side, in units. */
interface Label {
  readonly text: string;
  readonly address: string;
  readonly x: number;
  readonly y: number;
  /** The width of the sector, in units. */
  readonly width: number;
  /** The box in which it was last drawn, if it was. */
  readonly box: Box;
  shown: boolean;
}

function labelsOf(map: LoadedMap, town: TownView): Label[] {
  const addressOf = addressesIn(town.places.filter(({ kind }) => kind === "sector"));
  return map.layout.sectors.map(({ name, areas }) => {
    const first = areas.reduce((north, area) => (area.y < north.y ? area : north));
    const box = { left: 0, top: 0, width: 0, height: 0 };
    return { text: name, address: addressOf(name), x: (first.x + first.width / 2) * TILE, y: (first.y - 0.18) * map.tileHeight, width: first.width * TILE, box, shown: false };
  });
}

/** How far a name may be moved before it is left out; less if the whole town is in the view, and far for one that is asked for. */
const REACH: Reach = { up: 26, down: 0, aside: 0 };
const REACH_FAR: Reach = { up: 9, down: 0, aside: 0 };
const REACH_ASKED: Reach = { up: 240, down: 60, aside: 60 };

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
  /** Sorted from south to north: a name that has to move up past another is then still closest to its own place. */
  private readonly labels: Label[];
  private readonly fromNorth: readonly Label[];

  constructor(
    private readonly screen: Screen,
    private readonly placement: Placement,
    map: LoadedMap,
    town: TownView,
  ) {
    this.labels = labelsOf(map, town).sort((one, other) => other.y - one.y);
    this.fromNorth = this.labels.toReversed();
  }

  /** `chosen` is the address of the selected place, `announced` the announcements by address of the place. */
  draw(chosen: string, announced: ReadonlyMap<string, string>): void {
    const { camera } = this.screen;
    for (const label of this.labels) {
      const said = announced.get(label.address);
      const wanted = chosen === label.address || said !== undefined;
      const stamp = this.stampFor(label, chosen === label.address);
      const { box } = label;
      this.situate(label, stamp);
      const far = camera.zoom < FAR;
      const wide = far && box.width > label.width * camera.zoom * WIDER;
      label.shown = (wanted || !wide) && this.placement.place(box, wanted ? REACH_ASKED : far ? REACH_FAR : REACH);
      if (!label.shown) continue;
      this.screen.put(stamp, box.left + stamp.anchorX - SHADOW, box.top + stamp.anchorY - SHADOW);
      if (said) this.announce(said, box);
    }
  }

  /** Draws the announcement of a place above its name, if there is room. */
  private announce(said: string, { left, top, width }: Box): void {
    const bubble = this.screen.stamps.talk(said, 3);
    const middle = left + width / 2;
    const box = { left: middle - bubble.width / 2, top: top - bubble.height - 8, width: bubble.width, height: bubble.height };
    if (!this.placement.place(box, REACH_ASKED)) return;
    this.screen.putBubble(bubble, box.left + box.width / 2, box.top + box.height, middle, top - 1);
  }

  /** The boxes of the names that were drawn last. */
  shown(): Box[] {
    return this.labels.filter(({ shown }) => shown).map(({ box }) => box);
  }

  /** The address of the place whose name is at a point of the screen; empty if there is none. */
  at(x: number, y: number): string {
    const under = ({ shown, box: { left, top, width, height } }: Label) => shown && x >= left && x <= left + width && y >= top && y <= top + height;
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
  private situate({ box, x, y }: Label, stamp: Stamp): void {
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

/** The marks of looks at a low zoom, where effects are too small to be recognised. The others have none. */
const MARKS: Partial<Record<Look, string>> = { fire: "🔥", smoke: "💨", water: "💧", broken: "🔧", garland: "🎈", balloons: "🎈", flowers: "💐" };

/** How far a sign may be moved to make room. Signs without room become dots. */
const SIGN_REACH: Reach = { up: 40, down: 0, aside: 0 };

/** The distance from a thing up to its sign, in CSS pixels. */
const STEM = 7;

/**
 * Draws small signs with the words of states that have no effect of their own. At lower zooms they are dots, and fires
 * and the like have a mark.
 */
export class Signs {
  constructor(
    private readonly screen: Screen,
    private readonly placement: Placement,
  ) {}

  /** `used` are the addresses of things in use: their users' bubbles say what goes on there. */
  draw(things: Iterable<Conspicuous>, used: ReadonlySet<string>): void {
    for (const thing of things) {
      if (thing.looks) this.drawMark(thing, thing.looks);
      else if (!used.has(thing.address)) this.drawSign(thing);
    }
  }

  private drawMark(thing: Conspicuous, looks: readonly Look[]): void {
    const { camera, stamps } = this.screen;
    if (camera.zoom >= FAR) return;
    const mark = looks.map((look) => MARKS[look]).find((each) => each !== undefined);
    const spot = mark && this.spotOf(thing);
    if (spot) this.screen.put(stamps.mark(mark), spot.x, spot.y);
  }

  private drawSign(thing: Conspicuous): void {
    const { camera, stamps } = this.screen;
    const spot = this.spotOf(thing);
    if (!spot) return;
    if (camera.zoom >= NEAR) {
      const stamp = stamps.sign(thing.state);
      const box = { left: spot.x - stamp.width / 2, top: spot.y - stamp.height - STEM, width: stamp.width, height: stamp.height };
      if (this.placement.place(box, SIGN_REACH)) return this.screen.put(stamp, spot.x, box.top + stamp.anchorY);
    }
    this.screen.put(stamps.dot(), spot.x, spot.y);
  }

  /** The middle of the upper edge of a thing, in CSS pixels. */
  private spotOf({ sites }: Conspicuous): { x: number; y: number } | undefined {
    const { camera } = this.screen;
    const site = sites[Math.floor(sites.length / 2)];
    return site && { x: camera.onScreenX(site.left + site.width / 2), y: camera.onScreenY(site.top + Math.min(24, (site.base - site.top) / 2)) };
  }
}
