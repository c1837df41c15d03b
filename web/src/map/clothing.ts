import type Phaser from "phaser";

import type { Facing } from "../feed/walk";
import { type Look, lookInWords, lookOf } from "../figures/look";
import type { Pose } from "../figures/pose";
import { bakeSheet, cutSheet, FRAME, frameFor, type Sheet } from "../figures/sheet";
import { TILE } from "./layout";
import { addPicture, squared } from "./textures";

/** The clothing of a person: the words of their look, or the town's own sprite sheet. */
export interface Clothing {
  readonly who: string;
  readonly look: Look;
  /** URL of the town's own sprite sheet; empty for a drawn figure. */
  readonly sheet: string;
  /** A key that is equal for all people with the same clothing. */
  readonly name: string;
}

export function clothingOf(who: string, words: string, sheet: string): Clothing {
  const look = lookOf(words, who);
  return { who, look, sheet, name: sheet || lookInWords(look) };
}

const WAYS = { north: "up", south: "down", east: "right", west: "left" } as const;

/** The pixels per tile at which a sheet just fits 512 x 256 pixels. Powers of two allow mipmaps, for small sizes. */
const SNUG = 55;
/** In towns with more people than this, sheets have half the resolution. */
const MANY = 150;
/** The time for drawing sheets in a frame, in milliseconds, and its share of slow frames. */
const BUDGET_MS = 12;
const BUDGET_SHARE = 0.4;

/** A sheet as a texture; `width` is the width of a frame on the map, in units. */
interface Outfit {
  readonly key: string;
  readonly sheet: Sheet;
  readonly width: number;
}

/** Everybody's sprite sheets as textures; each is drawn when its first wearer comes into the view. */
export class Dressing {
  private readonly outfits = new Map<string, Outfit | undefined>();
  private readonly pose: { -readonly [K in keyof Pose]: Pose[K] } = { does: "stand", facing: "down", frame: 0, eyesClosed: false };
  private left = 0;

  constructor(
    private readonly scene: Phaser.Scene,
    private readonly people: () => number,
    private readonly ratio: number,
  ) {}

  /** Call this at the start of a frame. */
  begin(elapsed: number): void {
    this.left = Math.max(BUDGET_MS, elapsed * BUDGET_SHARE);
  }

  /** Makes a sprite show a person. Returns false if their sheet is not ready; it will be in one of the next frames. */
  dress(image: Phaser.GameObjects.Image, clothing: Clothing, bearing: Pose["does"], facing: Facing, walked: number, blinking: boolean): boolean {
    const outfit = this.outfitOf(clothing);
    if (!outfit) return false;
    const { pose } = this;
    pose.does = bearing;
    pose.facing = WAYS[facing];
    pose.frame = gait(walked);
    pose.eyesClosed = blinking || bearing === "lie";
    const { frame, mirrored } = frameFor(outfit.sheet, pose);
    this.wear(image, outfit, this.frameName(outfit, frame), mirrored);
    return true;
  }

  private wear(image: Phaser.GameObjects.Image, { key, sheet, width }: Outfit, frame: string, mirrored: boolean): void {
    if (image.texture.key !== key || image.frame.name !== frame) {
      image.setTexture(key, frame).setOrigin(sheet.feet.x, sheet.feet.y);
      image.setDisplaySize(width, (width * image.frame.height) / image.frame.width);
    }
    if (image.flipX !== mirrored) image.setFlipX(mirrored);
  }

  private frameName({ key }: Outfit, { x, y, width, height }: Sheet["frames"]["lie"]): string {
    const name = FRAME_NAMES.get(x * 65536 + y) ?? `${x} ${y}`;
    FRAME_NAMES.set(x * 65536 + y, name);
    const texture = this.scene.textures.get(key);
    if (!texture.has(name)) texture.add(name, 0, x, y, width, height);
    return name;
  }

  private outfitOf(clothing: Clothing): Outfit | undefined {
    const { name, look, sheet } = clothing;
    const known = this.outfits.get(name);
    if (known || this.outfits.has(name)) return known;
    if (sheet) this.fetch(name, clothing);
    else if (this.left > 0) this.sew(name, look);
    return this.outfits.get(name);
  }

  private sew(name: string, look: Look): void {
    const start = performance.now();
    const sheet = bakeSheet(look, SNUG * (this.people() > MANY ? 0.5 : this.ratio >= 1.5 ? 2 : 1));
    this.keep(name, sheet, (FRAME.width * TILE) / 32);
    this.left -= performance.now() - start;
  }

  private fetch(name: string, { sheet, look }: Clothing): void {
    this.outfits.set(name, undefined);
    const picture = new Image();
    picture.src = sheet;
    picture.decode().then(
      () => this.keep(name, cutSheet(picture), TILE),
      () => this.sew(name, look),
    );
  }

  private keep(name: string, sheet: Sheet, width: number): void {
    const key = `people ${this.outfits.size} ${name}`;
    addPicture(this.scene, key, squared(sheet.canvas));
    this.outfits.set(name, { key, sheet, width });
  }
}

/** A cache of frame names, so that no strings are built per frame. */
const FRAME_NAMES = new Map<number, string>();

/** The frame of the gait after walking some tiles: two steps per tile. */
function gait(walked: number): 0 | 1 | 2 | 3 {
  return ((((Math.floor(walked * 2) % 4) + 4) % 4) as 0 | 1 | 2 | 3);
}
