import type { Conspicuous } from "./effects";
import type { Screen } from "./screen";
import { type Box, Stack } from "./stack";
import type { Look } from "./states";
import { FAR, NEAR } from "./view";

/** The marks of looks at a low zoom, where effects are too small to be recognised. The others have none. */
const MARKS: Partial<Record<Look, string>> = { fire: "🔥", smoke: "💨", water: "💧", broken: "🔧", garland: "🎈", balloons: "🎈", flowers: "💐" };

/** How far a sign may be moved up to make room, in CSS pixels. Signs without room become dots. */
const MOST_LIFTED = 40;

/** The distance from a thing up to its sign, in CSS pixels. */
const STEM = 7;

/**
 * Draws small signs with the words of states that have no effect of their own. At lower zooms they are dots, and fires
 * and the like have a mark.
 */
export class Signs {
  private readonly stack = new Stack();

  constructor(private readonly screen: Screen) {}

  /** `used` are the addresses of things in use: their users' bubbles say what goes on there. */
  draw(things: Iterable<Conspicuous>, used: ReadonlySet<string>, clear: (box: Box) => boolean): void {
    this.stack.clear();
    for (const thing of things) {
      if (thing.looks) this.drawMark(thing, thing.looks);
      else if (!used.has(thing.address)) this.drawSign(thing, clear);
    }
  }

  private drawMark(thing: Conspicuous, looks: readonly Look[]): void {
    const { camera, stamps } = this.screen;
    if (camera.zoom >= FAR) return;
    const mark = looks.map((look) => MARKS[look]).find((each) => each !== undefined);
    const spot = mark && this.spotOf(thing);
    if (spot) this.screen.put(stamps.mark(mark), spot.x, spot.y);
  }

  private drawSign(thing: Conspicuous, clear: (box: Box) => boolean): void {
    const { camera, stamps } = this.screen;
    const spot = this.spotOf(thing);
    if (!spot) return;
    if (camera.zoom >= NEAR) {
      const stamp = stamps.sign(thing.state);
      const box = { left: spot.x - stamp.width / 2, top: spot.y - stamp.height - STEM, width: stamp.width, height: stamp.height };
      if (this.stack.place(box, MOST_LIFTED) && clear(box)) return this.screen.put(stamp, spot.x, box.top + stamp.anchorY);
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
