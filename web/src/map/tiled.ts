import { reach } from "../source/reach";

/** Reads the map that the server sends: Tiled's JSON in one form, with all layers in one list and positions in pixels. */

type Properties = Readonly<Record<string, unknown>>;

interface RawTileset {
  firstgid?: number;
  name?: string;
  image?: string;
  tilewidth: number;
  tileheight: number;
  columns?: number;
  margin?: number;
  spacing?: number;
  tileoffset?: { x: number; y: number };
  tiles?: RawTile[];
}

interface RawTile {
  id: number;
  type?: string;
  class?: string;
  image?: string;
  imagewidth?: number;
  imageheight?: number;
  x?: number;
  y?: number;
  width?: number;
  height?: number;
  properties?: RawProperty[];
}

interface RawProperty {
  name: string;
  value: unknown;
}

interface RawObject {
  name?: string;
  type?: string;
  class?: string;
  x: number;
  y: number;
  width?: number;
  height?: number;
  rotation?: number;
  gid?: number;
  visible?: boolean;
  opacity?: number;
  point?: boolean;
  properties?: RawProperty[];
}

interface RawLayer {
  type: string;
  name?: string;
  visible?: boolean;
  opacity?: number;
  tintcolor?: string;
  offsetx?: number;
  offsety?: number;
  data?: number[];
  image?: string;
  objects?: RawObject[];
  properties?: RawProperty[];
}

export interface RawMap {
  width: number;
  height: number;
  tilewidth: number;
  tileheight: number;
  backgroundcolor?: string;
  layers: RawLayer[];
  tilesets?: RawTileset[];
}

interface LayerBase {
  name: string;
  visible: boolean;
  opacity: number;
  /** `#rrggbb`, or empty for none. */
  tint: string;
  offsetX: number;
  offsetY: number;
  properties: Properties;
}

export interface TileLayer extends LayerBase {
  kind: "tiles";
  /** Tile numbers with flip flags, row by row. */
  gids: Uint32Array;
}

export interface MapObject {
  name: string;
  class: string;
  x: number;
  y: number;
  width: number;
  height: number;
  rotation: number;
  /** The tile number with flip flags; 0 for a shape. */
  gid: number;
  visible: boolean;
  opacity: number;
  properties: Properties;
}

export interface ObjectLayer extends LayerBase {
  kind: "objects";
  objects: MapObject[];
}

export interface ImageLayer extends LayerBase {
  kind: "image";
  /** The path of its picture. */
  image: string;
}

export type Layer = TileLayer | ObjectLayer | ImageLayer;

export interface TiledMap {
  /** In tiles. */
  width: number;
  height: number;
  /** In pixels. */
  tileWidth: number;
  tileHeight: number;
  background: string;
  layers: Layer[];
  tilesets: RawTileset[];
}

export function readTiled(raw: RawMap): TiledMap {
  return {
    width: raw.width,
    height: raw.height,
    tileWidth: raw.tilewidth,
    tileHeight: raw.tileheight,
    background: raw.backgroundcolor ? colourOf(raw.backgroundcolor) : "",
    layers: raw.layers.map(readLayer),
    tilesets: raw.tilesets ?? [],
  };
}

function propertiesOf(raw: RawProperty[] | undefined): Properties {
  return Object.fromEntries((raw ?? []).map(({ name, value }) => [name, value]));
}

/** Converts a colour of Tiled, `#aarrggbb` or `#rrggbb`, to `#rrggbb`. */
function colourOf(tiled: string): string {
  return `#${tiled.replace(/^#/, "").slice(-6)}`;
}

function readLayer(raw: RawLayer): Layer {
  const base = {
    name: raw.name ?? "",
    visible: raw.visible !== false,
    opacity: raw.opacity ?? 1,
    tint: raw.tintcolor ? colourOf(raw.tintcolor) : "",
    offsetX: raw.offsetx ?? 0,
    offsetY: raw.offsety ?? 0,
    properties: propertiesOf(raw.properties),
  };
  if (raw.type === "tilelayer") return { kind: "tiles", ...base, gids: Uint32Array.from(raw.data ?? []) };
  if (raw.type === "imagelayer") return { kind: "image", ...base, image: raw.image ?? "" };
  return { kind: "objects", ...base, objects: (raw.objects ?? []).map(readObject) };
}

function readObject(raw: RawObject): MapObject {
  return {
    name: raw.name ?? "",
    class: raw.class ?? raw.type ?? "",
    x: raw.x,
    y: raw.y,
    width: raw.width ?? 0,
    height: raw.height ?? 0,
    rotation: raw.rotation ?? 0,
    gid: raw.gid ?? 0,
    visible: raw.visible !== false,
    opacity: raw.opacity ?? 1,
    properties: propertiesOf(raw.properties),
  };
}

export type Picture = ImageBitmap;

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
    /** The paths of the pictures that could not be loaded. */
    readonly missing: readonly string[] = [],
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

  /** Returns the picture of a layer of its own; undefined if it could not be loaded. */
  pictureOf({ image }: ImageLayer): Picture | undefined {
    return this.pictures.get(image);
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
    const width = own.width ?? picture?.width ?? own.imagewidth ?? 0;
    const height = own.height ?? picture?.height ?? own.imageheight ?? 0;
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

/** Fetches all pictures of a map. `address` turns a path within the town into a URL; `asked` is called once all are on their way. */
export async function loadTiles(map: TiledMap, address: (path: string) => string, asked: () => void): Promise<Tiles> {
  const sets = map.tilesets.map((set) => ({ first: set.firstgid ?? 1, set }));
  const pictures = new Map<string, Picture>();
  const layers = map.layers.flatMap((layer) => (layer.kind === "image" && layer.image ? [layer.image] : []));
  const wanted = new Set([...map.tilesets.flatMap(picturesOf), ...layers]);
  const loading = [...wanted].map(async (path) => {
    const picture = await loadPicture(address(path));
    if (picture) pictures.set(path, picture);
  });
  asked();
  await Promise.all(loading);
  return new Tiles(sets, pictures, [...wanted].filter((path) => !pictures.has(path)));
}

function picturesOf(set: RawTileset): string[] {
  return [set.image, ...(set.tiles ?? []).map(({ image }) => image)].filter((path) => path !== undefined);
}

async function loadPicture(address: string): Promise<Picture | undefined> {
  const fetched = await reach(address);
  if (!fetched.ok) return undefined;
  // A bitmap is decoded once and beside the page's scripts; an image element is decoded among them, when it is first drawn.
  return createImageBitmap(await fetched.blob()).catch(() => undefined);
}
