import type { PlaceView } from "../protocol/messages";
import type { Area, Thing } from "./layout";
import type { LoadedMap } from "./load";
import { type Piece, TILE } from "./pieces";

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
    private readonly map: LoadedMap,
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
