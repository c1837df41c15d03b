import type Phaser from "phaser";

import type { Seen } from "../feed/scene";
import type { View } from "./camera";
import { arenaOfPiece, changes, type Piece } from "./furniture";
import { TILE } from "./layout";
import type { LoadedMap } from "./load";
import type { PictureTextures } from "./textures";
import type { Tile } from "./tiled";

/** The side of the grid cells by which pieces are found, in units. */
const CELL = 256;

interface Stood {
  readonly piece: Piece;
  readonly order: number;
  image: Phaser.GameObjects.Image | undefined;
  shown: Tile;
  /** The colour by which its picture is multiplied. */
  shade: number;
  fade: number;
  frame: number;
}

/** The pieces that people walk in front of and behind, and those that change: sprites for pieces in the view only. */
export class Standing {
  private readonly cells = new Map<number, Stood[]>();
  private readonly stood = new Map<Piece, Stood>();
  private readonly sprites = new Set<Stood>();
  private readonly spare: Phaser.GameObjects.Image[] = [];
  private frame = 0;

  constructor(
    private readonly scene: Phaser.Scene,
    private readonly textures: PictureTextures,
    pieces: readonly Piece[],
    private readonly flatDepth: number,
  ) {
    pieces.forEach((piece, order) => {
      if (piece.flat && !changes(piece)) return;
      const stood: Stood = { piece, order, image: undefined, shown: piece.tile, shade: tintOf(piece), fade: 1, frame: 0 };
      this.stood.set(piece, stood);
      this.eachCell(piece.x, piece.y, piece.x + piece.width, piece.y + piece.height, (key) => {
        const cell = this.cells.get(key);
        if (cell) cell.push(stood);
        else this.cells.set(key, [stood]);
      });
    });
  }

  /** Shows the pieces in the view. At a low zoom everything is painted into the ground except changed pieces. */
  show(view: View, far: boolean): void {
    this.frame++;
    this.eachCell(view.left, view.top, view.right, view.bottom, (key) => {
      for (const stood of this.cells.get(key) ?? []) {
        if (far && stood.shown === stood.piece.tile) continue;
        stood.frame = this.frame;
        if (!stood.image) this.raise(stood);
      }
    });
    for (const stood of this.sprites) if (stood.frame !== this.frame) this.drop(stood);
  }

  /** Makes a piece show another of its pictures, or its own again. */
  turn(piece: Piece, tile: Tile): void {
    const stood = this.stood.get(piece);
    if (!stood || stood.shown === tile) return;
    stood.shown = tile;
    if (stood.image) this.textures.dress(stood.image, tile);
  }

  /** Multiplies the picture of a piece by a colour, or undefined for its own tint. Pieces painted into the ground stay. */
  shade(piece: Piece, colour: number | undefined): void {
    const stood = this.stood.get(piece);
    if (!stood) return;
    stood.shade = colour ?? tintOf(piece);
    stood.image?.setTint(stood.shade);
  }

  /** Calls `each` with every piece that stands in a rectangle. */
  eachIn(left: number, top: number, right: number, bottom: number, each: (piece: Piece) => void): void {
    this.eachCell(left, top, right, bottom, (key) => {
      for (const { piece } of this.cells.get(key) ?? []) {
        if (piece.x < right && piece.x + piece.width > left && piece.y < bottom && piece.y + piece.height > top) each(piece);
      }
    });
  }

  /** Fades the opacity of pieces: of those in `wanted` towards `to`, of all others back to 1. */
  fade(wanted: ReadonlySet<Piece>, to: number, milliseconds: number): void {
    const share = 1 - Math.exp(-milliseconds / 120);
    for (const stood of this.sprites) {
      const goal = wanted.has(stood.piece) ? to : 1;
      if (stood.fade === goal) continue;
      stood.fade = Math.abs(goal - stood.fade) < 0.01 ? goal : stood.fade + (goal - stood.fade) * share;
      stood.image?.setAlpha(stood.piece.opacity * stood.fade);
    }
  }

  private raise(stood: Stood): void {
    const { piece } = stood;
    const image = this.spare.pop()?.addToDisplayList() ?? this.scene.add.image(0, 0, "__WHITE");
    stood.image = image;
    this.sprites.add(stood);
    this.textures.dress(image, stood.shown, piece.height > piece.tile.height * 1.5);
    const quarter = piece.flips.diagonal;
    image
      .setOrigin(0.5, 0.5)
      .setDisplaySize(quarter ? piece.height : piece.width, quarter ? piece.width : piece.height)
      .setFlip(quarter ? piece.flips.down : piece.flips.across, quarter ? !piece.flips.across : piece.flips.down)
      .setAngle(piece.rotation + (quarter ? 90 : 0))
      .setAlpha(piece.opacity * stood.fade)
      .setTint(stood.shade)
      .setDepth(piece.flat ? this.flatDepth + stood.order / 1e6 : piece.depth);
    const turn = (piece.rotation * Math.PI) / 180;
    const [acrossX, acrossY] = [(piece.width / 2) * Math.cos(turn), (piece.width / 2) * Math.sin(turn)];
    const [upX, upY] = [(piece.height / 2) * Math.sin(turn), (-piece.height / 2) * Math.cos(turn)];
    image.setPosition(piece.x + acrossX + upX, piece.y + piece.height + acrossY + upY);
  }

  private drop(stood: Stood): void {
    const { image } = stood;
    stood.image = undefined;
    this.sprites.delete(stood);
    if (image) this.spare.push(image.removeFromDisplayList());
  }

  private eachCell(left: number, top: number, right: number, bottom: number, each: (key: number) => void): void {
    for (let row = Math.floor(top / CELL); row <= Math.floor(bottom / CELL); row++) {
      for (let column = Math.floor(left / CELL); column <= Math.floor(right / CELL); column++) each(row * 65536 + column);
    }
  }
}

function tintOf({ tint }: Piece): number {
  return tint ? parseInt(tint.slice(1), 16) : 0xffffff;
}

/** The darkness from which lamps and windows are shown as lit. */
const LIT_FROM = 0.2;

/** Opens doors on which people stand, and shows lamps and windows as lit. */
export class Fixtures {
  private readonly doors = new Map<number, Piece[]>();
  private readonly lit: { piece: Piece; arena: number }[] = [];
  private ajar = new Set<number>();
  private opening = new Set<number>();

  constructor(
    private readonly map: LoadedMap,
    private readonly standing: Standing,
  ) {
    for (const piece of map.pieces) {
      if (piece.open) this.addDoor(piece);
      if (piece.lit) this.lit.push({ piece, arena: arenaOfPiece(piece, map.layout, map.tileHeight) });
    }
  }

  /** `on` and `off` are the pieces that somebody has turned on and off. */
  update(people: Iterable<{ readonly seen: Seen }>, lamps: number, rooms: Uint8Array, on: ReadonlySet<Piece>, off: ReadonlySet<Piece>): void {
    this.openDoors(people);
    for (const { piece, arena } of this.lit) {
      const shines = on.has(piece) || (!off.has(piece) && lamps > LIT_FROM && (arena < 0 || rooms[arena] === 1));
      this.standing.turn(piece, (shines && piece.lit) || piece.tile);
    }
  }

  private openDoors(people: Iterable<{ readonly seen: Seen }>): void {
    const { opening } = this;
    opening.clear();
    for (const { seen } of people) opening.add(this.key(Math.round(seen.x), Math.round(seen.y)));
    for (const [key, pieces] of this.doors) {
      const open = opening.has(key);
      if (open === this.ajar.has(key)) continue;
      if (open) this.ajar.add(key);
      else this.ajar.delete(key);
      for (const piece of pieces) this.standing.turn(piece, (open && piece.open) || piece.tile);
    }
  }

  private addDoor(piece: Piece): void {
    const row = Math.round((piece.y + piece.height) / this.map.tileHeight) - 1;
    const key = this.key(Math.floor((piece.x + piece.width / 2) / TILE), row);
    this.doors.set(key, [...(this.doors.get(key) ?? []), piece]);
  }

  private key(column: number, row: number): number {
    return row * this.map.layout.columns + column;
  }
}
