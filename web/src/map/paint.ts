import { INK } from "../figures/palette";
import { changes, type Piece } from "./furniture";
import { type Area, fill, type Layout, type Thing, TILE } from "./layout";
import { type Flips, flipsOf, type ImageLayer, type Layer, type Picture, type Tile, type TiledMap, type TileLayer, type Tiles } from "./tiled";

/** The part of the map to paint: what is under people, what is over them, or all of it for low zooms. */
export type Part = "under" | "over" | "all";

/** A painter of sections of a map. */
export interface Paints {
  /** Whether the map has anything that is drawn over people. */
  readonly hasOver: boolean;
  /**
   * Paints a square (in units) onto a canvas whose origin is the square's corner, at `scale` pixels per unit.
   * Outside the map it paints the surroundings. Returns whether there was anything to paint.
   */
  paint(pen: CanvasRenderingContext2D, x: number, y: number, size: number, scale: number, part: Part): boolean;
}

/** How often the map is mirrored beside itself in each direction: once before it, and once after it. */
const MIRRORS = [-1, 0, 1] as const;

/** Paints a map from its layers. */
export class Painter implements Paints {
  private readonly unit: number;
  private readonly reach: { columns: number; rows: number };
  private readonly scratch = document.createElement("canvas");
  private readonly standing: Piece[];
  /**
   * What the surroundings repeat of the map: its lowest layer, what reaches an edge in other layers, such as roads, and the
   * pieces outside of sectors.
   */
  private readonly wildLayers: TileLayer[];
  private readonly wildPieces: Piece[];
  private readonly width: number;
  private readonly height: number;
  private scale = 1;
  private stamped = 0;

  constructor(
    private readonly map: TiledMap,
    private readonly tiles: Tiles,
    private readonly pieces: readonly Piece[],
    layout: Layout,
    private readonly background: string,
  ) {
    this.unit = TILE / map.tileWidth;
    this.width = map.width * TILE;
    this.height = map.height * map.tileHeight * this.unit;
    this.reach = reachOf(map, tiles);
    this.standing = pieces.filter(({ flat }) => !flat).sort((one, other) => one.depth - other.depth);
    const owned = new Uint8Array(map.width * map.height);
    for (const { areas } of layout.sectors) for (const area of areas) fill(owned, map.width, area, 1);
    const grounds = map.layers.filter((layer): layer is TileLayer => layer.kind === "tiles" && layer.visible && !isAbove(layer));
    const [lowest, ...others] = grounds;
    this.wildLayers = [...(lowest ? [lowest] : []), ...others.map((layer) => ({ ...layer, gids: outgoing(layer.gids, owned, map) }))];
    this.wildPieces = this.standing.filter((piece) => !owned[this.tileUnder(piece)]);
  }

  get hasOver(): boolean {
    return this.map.layers.some((layer) => layer.visible && isAbove(layer));
  }

  paint(pen: CanvasRenderingContext2D, x: number, y: number, size: number, scale: number, part: Part): boolean {
    this.scale = scale;
    this.stamped = 0;
    pen.imageSmoothingQuality = "high";
    pen.setTransform(scale, 0, 0, scale, -x * scale, -y * scale);
    if (part !== "over") this.paintSurroundings(pen, x, y, size);
    this.map.layers.forEach((layer, index) => {
      if (!layer.visible) return;
      if (layer.kind === "tiles") {
        if (part === "over" ? isAbove(layer) : !isAbove(layer)) this.paintLayer(pen, layer, x, y, size);
      } else if (layer.kind === "image") {
        if (part !== "over") this.paintImage(pen, layer);
      } else if (part !== "over") {
        this.paintPieces(pen, this.pieces.filter((piece) => piece.layer === index && piece.flat && (part === "all" || !changes(piece))), x, y, size);
      }
    });
    if (part !== "all") return this.stamped > 0;
    this.paintPieces(pen, this.standing, x, y, size);
    for (const layer of this.map.layers) if (layer.kind === "tiles" && layer.visible && isAbove(layer)) this.paintLayer(pen, layer, x, y, size);
    return this.stamped > 0;
  }

  /**
   * Paints what is around the map: its ground, roads and trees mirrored at its edges, without buildings, and paler with
   * the distance.
   */
  private paintSurroundings(pen: CanvasRenderingContext2D, x: number, y: number, size: number): void {
    const { width, height } = this;
    if (x >= 0 && y >= 0 && x + size <= width && y + size <= height) return;
    for (const down of MIRRORS) {
      for (const across of MIRRORS) {
        if ((!across && !down) || x > (across + 1) * width || x + size < across * width || y > (down + 1) * height || y + size < down * height) continue;
        pen.save();
        pen.translate(across > 0 ? 2 * width : 0, down > 0 ? 2 * height : 0);
        pen.scale(across ? -1 : 1, down ? -1 : 1);
        const [left, top] = [mirrored(x, size, across, width), mirrored(y, size, down, height)];
        for (const layer of this.wildLayers) this.paintLayer(pen, layer, left, top, size);
        pen.restore();
        this.paintPieces(pen, this.wildPieces.map((piece) => this.mirror(piece, across, down)).filter((piece) => piece !== undefined), x, y, size);
      }
    }
    this.paintHaze(pen, x, y, size);
  }

  /** A piece that stands where its foot is mirrored, upright; undefined if it would stand out over the map. */
  private mirror(piece: Piece, across: number, down: number): Piece | undefined {
    const foot = piece.y + piece.height;
    const x = mirrored(piece.x, piece.width, across, this.width);
    const y = mirrored(foot, 0, down, this.height) - piece.height;
    const over = x < this.width && x + piece.width > 0 && y < this.height && y + piece.height > 0;
    return over ? undefined : { ...piece, x, y };
  }

  private paintHaze(pen: CanvasRenderingContext2D, x: number, y: number, size: number): void {
    const { width, height, background } = this;
    const reach = Math.min(width, height);
    const sides: [number, number, number, number][] = [[0, 0, -reach, 0], [width, 0, width + reach, 0], [0, 0, 0, -reach], [0, height, 0, height + reach]];
    for (const side of sides) {
      const haze = pen.createLinearGradient(...side);
      haze.addColorStop(0, `${background}00`);
      haze.addColorStop(1, background);
      pen.fillStyle = haze;
      pen.fillRect(x, y, size, size);
    }
  }

  private tileUnder({ x, y, width, height }: Piece): number {
    const column = Math.floor((x + width / 2) / TILE);
    const row = Math.ceil((y + height) / (this.map.tileHeight * this.unit)) - 1;
    return row * this.map.width + column;
  }

  private paintLayer(pen: CanvasRenderingContext2D, layer: TileLayer, x: number, y: number, size: number): void {
    const { tileWidth, tileHeight, width, height } = this.map;
    const { unit, reach } = this;
    const left = x / unit - layer.offsetX;
    const top = y / unit - layer.offsetY;
    const firstColumn = Math.max(0, Math.floor(left / tileWidth) - reach.columns);
    const lastColumn = Math.min(width - 1, Math.ceil((left + size / unit) / tileWidth));
    const firstRow = Math.max(0, Math.floor(top / tileHeight));
    const lastRow = Math.min(height - 1, Math.ceil((top + size / unit) / tileHeight) + reach.rows);
    pen.globalAlpha = layer.opacity;
    for (let row = firstRow; row <= lastRow; row++) {
      for (let column = firstColumn; column <= lastColumn; column++) {
        const gid = layer.gids[row * width + column] as number;
        const tile = gid ? this.tiles.of(gid) : undefined;
        if (!tile?.picture) continue;
        const atX = (column * tileWidth + layer.offsetX + tile.offsetX) * unit;
        const atY = ((row + 1) * tileHeight - tile.height + layer.offsetY + tile.offsetY) * unit;
        this.stamp(pen, tile, flipsOf(gid), atX, atY, tile.width * unit, tile.height * unit, layer.tint);
      }
    }
    pen.globalAlpha = 1;
  }

  private paintImage(pen: CanvasRenderingContext2D, layer: ImageLayer): void {
    const picture = this.tiles.pictureOf(layer);
    if (!picture) return;
    const { width, height } = picture;
    const whole = { gid: 0, class: "", properties: {}, picture, x: 0, y: 0, width, height, offsetX: 0, offsetY: 0 };
    const { unit } = this;
    pen.globalAlpha = layer.opacity;
    this.stamp(pen, whole, flipsOf(0), layer.offsetX * unit, layer.offsetY * unit, width * unit, height * unit, layer.tint);
    pen.globalAlpha = 1;
  }

  private paintPieces(pen: CanvasRenderingContext2D, pieces: Piece[], x: number, y: number, size: number): void {
    for (const piece of pieces) {
      const outside = piece.x > x + size || piece.y > y + size || piece.x + piece.width < x || piece.y + piece.height < y;
      if (outside && !piece.rotation) continue;
      pen.globalAlpha = piece.opacity;
      this.stampPiece(pen, piece);
    }
    pen.globalAlpha = 1;
  }

  private stampPiece(pen: CanvasRenderingContext2D, piece: Piece): void {
    if (!piece.rotation) return this.stamp(pen, piece.tile, piece.flips, piece.x, piece.y, piece.width, piece.height, piece.tint);
    pen.save();
    pen.translate(piece.x, piece.y + piece.height);
    pen.rotate((piece.rotation * Math.PI) / 180);
    this.stamp(pen, piece.tile, piece.flips, 0, -piece.height, piece.width, piece.height, piece.tint);
    pen.restore();
  }

  /** Draws a tile. An enlarged tile keeps sharp pixels, as in Tiled; all others are smoothed. */
  private stamp(pen: CanvasRenderingContext2D, tile: Tile, flips: Flips, x: number, y: number, width: number, height: number, tint: string): void {
    this.stamped++;
    const source = tint ? this.tinted(tile, tint) : (tile.picture as Picture);
    const [fromX, fromY] = tint ? [0, 0] : [tile.x, tile.y];
    pen.imageSmoothingEnabled = width * this.scale <= tile.width * 1.01;
    if (!flips.across && !flips.down && !flips.diagonal) {
      pen.drawImage(source, fromX, fromY, tile.width, tile.height, x, y, width, height);
      return;
    }
    pen.save();
    pen.translate(x + width / 2, y + height / 2);
    pen.scale(flips.across ? -1 : 1, flips.down ? -1 : 1);
    if (flips.diagonal) pen.transform(0, 1, 1, 0, 0, 0);
    pen.drawImage(source, fromX, fromY, tile.width, tile.height, -width / 2, -height / 2, width, height);
    pen.restore();
  }

  private tinted(tile: Tile, tint: string): HTMLCanvasElement {
    const { scratch } = this;
    scratch.width = tile.width;
    scratch.height = tile.height;
    const pen = scratch.getContext("2d") as CanvasRenderingContext2D;
    const draw = () => pen.drawImage(tile.picture as Picture, tile.x, tile.y, tile.width, tile.height, 0, 0, tile.width, tile.height);
    draw();
    pen.globalCompositeOperation = "multiply";
    pen.fillStyle = tint;
    pen.fillRect(0, 0, tile.width, tile.height);
    pen.globalCompositeOperation = "destination-in";
    draw();
    return scratch;
  }
}

/** Where a stretch begins that is mirrored at the start (-1) or at the end (1) of a length; 0 leaves it. */
function mirrored(from: number, size: number, side: number, length: number): number {
  return side ? (side > 0 ? 2 * length : 0) - from - size : from;
}

/**
 * The tiles of a layer that are connected to an edge of the map, such as those of its roads; 0 for all others and those of
 * sectors. Tiles beside sectors do not count as edges: they may be the shade of a house.
 */
function outgoing(gids: Uint32Array, owned: Uint8Array, { width, height }: TiledMap): Uint32Array {
  const found = new Uint32Array(gids.length);
  const atEdge = (tile: number) => tile < width || tile >= width * (height - 1) || tile % width === 0 || tile % width === width - 1;
  const beside = (tile: number) => [-1, 0, 1].some((by) => owned[tile + by] || owned[tile + by - width] || owned[tile + by + width]);
  const waiting = [...gids.keys()].filter((tile) => atEdge(tile) && !beside(tile));
  for (let tile = waiting.pop(); tile !== undefined; tile = waiting.pop()) {
    if (found[tile] || owned[tile] || !gids[tile]) continue;
    found[tile] = gids[tile] as number;
    const column = tile % width;
    waiting.push(...[tile - width, tile + width, ...(column ? [tile - 1] : []), ...(column < width - 1 ? [tile + 1] : [])]);
  }
  return found;
}

function isAbove(layer: Layer): boolean {
  return layer.kind === "tiles" && layer.properties.above === true;
}

/** How far tiles that are larger than the grid extend into their neighbours, in tiles: to the right, and up. */
function reachOf(map: TiledMap, tiles: Tiles): { columns: number; rows: number } {
  let columns = 0;
  let rows = 0;
  for (const layer of map.layers) {
    if (layer.kind !== "tiles" || !layer.visible) continue;
    for (const gid of new Set(layer.gids)) {
      const tile = gid ? tiles.of(gid) : undefined;
      columns = Math.max(columns, Math.ceil((tile?.width ?? 0) / map.tileWidth) - 1);
      rows = Math.max(rows, Math.ceil((tile?.height ?? 0) / map.tileHeight) - 1);
    }
  }
  return { columns, rows };
}

export function hasPictures(map: TiledMap, tiles: Tiles, pieces: readonly Piece[]): boolean {
  const drawn = (layer: Layer) => {
    if (layer.kind === "image") return layer.visible && tiles.pictureOf(layer);
    return layer.visible && layer.kind === "tiles" && [...new Set(layer.gids)].some((gid) => tiles.of(gid)?.picture);
  };
  return pieces.length > 0 || map.layers.some(drawn);
}

/** The colour of the ground, in and around the map. */
export const GROUND = "#b9cfa0";
const LOT = "#cbd6b4";
const FLOORS = ["#ead7b4", "#e4ebe6", "#e0d3dc", "#efe3c6", "#d6e3e8", "#dccdb6"];
const WALL = "#5b4658";
const DOOR = "#b97f52";
const THINGS = ["#8fb3b3", "#c9a07a", "#a9a0c4", "#c79a8c", "#93ab8a", "#b8a36c"];
const SCENERY = "#9bb08a";

/** Paints a map without pictures: floors, walls, doors and named furniture as plain shapes. */
export class PlainPainter implements Paints {
  readonly hasOver = false;

  constructor(
    private readonly layout: Layout,
    private readonly height: number,
  ) {}

  paint(pen: CanvasRenderingContext2D, x: number, y: number, _size: number, scale: number, part: Part): boolean {
    if (part === "over") return false;
    const { layout } = this;
    pen.setTransform(scale, 0, 0, scale, -x * scale, -y * scale);
    pen.fillStyle = GROUND;
    pen.fillRect(0, 0, layout.columns * TILE, layout.rows * this.height);
    for (const sector of layout.sectors) for (const area of sector.areas) this.fill(pen, area, LOT);
    for (const arena of layout.arenas) for (const area of arena.areas) this.fill(pen, area, pick(FLOORS, arena.sector + arena.name));
    this.paintWalls(pen);
    for (const door of layout.doors) this.fill(pen, door, DOOR);
    for (const thing of layout.things) this.paintThing(pen, thing);
    return true;
  }

  private fill(pen: CanvasRenderingContext2D, area: Area, colour: string): void {
    pen.fillStyle = colour;
    pen.fillRect(area.x * TILE, area.y * this.height, area.width * TILE, area.height * this.height);
  }

  private paintWalls(pen: CanvasRenderingContext2D): void {
    const { columns, walls } = this.layout;
    pen.fillStyle = WALL;
    walls.forEach((wall, tile) => {
      if (wall) pen.fillRect((tile % columns) * TILE, Math.floor(tile / columns) * this.height, TILE, this.height);
    });
  }

  private paintThing(pen: CanvasRenderingContext2D, { name, class: kind, area, walkable }: Thing): void {
    const [x, y] = [area.x * TILE + 5, area.y * this.height + 5];
    const [width, height] = [area.width * TILE - 10, area.height * this.height - 10];
    pen.fillStyle = name ? pick(THINGS, kind || name) : SCENERY;
    pen.globalAlpha = walkable ? 0.55 : 1;
    pen.beginPath();
    pen.roundRect(x, y, width, height, 10);
    pen.fill();
    pen.globalAlpha = 1;
    if (!name) return;
    pen.fillStyle = INK;
    pen.font = "600 13px ui-rounded, system-ui, sans-serif";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(name, x + width / 2, y + height / 2, width - 6);
  }
}

/** Chooses a colour; equal names get equal colours. */
function pick(colours: string[], name: string): string {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65521;
  return colours[sum % colours.length] as string;
}
