import type { Facing } from "../feed/walk";
import type { PlaceView } from "../protocol/messages";
import { type Area, areaOf, layerNamed, type Layout, type Thing, TILE } from "./layout";
import { type Flips, flipsOf, type MapObject, type ObjectLayer, type Tile, type TiledMap, type Tiles } from "./tiled";

/** A picture that stands on the map, in units. */
export interface Piece {
  readonly tile: Tile;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly flips: Flips;
  /** Degrees, clockwise around the bottom left corner. */
  readonly rotation: number;
  readonly opacity: number;
  readonly tint: string;
  /** The sort key for drawing pieces and people in order: the bottom edge, shifted by the property `sort`. */
  readonly depth: number;
  readonly flat: boolean;
  /** Index of its layer in the map. */
  readonly layer: number;
  /** Alternative pictures of the same thing. */
  readonly open: Tile | undefined;
  readonly lit: Tile | undefined;
  readonly cover: Tile | undefined;
}

/** All visible tile objects, in the map's order. */
export function piecesOf(map: TiledMap, tiles: Tiles): Piece[] {
  return map.layers.flatMap((layer, index) => {
    if (layer.kind !== "objects" || !layer.visible) return [];
    const drawn = layer.objects.filter(({ gid, visible }) => gid && visible);
    return drawn.map((object) => pieceOf(object, layer, index, map, tiles)).filter((piece) => piece !== undefined);
  });
}

function pieceOf(object: MapObject, layer: ObjectLayer, index: number, map: TiledMap, tiles: Tiles): Piece | undefined {
  const tile = tiles.of(object.gid);
  if (!tile?.picture) return undefined;
  const unit = TILE / map.tileWidth;
  const property = (name: string) => object.properties[name] ?? tile.properties[name];
  const sort = property("sort");
  const bottom = object.y + layer.offsetY + tile.offsetY;
  return {
    tile,
    x: (object.x + layer.offsetX + tile.offsetX) * unit,
    y: (bottom - object.height) * unit,
    width: object.width * unit,
    height: object.height * unit,
    flips: flipsOf(object.gid),
    rotation: object.rotation,
    opacity: layer.opacity * object.opacity,
    tint: layer.tint,
    depth: (bottom + (typeof sort === "number" ? sort : 0)) * unit,
    flat: (property("flat") ?? layer.properties.flat) === true,
    layer: index,
    open: tiles.sibling(tile, "open"),
    lit: tiles.sibling(tile, "lit"),
    cover: tiles.sibling(tile, "cover"),
  };
}

/** Whether a piece can change its picture, so that it cannot be painted into the ground. */
export function changes(piece: Piece): boolean {
  return piece.open !== undefined || piece.lit !== undefined;
}

/** The arena whose light a piece shows: the one that it stands in or is a window of; -1 for the street. */
export function arenaOfPiece(piece: Piece, layout: Layout, tileHeight: number): number {
  const column = Math.floor((piece.x + piece.width / 2) / TILE);
  const row = Math.floor((piece.y + piece.height - 1) / tileHeight);
  const arena = [row, row - 1, row + 1].map((y) => layout.arenaOf[y * layout.columns + column] ?? -1).find((found) => found >= 0) ?? -1;
  return arena >= 0 && layout.arenas[arena]?.indoors ? arena : -1;
}

/** A place where a person sits, lies or stands raised, in units. */
export interface Pose {
  readonly kind: "sit" | "lie" | "stand";
  readonly x: number;
  readonly y: number;
  readonly facing: Facing;
  /** The height above the ground. */
  readonly rise: number;
  /** The sort key of the person in this pose. */
  readonly depth: number;
  /** The piece of furniture that the person sits or lies on, if it is a picture. */
  readonly piece: Piece | undefined;
}

/** The poses of a map, by tile. */
export class Poses {
  private readonly byTile = new Map<number, Pose[]>();

  constructor(
    private readonly map: TiledMap,
    pieces: readonly Piece[],
  ) {
    const standing = pieces.filter(({ flat }) => !flat);
    for (const point of layerNamed(map, "poses")) {
      const { x, y } = areaOf(point, map);
      const tile = y * map.width + x;
      this.byTile.set(tile, [...(this.byTile.get(tile) ?? []), this.read(point, standing)]);
    }
  }

  at(column: number, row: number): readonly Pose[] {
    return this.byTile.get(row * this.map.width + column) ?? NONE;
  }

  private read(point: MapObject, standing: Piece[]): Pose {
    const unit = TILE / this.map.tileWidth;
    const [x, y] = [point.x * unit, point.y * unit];
    const kind = point.class === "lie" || point.class === "stand" ? point.class : "sit";
    const facing = (point.properties.facing as Facing | undefined) ?? "south";
    const piece = kind === "stand" ? undefined : under(x, y, standing);
    const depth = piece ? piece.depth + (kind === "sit" && facing === "north" ? -0.5 : 0.5) : y + 0.5;
    return { kind, x, y, facing, rise: Number(point.properties.rise ?? 0) * unit, depth, piece };
  }
}

const NONE: readonly Pose[] = [];

/** The piece at a point: of those that cover it, the one whose southern edge is closest. */
function under(x: number, y: number, standing: Piece[]): Piece | undefined {
  const covers = (piece: Piece) => x >= piece.x && x <= piece.x + piece.width && y >= piece.y && y <= piece.y + piece.height;
  const over = standing.filter((piece) => covers(piece) && piece.depth >= y - 1);
  return over.reduce<Piece | undefined>((best, piece) => (best && best.depth <= piece.depth ? best : piece), undefined);
}

/** Where a piece of furniture stands, in units: the box of its picture, or of its tiles if it has no picture. */
export interface Site {
  readonly left: number;
  readonly width: number;
  readonly top: number;
  readonly base: number;
  /** The sort key of the picture. */
  readonly depth: number;
  readonly piece: Piece | undefined;
}

/** Finds where the objects of the world stand on the map. */
export class Sites {
  private readonly tiles: ReadonlyMap<string, PlaceView["tiles"]>;
  private readonly known = new Map<string, readonly Site[]>();

  constructor(
    private readonly map: { readonly layout: Layout; readonly pieces: readonly Piece[]; readonly tileHeight: number },
    places: readonly PlaceView[],
  ) {
    this.tiles = new Map(places.filter(({ kind }) => kind === "object").map(({ address, tiles }) => [address, tiles]));
  }

  /** The sites of an object, one for each of its rectangles; none for an unknown address. */
  of(address: string): readonly Site[] {
    const known = this.known.get(address) ?? this.find(this.tiles.get(address) ?? []);
    this.known.set(address, known);
    return known;
  }

  private find(tiles: PlaceView["tiles"]): Site[] {
    const own = new Set(tiles.map(([column, row]) => `${column},${row}`));
    return this.map.layout.things.filter(({ name, area }) => name && own.has(`${area.x},${area.y}`)).map((thing) => this.siteOf(thing));
  }

  private siteOf({ area, class: kind }: Thing): Site {
    const { tileHeight } = this.map;
    const [left, width] = [area.x * TILE, area.width * TILE];
    const base = (area.y + area.height) * tileHeight;
    const piece = this.pieceOn(area, kind);
    if (!piece) return { left, width, top: area.y * tileHeight, base, depth: base, piece };
    return { left, width, top: piece.y, base: Math.max(base, piece.y + piece.height), depth: piece.flat ? base : piece.depth, piece };
  }

  /** The picture that stands on an area: one of its kind, else one that stands upright. */
  private pieceOn({ x, y, width, height }: Area, kind: string): Piece | undefined {
    const { tileHeight, pieces } = this.map;
    const [left, right, top, bottom] = [x * TILE, (x + width) * TILE, y * tileHeight, (y + height) * tileHeight];
    const over = pieces.filter((piece) => {
      const [middle, foot] = [piece.x + piece.width / 2, piece.y + piece.height];
      return middle > left - TILE / 4 && middle < right + TILE / 4 && foot > top + 1 && foot <= bottom + TILE / 4;
    });
    return over.find(({ tile }) => kind && tile.class === kind) ?? over.find(({ flat }) => !flat);
  }
}
