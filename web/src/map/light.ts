import type Phaser from "phaser";
import { BlendModes } from "phaser";

import type { View } from "./camera";
import { type Area, areaOf, layerNamed, type Layout, type Room, TILE } from "./layout";
import type { LoadedMap } from "./load";
import type { Actor } from "./people";
import { addPicture, drawnCanvas } from "./textures";
import type { MapObject, TiledMap } from "./tiled";

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
interface Lit {
  readonly fires: readonly Lamp[];
  /** The lamps that are turned off. */
  readonly out: ReadonlySet<Lamp>;
  /** The brightness of fires at this moment, about 1. */
  readonly flicker: number;
}

/** Day and night: a coarse light map that is redrawn with every frame in the dark and multiplied over the world. */
export class Light {
  /** The lamps and windows of the map. */
  readonly lamps: readonly Lamp[];
  /** For each arena, 1 if somebody is awake in it. */
  readonly lit: Uint8Array;
  private readonly layout: Layout;
  /** The areas on which the light of each arena falls; none outdoors. */
  private readonly rooms: readonly (readonly Rectangle[])[];
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
    { tiled, layout, tileHeight, paints }: LoadedMap,
    depth: number,
  ) {
    this.layout = layout;
    this.rooms = layout.arenas.map((arena) => (arena.indoors ? litAreas(layout, arena, tileHeight, paints.hasOver) : []));
    this.all = this.lamps = lampsOf(tiled, layout);
    this.lit = new Uint8Array(layout.arenas.length);
    this.bright = new Float32Array(layout.arenas.length);
    this.texture = scene.textures.createCanvas(MAP, 64, 64) as Phaser.Textures.CanvasTexture;
    this.image = scene.add.image(0, 0, MAP).setOrigin(0, 0).setDepth(depth).setBlendMode(BlendModes.MULTIPLY);
    addPicture(scene, GLOW, this.pool("#ffd68c"));
  }

  /** Finds out in which rooms somebody is awake. Call this before `show`. */
  update(actors: Iterable<Actor>): void {
    const { arenaOf, columns } = this.layout;
    this.lit.fill(0);
    for (const { seen } of actors) {
      const room = arenaOf[Math.round(seen.y) * columns + Math.round(seen.x)] ?? -1;
      if (room >= 0 && seen.posture !== "asleep") this.lit[room] = 1;
    }
  }

  /** Draws the light of a frame. */
  show(view: View, sky: Sky, actors: Iterable<Actor>, { fires, out, flicker }: Lit, far: boolean, elapsed: number): void {
    this.brighten(elapsed);
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

  private brighten(elapsed: number): void {
    const share = 1 - Math.exp(-elapsed / 200);
    this.lit.forEach((lit, room) => (this.bright[room]! += (lit - this.bright[room]!) * share));
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
    const canvas = drawnCanvas(64, 64, (pen) => {
      const gradient = pen.createRadialGradient(32, 32, 0, 32, 32, 32);
      gradient.addColorStop(0, `${colour}ff`);
      gradient.addColorStop(0.4, `${colour}8c`);
      gradient.addColorStop(1, `${colour}00`);
      pen.fillStyle = gradient;
      pen.fillRect(0, 0, 64, 64);
    });
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

function inView({ x, y, radiusX, radiusY }: Lamp, view: View): boolean {
  return x + radiusX > view.left && x - radiusX < view.right && y + radiusY > view.top && y - radiusY < view.bottom;
}

/** A rectangle in units. */
interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A light source: a lamp, or a window lit from inside. In units. */
export interface Lamp {
  readonly x: number;
  readonly y: number;
  readonly radiusX: number;
  readonly radiusY: number;
  readonly colour: string;
  /** The index of its arena: it shines while somebody is awake there. With -1 it shines whenever it is dark. */
  readonly arena: number;
  /** The radius of the glow around the source; 0 for none. */
  readonly glow: number;
}

const LAMP = "#ffc27a";
const REACHES: Record<string, number> = { lamp: 4.8, floor_lamp: 2.6, fire: 3, screen: 1.4 };
const GLOWS: Record<string, number> = { lamp: 38, floor_lamp: 26, fire: 24, screen: 12 };

/** By how much of a tile a room's light extends under the side walls, and stops short of the south wall. */
const UNDER_WALLS = 0.38;
const BEFORE_SOUTH = 0.5;

function lampsOf(map: TiledMap, layout: Layout): Lamp[] {
  const unit = TILE / map.tileWidth;
  const lamps = layerNamed(map, "lights").map((point) => lampOf(point, map, layout, unit));
  return [...lamps, ...layerNamed(map, "windows").flatMap((window) => windowLight(window, map, layout, unit))];
}

function lampOf(point: MapObject, map: TiledMap, layout: Layout, unit: number): Lamp {
  const { x, y } = areaOf(point, map);
  const stands = arenaNear(layout, x, y);
  const reach = Number(point.properties.radius ?? (REACHES[point.class] ?? 3) * map.tileWidth) * unit;
  const colour = typeof point.properties.colour === "string" ? point.properties.colour : LAMP;
  const indoors = stands >= 0 && layout.arenas[stands]?.indoors === true;
  const glow = (GLOWS[point.class] ?? 20) * (TILE / 32);
  return { x: point.x * unit, y: point.y * unit, radiusX: reach, radiusY: reach * 0.72, colour, arena: indoors ? stands : -1, glow };
}

/** The light that falls from a front window onto the ground before it. */
function windowLight(window: MapObject, map: TiledMap, layout: Layout, unit: number): Lamp[] {
  const { x, y, width } = areaOf(window, map);
  const arena = window.properties.side === "room" ? -1 : arenaNear(layout, x, y - 1);
  if (arena < 0) return [];
  const middle = (x + width / 2) * TILE;
  const bottom = (y + 0.8) * map.tileHeight * unit;
  return [{ x: middle, y: bottom, radiusX: 0.85 * TILE * width, radiusY: 1.4 * TILE, colour: LAMP, arena, glow: 0 }];
}

/** The arena of a tile; for a wall, that of the tile above or below. */
function arenaNear({ arenaOf, columns, rows }: Layout, column: number, row: number): number {
  for (const y of [row, row + 1, row - 1]) {
    const found = y >= 0 && y < rows && column >= 0 && column < columns ? arenaOf[y * columns + column] : -1;
    if (found !== undefined && found >= 0) return found;
  }
  return -1;
}

/** The areas that a room's light falls on: its floor, the face of its north wall, and a bit of the side walls. */
function litAreas(layout: Layout, room: Room, tileHeight: number, capped: boolean): Rectangle[] {
  return room.areas.map((area) => {
    const sides = { west: walled(layout, area, "west"), east: walled(layout, area, "east") };
    const north = walled(layout, area, "north") ? 1 : 0;
    const south = capped && walled(layout, area, "south") ? BEFORE_SOUTH : 0;
    const left = area.x - (sides.west ? UNDER_WALLS : 0);
    const right = area.x + area.width + (sides.east ? UNDER_WALLS : 0);
    const top = area.y - north;
    return { x: left * TILE, y: top * tileHeight, width: (right - left) * TILE, height: (area.y + area.height - south - top) * tileHeight };
  });
}

/** Whether more than half of a side of an area is wall. */
function walled({ columns, walls }: Layout, { x, y, width, height }: Area, side: "north" | "south" | "east" | "west"): boolean {
  const along = side === "north" || side === "south" ? width : height;
  let walled = 0;
  for (let step = 0; step < along; step++) {
    const column = side === "west" ? x - 1 : side === "east" ? x + width : x + step;
    const row = side === "north" ? y - 1 : side === "south" ? y + height : y + step;
    walled += walls[row * columns + column] ?? 0;
  }
  return walled * 2 > along;
}

/** The light by time of day (ART.md): the colour that the world is multiplied by, and the brightness of lamps. */

type Colour = readonly [number, number, number];

const DAY: Colour = [255, 255, 255];
const DUSK: Colour = [246, 210, 202];
const NIGHT: Colour = [85, 99, 174];

/** Hour, colour and brightness of lamps; interpolated linearly in between. */
const HOURS: readonly (readonly [number, Colour, number])[] = [
  [0, NIGHT, 1],
  [4.8, NIGHT, 1],
  [6.2, DUSK, 0.45],
  [7.4, DAY, 0],
  [17.4, DAY, 0],
  [19, DUSK, 0.45],
  [20.8, NIGHT, 1],
  [24, NIGHT, 1],
];

interface Sky {
  colour: Colour;
  /** The brightness of lamps: 0 by day, 1 by night. */
  lamps: number;
}

export function skyAt(hour: number): Sky {
  const after = Math.max(1, HOURS.findIndex(([until]) => until > hour));
  const [from, colour, lamps] = HOURS[after - 1] as (typeof HOURS)[number];
  const [to, nextColour, nextLamps] = HOURS[after] as (typeof HOURS)[number];
  const share = (hour - from) / (to - from);
  const mixed = colour.map((one, index) => one + ((nextColour[index] as number) - one) * share) as unknown as Colour;
  return { colour: mixed, lamps: lamps + (nextLamps - lamps) * share };
}
