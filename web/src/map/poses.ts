import type { Facing } from "../feed/walk";
import { areaOf, layerNamed } from "./layout";
import { type Piece, TILE } from "./pieces";
import type { MapObject, TiledMap } from "./tiled";

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

  /** All poses on the tiles of an object, in the map's order. */
  on(tiles: readonly (readonly [number, number])[]): Pose[] {
    return tiles.flatMap(([column, row]) => this.at(column, row));
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
