import type Phaser from "phaser";

import { contextOf } from "../figures/sheet";
import type { Picture, Tile } from "./tilesets";

/** Phaser's number for it; to import it from there would load all of Phaser into tests. */
const NEAREST = 1;

/** The map's pictures as textures, and the parts of them that are tiles as frames. */
export class PictureTextures {
  private readonly keys = new Map<Picture, string>();

  constructor(private readonly scene: Phaser.Scene) {}

  /** Has a sprite show a tile's picture. Its size on the map stays the same. What has to be `enlarged` keeps its pixels. */
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

/** A picture as a texture. Phaser's own texture of a canvas would read all pixels back first, which takes longer than drawing them. */
export function addPicture(scene: Phaser.Scene, key: string, picture: HTMLCanvasElement): Phaser.Textures.Texture | null {
  return scene.textures.addImage(key, picture as unknown as HTMLImageElement);
}

/** A picture with sides that are powers of two, without which there are no smaller versions of it for far views. */
export function squared(picture: HTMLImageElement | HTMLCanvasElement | OffscreenCanvas | ImageBitmap): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = 2 ** Math.ceil(Math.log2(picture.width));
  canvas.height = 2 ** Math.ceil(Math.log2(picture.height));
  contextOf(canvas).drawImage(picture, 0, 0);
  return canvas;
}
