import { reach } from "../source/reach";

/** Parses Tiled's JSON into flat lists of layers with decoded tiles and positions in pixels. */

type Properties = Readonly<Record<string, unknown>>;

interface RawTileset {
  firstgid?: number;
  source?: string;
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
  id: number;
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
  width?: number;
  height?: number;
  data?: number[] | string;
  encoding?: string;
  compression?: string;
  objects?: RawObject[];
  layers?: RawLayer[];
  properties?: RawProperty[];
}

export interface RawMap {
  width: number;
  height: number;
  tilewidth: number;
  tileheight: number;
  backgroundcolor?: string;
  layers: RawLayer[];
  tilesets: RawTileset[];
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
  id: number;
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

export type Layer = TileLayer | ObjectLayer;

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

/** Parses a map: flattens groups of layers, and decodes tile data in all of Tiled's encodings except zstd. */
export async function readTiled(raw: RawMap): Promise<TiledMap> {
  const top = { visible: true, opacity: 1, tint: "", offsetX: 0, offsetY: 0 };
  return {
    width: raw.width,
    height: raw.height,
    tileWidth: raw.tilewidth,
    tileHeight: raw.tileheight,
    background: raw.backgroundcolor ? colourOf(raw.backgroundcolor) : "",
    layers: (await Promise.all(raw.layers.map((layer) => readLayer(layer, top)))).flat(),
    tilesets: raw.tilesets,
  };
}

function propertiesOf(raw: RawProperty[] | undefined): Properties {
  return Object.fromEntries((raw ?? []).map(({ name, value }) => [name, value]));
}

/** Converts a colour of Tiled, `#aarrggbb` or `#rrggbb`, to `#rrggbb`. */
function colourOf(tiled: string): string {
  return `#${tiled.replace(/^#/, "").slice(-6)}`;
}

type Around = Pick<LayerBase, "visible" | "opacity" | "tint" | "offsetX" | "offsetY">;

async function readLayer(raw: RawLayer, around: Around): Promise<Layer[]> {
  const base = {
    name: raw.name ?? "",
    visible: around.visible && raw.visible !== false,
    opacity: around.opacity * (raw.opacity ?? 1),
    tint: raw.tintcolor ? colourOf(raw.tintcolor) : around.tint,
    offsetX: around.offsetX + (raw.offsetx ?? 0),
    offsetY: around.offsetY + (raw.offsety ?? 0),
    properties: propertiesOf(raw.properties),
  };
  if (raw.type === "group") return (await Promise.all((raw.layers ?? []).map((layer) => readLayer(layer, base)))).flat();
  if (raw.type === "tilelayer") return [{ kind: "tiles", ...base, gids: await decoded(raw) }];
  if (raw.type === "objectgroup") return [{ kind: "objects", ...base, objects: (raw.objects ?? []).map(readObject) }];
  return [];
}

function readObject(raw: RawObject): MapObject {
  return {
    id: raw.id,
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

async function decoded({ data, encoding, compression }: RawLayer): Promise<Uint32Array> {
  if (typeof data !== "string") return Uint32Array.from(data ?? []);
  if (encoding !== "base64") return Uint32Array.from(data.split(",").map(Number));
  const packed = Uint8Array.from(atob(data.trim()), (letter) => letter.charCodeAt(0));
  const bytes = compression ? await unpacked(packed, compression) : packed.buffer;
  const view = new DataView(bytes);
  return Uint32Array.from({ length: bytes.byteLength / 4 }, (_, index) => view.getUint32(index * 4, true));
}

async function unpacked(packed: Uint8Array<ArrayBuffer>, compression: string): Promise<ArrayBuffer> {
  const format = { zlib: "deflate", gzip: "gzip" }[compression] as CompressionFormat | undefined;
  if (!format) throw new Error(`The map's tiles are packed with ${compression}; save it in Tiled with zlib, gzip or CSV.`);
  return new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream(format))).arrayBuffer();
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

/** Fetches external tilesets and all pictures of a map. `address` turns a path within the town into a URL; `asked` is called once all are on their way. */
export async function loadTiles(map: TiledMap, mapPath: string, address: (path: string) => string, asked: () => void): Promise<Tiles> {
  const sets = await Promise.all(map.tilesets.map((set) => embedded(set, mapPath, address)));
  const pictures = new Map<string, Picture>();
  const wanted = new Set(sets.flatMap(({ set }) => picturesOf(set)));
  const loading = [...wanted].map(async (path) => {
    const picture = await loadPicture(address(path));
    if (picture) pictures.set(path, picture);
  });
  asked();
  await Promise.all(loading);
  return new Tiles(sets, pictures, [...wanted].filter((path) => !pictures.has(path)));
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
  // A bitmap is decoded once and beside the page's scripts; an image element is decoded among them, when it is first drawn.
  return createImageBitmap(await fetched.blob()).catch(() => undefined);
}
