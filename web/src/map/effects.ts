import type Phaser from "phaser";
import { BlendModes } from "phaser";

import type { View } from "./camera";
import { drawEffects, FLICKERS, SIDE } from "./effect_art";
import type { Piece, Site, Sites } from "./furniture";
import type { Standing } from "./furniture_sprites";
import { TILE } from "./layout";
import { GLOW, type Lamp } from "./light";
import { type Look, looksOf } from "./states";
import { addPicture } from "./textures";

const ATLAS = "effects";

/** Pictures of a flame per second. */
const FLICKERS_PER_SECOND = 9;

/** The colour by which the picture of a thing that is turned off is multiplied. */
const SHADE = 0x9a94b4;

/** The light of a fire: its colour, and how far it reaches, in units. */
const FIRELIGHT = "#ffb468";
const FIRE_REACH = 4.4 * TILE;

/** The light of a thing that is turned on. */
const SHINE = "#ffe9bd";
const SHINE_REACH = 1.7 * TILE;

/** How far beyond the box of its thing an effect may be drawn, in units. */
const REACH = 2 * TILE;

/** Drawing order: on the floor, and above everything that stands. Other effects are drawn just after their thing. */
interface EffectDepths {
  floor: number;
  above: number;
}

/** Where an effect's picture is drawn. `seconds` is real time; it stands still while the town does. */
type Move = (image: Phaser.GameObjects.Image, seconds: number) => void;

interface Part {
  readonly picture: string;
  /** The point of the map at which the picture's anchor is placed, and the anchor as shares of the picture. */
  readonly x: number;
  readonly y: number;
  readonly anchor?: readonly [number, number];
  readonly size: number;
  readonly depth: number;
  readonly alpha?: number;
  readonly move?: Move;
}

/** What a thing whose state is not the usual one looks like. */
export interface Conspicuous {
  readonly address: string;
  readonly state: string;
  /** Undefined for a state that is shown by its words. */
  readonly looks: readonly Look[] | undefined;
  readonly sites: readonly Site[];
}

interface Shown extends Conspicuous {
  readonly parts: readonly Part[];
  readonly images: Phaser.GameObjects.Image[];
}

/** Draws the states of things: fire, smoke, water and so on. */
export class Effects {
  /** The pieces that are shown as turned off, or on. */
  readonly off = new Set<Piece>();
  readonly on = new Set<Piece>();
  /** The light of fires and of things that are turned on. */
  fires: readonly Lamp[] = [];
  /** The lamps that are turned off. */
  readonly out = new Set<Lamp>();
  private readonly shown = new Map<string, Shown>();

  constructor(
    private readonly scene: Phaser.Scene,
    private readonly sites: Sites,
    private readonly standing: Standing,
    private readonly lamps: readonly Lamp[],
    private readonly depths: EffectDepths,
  ) {
    const frames: [string, number, number, number][] = [];
    const atlas = addPicture(scene, ATLAS, drawEffects((...frame) => frames.push(frame)));
    for (const [name, x, y, side] of frames) atlas?.add(name, 0, x, y, side, side);
  }

  /** All things whose state is not the usual one. */
  get all(): Iterable<Conspicuous> {
    return this.shown.values();
  }

  /** Takes over the states of a moment, by address. */
  update(states: ReadonlyMap<string, string>): void {
    let changed = false;
    for (const [address, { state, images }] of this.shown) {
      if (states.get(address) === state) continue;
      images.forEach((image) => image.destroy());
      this.shown.delete(address);
      changed = true;
    }
    for (const [address, state] of states) {
      if (this.shown.has(address)) continue;
      this.shown.set(address, this.read(address, state));
      changed = true;
    }
    if (changed) this.relight();
  }

  /** Draws the effects in the view at a real time in seconds. */
  show(view: View, seconds: number): void {
    for (const { sites, parts, images } of this.shown.values()) {
      if (!parts.length) continue;
      const seen = sites.some(({ left, width, top, base }) => left - REACH < view.right && left + width + REACH > view.left && top - REACH < view.bottom && base + REACH > view.top);
      if (!seen) {
        images.forEach((image) => image.destroy());
        images.length = 0;
        continue;
      }
      parts.forEach((part, index) => {
        const image = (images[index] ??= this.add(part));
        part.move?.(image, seconds);
      });
    }
  }

  private read(address: string, state: string): Shown {
    const looks = looksOf(state);
    const sites = this.sites.of(address);
    const parts = (looks ?? []).flatMap((look) => sites.flatMap((site) => PARTS[look](site, this.depths)));
    return { address, state, looks, sites, parts, images: [] };
  }

  private add({ picture, x, y, anchor = [0.5, 0.5], size, depth, alpha = 1 }: Part): Phaser.GameObjects.Image {
    const image = picture === GLOW ? this.scene.add.image(x, y, GLOW).setBlendMode(BlendModes.ADD) : this.scene.add.image(x, y, ATLAS, picture);
    return image.setOrigin(...anchor).setDisplaySize(size, size).setDepth(depth).setAlpha(alpha);
  }

  /** Finds which pieces and lamps are on and off now, and where fires give light. */
  private relight(): void {
    const { off, on, out } = this;
    for (const piece of off) this.standing.shade(piece, undefined);
    [off, on, out].forEach((each) => each.clear());
    const fires: Lamp[] = [];
    for (const { looks = [], sites } of this.shown.values()) {
      for (const site of sites) {
        if (looks.includes("fire")) fires.push(lightAt(site, FIRELIGHT, FIRE_REACH));
        if (looks.includes("bright")) fires.push(lightAt(site, SHINE, SHINE_REACH));
        if (looks.includes("bright") && site.piece) on.add(site.piece);
        if (!looks.includes("dark")) continue;
        for (const lamp of this.lamps) if (lamp.glow && stands(lamp, site)) out.add(lamp);
        if (!site.piece) continue;
        off.add(site.piece);
        this.standing.shade(site.piece, SHADE);
      }
    }
    this.fires = fires;
  }
}

function lightAt(site: Site, colour: string, reach: number): Lamp {
  return { x: middleOf(site), y: at(site, 0.5), radiusX: reach, radiusY: reach * 0.8, colour, arena: -1, glow: reach / 3 };
}

function stands({ x, y }: Lamp, { left, width, top, base }: Site): boolean {
  return x >= left && x <= left + width && y >= top && y <= base;
}

const middleOf = ({ left, width }: Site) => left + width / 2;

/** The y position at a share of a thing's height, from its top. */
const at = ({ top, base }: Site, share: number) => top + (base - top) * share;

const PARTS: Record<Look, (site: Site, depths: EffectDepths) => Part[]> = {
  fire(site) {
    const glow = { picture: GLOW, x: middleOf(site), y: at(site, 0.35), size: site.width * 2.4, depth: site.depth + 0.5, alpha: 0.4 };
    return [glow, ...along(site, 60).map(([x, width], index): Part => {
      const move: Move = (image, seconds) => void image.setFrame(`fire ${(Math.floor(seconds * FLICKERS_PER_SECOND) + index * 2) % FLICKERS}`, false, false);
      return { picture: "fire 0", x, y: at(site, 0.5), anchor: [0.5, 59 / SIDE], size: Math.min(80, width * 1.25), depth: site.depth + 0.6, move };
    })];
  },
  smoke: (site, { above }) => puffs(site, "smoke", { above, from: 22, to: 62, rise: 105, alpha: 0.78, seconds: 3.6, count: 5 }),
  steam: (site, { above }) => puffs(site, "steam", { above, from: 10, to: 30, rise: 46, alpha: 0.7, seconds: 2.8, count: 3 }),
  water(site, { floor }) {
    const puddle = { picture: "puddle", x: middleOf(site), y: site.base - 4, size: Math.max(76, site.width * 1.3), depth: floor };
    return [puddle, ...[0.22, 0.52, 0.8].map((share, index): Part => {
      const [from, to] = [at(site, 0.45), site.base - 6];
      const move: Move = (image, seconds) => {
        const part = (seconds / 1.3 + index / 3 + 0.3) % 1;
        image.y = from + (to - from) * part * part;
        image.setAlpha(part > 0.9 ? 0 : 1);
      };
      return { picture: "drop", x: site.left + site.width * share, y: from, size: 24, depth: site.depth + 0.6, move };
    })];
  },
  broken: (site, { floor }) => [
    { picture: "crack", x: middleOf(site), y: at(site, 0.55), size: Math.min(72, Math.max(40, site.width * 0.8)), depth: site.depth + 0.6 },
    { picture: "shards", x: middleOf(site), y: site.base, size: Math.min(80, site.width), depth: floor },
  ],
  balloons(site) {
    const ends = site.width > 1.5 * TILE ? [0.06, 0.94] : [0.86];
    return ends.map((share, index): Part => {
      const y = at(site, 0.42);
      const move: Move = (image, seconds) => void (image.y = y + 2 * Math.sin(seconds * 1.6 + index * 2));
      return { picture: "balloons", x: site.left + site.width * share, y, anchor: [0.5, 62 / SIDE], size: 68, depth: site.depth + 0.8, move };
    });
  },
  garland: (site) => along(site, 64).map(([x, width]) => ({ picture: "garland", x, y: at(site, 0.3), anchor: [0.5, 0.3], size: width, depth: site.depth + 0.7 })),
  flowers: (site) => [{ picture: "flowers", x: middleOf(site), y: at(site, 0.45), anchor: [0.5, 59 / SIDE], size: 40, depth: site.depth + 0.7 }],
  dirt: (site) => [{ picture: "dirt", x: middleOf(site), y: at(site, 0.6), size: Math.min(90, site.width), depth: site.depth + 0.6 }],
  dark: () => [],
  bright: (site) => [{ picture: GLOW, x: middleOf(site), y: at(site, 0.4), size: site.width * 1.7, depth: site.depth + 0.5, alpha: 0.35 }],
};

/** Divides the width of a site into parts of about a width. Returns the middle and the width of each. */
function along({ left, width }: Site, about: number): [number, number][] {
  const count = Math.max(1, Math.round(width / about));
  return [...Array(count).keys()].map((index) => [left + ((index + 0.5) * width) / count, width / count]);
}

interface Puffs {
  above: number;
  /** The size of a puff when it begins and when it is gone, and how far it rises, in units. */
  from: number;
  to: number;
  rise: number;
  alpha: number;
  /** How long a puff rises. */
  seconds: number;
  count: number;
}

function puffs(site: Site, picture: string, { above, from, to, rise, alpha, seconds: lasts, count }: Puffs): Part[] {
  const [x, y] = [middleOf(site), at(site, 0.25)];
  return [...Array(count).keys()].map((index): Part => {
    const move: Move = (image, seconds) => {
      const part = (seconds / lasts + index / count + 0.1) % 1;
      const size = from + (to - from) * part;
      image.setPosition(x + Math.sin(part * 4 + index * 1.9) * (4 + 10 * part), y - rise * part).setDisplaySize(size, size);
      image.setAlpha(alpha * Math.min(1, part * 6) * (1 - part) ** 0.7);
    };
    return { picture, x, y, size: from, depth: above, move };
  });
}
