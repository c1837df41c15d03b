/** Parses Tiled's JSON into flat lists of layers with decoded tiles and positions in pixels. */

export type Properties = Readonly<Record<string, unknown>>;

export interface RawTileset {
  firstgid?: number;
  source?: string;
  name?: string;
  image?: string;
  tilewidth: number;
  tileheight: number;
  columns?: number;
  tilecount?: number;
  margin?: number;
  spacing?: number;
  tileoffset?: { x: number; y: number };
  tiles?: RawTile[];
}

export interface RawTile {
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

export interface RawProperty {
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

export interface RawLayer {
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

export function propertiesOf(raw: RawProperty[] | undefined): Properties {
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
