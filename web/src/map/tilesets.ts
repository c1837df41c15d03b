import { reach } from "../source/reach";
import { type Properties, propertiesOf, type RawTile, type RawTileset, type TiledMap } from "./tiled";

export type Picture = HTMLImageElement;

/** A tile of a tileset. `picture` is undefined if the map has none for it, or it could not be loaded. */
export interface Tile {
  readonly gid: number;
  readonly class: string;
  readonly properties: Properties;
  readonly picture: Picture | undefined;
  /** The tile's rectangle in the picture, in the picture's pixels. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** The offset at which it is drawn, in map pixels. */
  readonly offsetX: number;
  readonly offsetY: number;
}

const FLIPPED_ACROSS = 0x80000000;
const FLIPPED_DOWN = 0x40000000;
const TURNED = 0x20000000;
const NUMBER = 0x0fffffff;

/** How a tile is flipped: Tiled flips along the diagonal first, then horizontally, then vertically. */
export interface Flips {
  diagonal: boolean;
  across: boolean;
  down: boolean;
}

export function flipsOf(gid: number): Flips {
  return { diagonal: !!(gid & TURNED), across: !!(gid & FLIPPED_ACROSS), down: !!(gid & FLIPPED_DOWN) };
}

/** The tiles of a map, by number. */
export class Tiles {
  private readonly known = new Map<number, Tile>();

  constructor(
    private readonly sets: { first: number; set: RawTileset }[],
    private readonly pictures: ReadonlyMap<string, Picture>,
  ) {
    this.sets.sort((one, other) => other.first - one.first);
  }

  /** Returns the tile of a number, with or without flip flags; undefined if there is none. */
  of(gid: number): Tile | undefined {
    const number = gid & NUMBER;
    if (!number) return undefined;
    const known = this.known.get(number);
    if (known) return known;
    const found = this.sets.find(({ first }) => first <= number);
    if (!found) return undefined;
    const tile = this.read(found.set, number - found.first, number);
    this.known.set(number, tile);
    return tile;
  }

  /** Returns another tile of the same tileset, which a property of this one (`open`, `lit`, `cover`) refers to. */
  sibling(tile: Tile, property: string): Tile | undefined {
    const local = tile.properties[property];
    const found = this.sets.find(({ first }) => first <= tile.gid);
    return typeof local === "number" && found ? this.of(found.first + local) : undefined;
  }

  private read(set: RawTileset, local: number, gid: number): Tile {
    const own = set.tiles?.find(({ id }) => id === local);
    return {
      gid,
      class: own?.class ?? own?.type ?? "",
      properties: propertiesOf(own?.properties),
      offsetX: set.tileoffset?.x ?? 0,
      offsetY: set.tileoffset?.y ?? 0,
      ...(own?.image ? this.ownPart(own) : this.gridPart(set, local)),
    };
  }

  private ownPart(own: RawTile): Pick<Tile, "picture" | "x" | "y" | "width" | "height"> {
    const picture = this.pictures.get(own.image ?? "");
    const width = own.width ?? picture?.naturalWidth ?? own.imagewidth ?? 0;
    const height = own.height ?? picture?.naturalHeight ?? own.imageheight ?? 0;
    return { picture, x: own.x ?? 0, y: own.y ?? 0, width, height };
  }

  private gridPart(set: RawTileset, local: number): Pick<Tile, "picture" | "x" | "y" | "width" | "height"> {
    const { tilewidth: width, tileheight: height, margin = 0, spacing = 0 } = set;
    const columns = Math.max(1, set.columns ?? 1);
    const x = margin + (local % columns) * (width + spacing);
    const y = margin + Math.floor(local / columns) * (height + spacing);
    return { picture: this.pictures.get(set.image ?? ""), x, y, width, height };
  }
}

/** Fetches external tilesets and all pictures of a map. `address` turns a path within the town into a URL. */
export async function loadTiles(map: TiledMap, mapPath: string, address: (path: string) => string): Promise<Tiles> {
  const sets = await Promise.all(map.tilesets.map((set) => embedded(set, mapPath, address)));
  const pictures = new Map<string, Picture>();
  const wanted = new Set(sets.flatMap(({ set }) => picturesOf(set)));
  await Promise.all([...wanted].map(async (path) => {
    const picture = await loadPicture(address(path));
    if (picture) pictures.set(path, picture);
  }));
  return new Tiles(sets, pictures);
}

async function embedded(set: RawTileset, mapPath: string, address: (path: string) => string) {
  const first = set.firstgid ?? 1;
  if (set.source === undefined) return { first, set: withPaths(set, mapPath) };
  const path = besides(mapPath, set.source);
  const fetched = await reach(address(path));
  if (!fetched.ok) throw new Error(`The map's tileset ${set.source} is missing.`);
  return { first, set: withPaths((await fetched.json()) as RawTileset, path) };
}

function withPaths(set: RawTileset, near: string): RawTileset {
  const tiles = set.tiles?.map((tile) => (tile.image ? { ...tile, image: besides(near, tile.image) } : tile));
  return { ...set, ...(set.image ? { image: besides(near, set.image) } : {}), ...(tiles ? { tiles } : {}) };
}

/** Resolves a path relative to another file's folder. */
export function besides(file: string, path: string): string {
  const parts = [...file.split("/").slice(0, -1), ...path.split("/")];
  return parts.reduce<string[]>((way, part) => (part === ".." ? way.slice(0, -1) : part === "." ? way : [...way, part]), []).join("/");
}

function picturesOf(set: RawTileset): string[] {
  return [set.image, ...(set.tiles ?? []).map(({ image }) => image)].filter((path) => path !== undefined);
}

async function loadPicture(address: string): Promise<Picture | undefined> {
  const fetched = await reach(address);
  if (!fetched.ok) return undefined;
  const picture = new Image();
  picture.src = URL.createObjectURL(await fetched.blob());
  return picture.decode().then(() => picture, () => undefined);
}
