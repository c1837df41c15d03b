import type { MapObject, ObjectLayer, TiledMap } from "./tiled";
import { type Flips, flipsOf, type Tile, type Tiles } from "./tilesets";

/** The width of a tile in units, in which the map is drawn; its height depends on the map. */
export const TILE = 64;

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
