import type Phaser from "phaser";

import { contextOf } from "../figures/sheet";
import type { Picture, Tile } from "./tiled";

/** Phaser's constant for nearest-neighbour filtering. Importing it would load all of Phaser into the tests. */
const NEAREST = 1;

/** The map's pictures as textures, with a frame for every tile. */
export class PictureTextures {
  private readonly keys = new Map<Picture, string>();

  constructor(private readonly scene: Phaser.Scene) {}

  /** Makes a sprite show the picture of a tile; its size on the map stays the same. If `enlarged`, pixels stay sharp. */
  dress(image: Phaser.GameObjects.Image, tile: Tile, enlarged = false): void {
    const { displayWidth, displayHeight } = image;
    const fresh = image.texture.key === "__WHITE";
    image.setTexture(this.key(tile.picture as Picture), this.frame(tile));
    if (enlarged) image.texture.setFilter(NEAREST);
    if (!fresh) image.setDisplaySize(displayWidth, displayHeight);
  }

  private key(picture: Picture): string {
    const known = this.keys.get(picture);
    if (known) return known;
    const key = `picture ${this.keys.size}`;
    addPicture(this.scene, key, squared(picture));
    this.keys.set(picture, key);
    return key;
  }

  private frame(tile: Tile): string {
    const texture = this.scene.textures.get(this.key(tile.picture as Picture));
    const name = `${tile.x} ${tile.y} ${tile.width} ${tile.height}`;
    if (!texture.has(name)) texture.add(name, 0, tile.x, tile.y, tile.width, tile.height);
    return name;
  }
}

/** Adds a picture as a texture. Phaser's CanvasTexture would first read all pixels back, which takes longer than drawing them. */
export function addPicture(scene: Phaser.Scene, key: string, picture: HTMLCanvasElement): Phaser.Textures.Texture | null {
  return scene.textures.addImage(key, picture as unknown as HTMLImageElement);
}

/** A canvas of a size, with what a function draws on it. */
export function drawnCanvas(width: number, height: number, draw: (pen: CanvasRenderingContext2D) => void): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  draw(canvas.getContext("2d") as CanvasRenderingContext2D);
  return canvas;
}

/** Returns a picture padded to sides that are powers of two, which mipmaps require. */
export function squared(picture: HTMLImageElement | HTMLCanvasElement | OffscreenCanvas | ImageBitmap): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = 2 ** Math.ceil(Math.log2(picture.width));
  canvas.height = 2 ** Math.ceil(Math.log2(picture.height));
  contextOf(canvas).drawImage(picture, 0, 0);
  return canvas;
}
