import type Phaser from "phaser";
import { BlendModes } from "phaser";

import type { Actor } from "./crowd";
import type { Lamp, Rectangle } from "./lamps";
import type { Sky } from "./sky";
import { addPicture } from "./textures";
import type { View } from "./view";

const MAP = "light map";
export const GLOW = "glow";
const ROOM = "#ffdfae";
const WARM = "#fff0d0";
const PERSON = "#b9b4e8";
/** The radius of the light that every person carries, in units. */
const PERSON_REACH = 92;
/** The approximate size of a light map pixel, in CSS pixels. It can be coarse: light has sharp edges only behind walls. */
const COARSE = 5;

/** The light sources that depend on the states of things. */
export interface Lit {
  readonly fires: readonly Lamp[];
  /** The lamps that are turned off. */
  readonly out: ReadonlySet<Lamp>;
  /** The brightness of fires at this moment, about 1. */
  readonly flicker: number;
}

/** Day and night: a coarse light map that is redrawn with every frame in the dark and multiplied over the world. */
export class Light {
  private readonly image: Phaser.GameObjects.Image;
  private readonly pools = new Map<string, HTMLCanvasElement>();
  private readonly glows = new Map<Lamp, Phaser.GameObjects.Image>();
  private texture: Phaser.Textures.CanvasTexture;
  /** The light sources that come and go, those that are turned off, and all together. */
  private fires: readonly Lamp[] = [];
  private out: ReadonlySet<Lamp> = new Set();
  private all: readonly Lamp[];
  /** The present brightness of every room, 0 to 1, which fades towards lit or dark. */
  private readonly bright: Float32Array;

  constructor(
    private readonly scene: Phaser.Scene,
    private readonly rooms: readonly (readonly Rectangle[])[],
    private readonly lamps: readonly Lamp[],
    depth: number,
  ) {
    this.all = lamps;
    this.bright = new Float32Array(rooms.length);
    this.texture = scene.textures.createCanvas(MAP, 64, 64) as Phaser.Textures.CanvasTexture;
    this.image = scene.add.image(0, 0, MAP).setOrigin(0, 0).setDepth(depth).setBlendMode(BlendModes.MULTIPLY);
    addGlow(scene, this.pool("#ffd68c"));
  }

  /** Draws the light of a frame. `lit` is 1 for each room in which somebody is awake. */
  show(view: View, sky: Sky, lit: Uint8Array, actors: Iterable<Actor>, { fires, out, flicker }: Lit, far: boolean, elapsed: number): void {
    this.brighten(lit, elapsed);
    this.takeFires(fires);
    this.out = out;
    this.image.setVisible(sky.lamps > 0.005);
    this.showGlows(view, sky, far);
    if (sky.lamps <= 0.005) return;
    const pen = this.begin(view, sky);
    this.drawRooms(pen, view, sky.lamps);
    pen.globalCompositeOperation = "screen";
    if (!far) for (const { inSight, placed } of actors) if (inSight) this.drawPool(pen, PERSON, placed.x, placed.y - placed.rise - 40, PERSON_REACH, PERSON_REACH, 0.5 * sky.lamps);
    for (const lamp of this.all) {
      const power = this.powerOf(lamp) * sky.lamps * (fires.includes(lamp) ? flicker : 1);
      if (power > 0.01 && inView(lamp, view)) this.drawPool(pen, lamp.colour, lamp.x, lamp.y, lamp.radiusX, lamp.radiusY, power);
    }
    this.texture.refresh();
  }

  private brighten(lit: Uint8Array, elapsed: number): void {
    const share = 1 - Math.exp(-elapsed / 200);
    for (let room = 0; room < lit.length; room++) this.bright[room]! += ((lit[room] as number) - (this.bright[room] as number)) * share;
  }

  /** Replaces the fires; the glows of those that are out go with them. */
  private takeFires(fires: readonly Lamp[]): void {
    if (fires === this.fires) return;
    for (const fire of this.fires) {
      this.glows.get(fire)?.destroy();
      this.glows.delete(fire);
    }
    this.fires = fires;
    this.all = [...this.lamps, ...fires];
  }

  private powerOf(lamp: Lamp): number {
    if (this.out.has(lamp)) return 0;
    const { arena } = lamp;
    return arena < 0 ? 1 : (this.bright[arena] as number);
  }

  /** Aligns the light map with a grid fixed to the world, so that nothing shimmers when the view moves. */
  private begin(view: View, sky: Sky): CanvasRenderingContext2D {
    const cell = 2 ** Math.ceil(Math.log2(COARSE / view.zoom));
    const left = Math.floor(view.left / cell) - 1;
    const top = Math.floor(view.top / cell) - 1;
    this.fitTo(Math.ceil((view.right - view.left) / cell) + 3, Math.ceil((view.bottom - view.top) / cell) + 3);
    this.image.setPosition(left * cell, top * cell).setScale(cell);
    const pen = this.texture.context;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.globalCompositeOperation = "source-over";
    pen.globalAlpha = 1;
    pen.fillStyle = `rgb(${sky.colour.map(Math.round).join()})`;
    pen.fillRect(0, 0, this.texture.width, this.texture.height);
    pen.setTransform(1 / cell, 0, 0, 1 / cell, -left, -top);
    return pen;
  }

  private fitTo(width: number, height: number): void {
    if (this.texture.width >= width && this.texture.height >= height && this.texture.width < width * 2 + 64) return;
    this.image.setTexture("__WHITE");
    this.scene.textures.remove(MAP);
    const [wide, high] = [Math.ceil(width / 32) * 32, Math.ceil(height / 32) * 32];
    this.texture = this.scene.textures.createCanvas(MAP, wide, high) as Phaser.Textures.CanvasTexture;
    this.image.setTexture(MAP);
  }

  private drawRooms(pen: CanvasRenderingContext2D, view: View, lamps: number): void {
    this.rooms.forEach((areas, room) => {
      const power = (this.bright[room] as number) * lamps;
      if (power < 0.01) return;
      for (const { x, y, width, height } of areas) {
        if (x > view.right || x + width < view.left || y > view.bottom || y + height < view.top) continue;
        pen.globalAlpha = 0.8 * power;
        pen.fillStyle = ROOM;
        pen.fillRect(x, y, width, height);
        this.drawWarmth(pen, x, y, width, height, power);
      }
    });
  }

  /** Draws the brighter middle of a room, clipped to its walls. */
  private drawWarmth(pen: CanvasRenderingContext2D, x: number, y: number, width: number, height: number, power: number): void {
    pen.save();
    pen.beginPath();
    pen.rect(x, y, width, height);
    pen.clip();
    pen.globalCompositeOperation = "screen";
    this.drawPool(pen, WARM, x + width / 2, y + height / 2, width * 0.55, height * 0.6, 0.75 * power);
    pen.restore();
  }

  private drawPool(pen: CanvasRenderingContext2D, colour: string, x: number, y: number, radiusX: number, radiusY: number, power: number): void {
    pen.globalAlpha = power;
    pen.drawImage(this.pool(colour), x - radiusX, y - radiusY, radiusX * 2, radiusY * 2);
  }

  private pool(colour: string): HTMLCanvasElement {
    const known = this.pools.get(colour);
    if (known) return known;
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 64;
    const pen = canvas.getContext("2d") as CanvasRenderingContext2D;
    const gradient = pen.createRadialGradient(32, 32, 0, 32, 32, 32);
    gradient.addColorStop(0, `${colour}ff`);
    gradient.addColorStop(0.4, `${colour}8c`);
    gradient.addColorStop(1, `${colour}00`);
    pen.fillStyle = gradient;
    pen.fillRect(0, 0, 64, 64);
    this.pools.set(colour, canvas);
    return canvas;
  }

  /** Shows the glows of light sources as sprites: multiplying by the light map can only darken. */
  private showGlows(view: View, sky: Sky, far: boolean): void {
    for (const lamp of this.all) {
      const power = lamp.glow && !far ? this.powerOf(lamp) * sky.lamps : 0;
      const shown = power > 0.01 && inView(lamp, view);
      const image = this.glows.get(lamp);
      if (!shown) {
        image?.destroy();
        this.glows.delete(lamp);
      } else if (image) image.setAlpha(0.7 * power);
      else this.glows.set(lamp, this.addGlow(lamp, power));
    }
  }

  private addGlow({ x, y, glow }: Lamp, power: number): Phaser.GameObjects.Image {
    const image = this.scene.add.image(x, y, GLOW).setDisplaySize(glow * 2, glow * 2).setAlpha(0.7 * power);
    return image.setBlendMode(BlendModes.ADD).setDepth(this.image.depth + 1);
  }
}

function addGlow(scene: Phaser.Scene, pool: HTMLCanvasElement): void {
  addPicture(scene, GLOW, pool);
}

function inView({ x, y, radiusX, radiusY }: Lamp, view: View): boolean {
  return x + radiusX > view.left && x - radiusX < view.right && y + radiusY > view.top && y - radiusY < view.bottom;
}

/** Returns for each room whether somebody is awake in it. */
export function litRooms(actors: Iterable<Actor>, roomAt: (column: number, row: number) => number, into: Uint8Array): Uint8Array {
  into.fill(0);
  for (const { seen } of actors) {
    if (seen.posture === "asleep") continue;
    const room = roomAt(Math.round(seen.x), Math.round(seen.y));
    if (room >= 0) into[room] = 1;
  }
  return into;
}

