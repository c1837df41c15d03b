import type { PlaceView } from "../protocol/messages";
import type { MapObject, ObjectLayer, TiledMap, Tiles } from "./tiled";

/** The width of a tile in units, in which the map is drawn; its height depends on the map. */
export const TILE = 64;

/** A rectangle in tiles. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A sector or an arena: `name` is its part of the address. */
export interface Room {
  name: string;
  /** The sector's name, for an arena. */
  sector: string;
  areas: Area[];
  /** Whether walls enclose it, so that it has its own light. */
  indoors: boolean;
}

/** The content of the map's data layers, which need not be visible. */
export interface Layout {
  columns: number;
  rows: number;
  sectors: Room[];
  arenas: Room[];
  /** Index of the arena of each tile; -1 for none. */
  arenaOf: Int16Array;
  /** Whether each tile blocks walking. */
  blocked: Uint8Array;
  /** Whether each tile blocks the line of sight: walls. */
  walls: Uint8Array;
  doors: Area[];
  things: Thing[];
}

/** A piece of furniture: an object of the world, or scenery (without a name). */
export interface Thing {
  name: string;
  class: string;
  area: Area;
  walkable: boolean;
}

export function layoutOf(map: TiledMap, tiles: Tiles): Layout {
  const { width: columns, height: rows } = map;
  const { blocked, walls } = blockedTiles(map, tiles);
  const things = [...thingsIn(map, "objects"), ...thingsIn(map, "scenery")];
  for (const { area, walkable } of things) if (!walkable) fill(blocked, columns, area, 1);
  const doors = layerNamed(map, "doors").map((door) => areaOf(door, map));
  const sectors = roomsOf(layerNamed(map, "sectors"), map, () => "");
  const arenas = roomsOf(layerNamed(map, "arenas"), map, (area) => sectors.find((one) => one.areas.some((other) => within(area, other)))?.name ?? "");
  const arenaOf = new Int16Array(columns * rows).fill(-1);
  arenas.forEach((arena, index) => arena.areas.forEach((area) => fill(arenaOf, columns, area, index)));
  const layout = { columns, rows, sectors, arenas, arenaOf, blocked, walls, doors, things };
  arenas.forEach((arena, index) => (arena.indoors = enclosed(layout, arena, index)));
  return layout;
}

/** Finds addresses by the names that the map has for a sector, or for a sector and its arena; empty if there is none. */
export function addressesIn(places: readonly PlaceView[]): (...names: string[]) => string {
  // Maps may have blanks after the colons ('house: kitchen').
  const plain = (address: string) => address.replace(/:\s*/g, ":");
  const known = places.map(({ address }) => ({ address, end: plain(address) }));
  return (...names) => known.find(({ end }) => end.endsWith(plain(`:${names.join(":")}`)))?.address ?? "";
}

/** The objects of the data layer of a name. */
export function layerNamed(map: TiledMap, name: string): MapObject[] {
  return map.layers.filter((layer): layer is ObjectLayer => layer.kind === "objects" && layer.name === name).flatMap(({ objects }) => objects);
}

export function areaOf({ x, y, width, height }: MapObject, { tileWidth, tileHeight }: TiledMap): Area {
  const column = Math.floor(x / tileWidth + 0.01);
  const row = Math.floor(y / tileHeight + 0.01);
  return { x: column, y: row, width: Math.max(1, Math.round(width / tileWidth)), height: Math.max(1, Math.round(height / tileHeight)) };
}

function blockedTiles(map: TiledMap, tiles: Tiles): { blocked: Uint8Array; walls: Uint8Array } {
  const blocked = new Uint8Array(map.width * map.height);
  const walls = new Uint8Array(map.width * map.height);
  for (const layer of map.layers) {
    if (layer.kind !== "tiles") continue;
    const [right, down] = [Math.round(layer.offsetX / map.tileWidth), Math.round(layer.offsetY / map.tileHeight)];
    layer.gids.forEach((gid, place) => {
      const blocks = gid && tiles.of(gid)?.properties.blocks;
      const [column, row] = [(place % map.width) + right, Math.floor(place / map.width) + down];
      if (column < 0 || row < 0 || column >= map.width || row >= map.height) return;
      const index = row * map.width + column;
      if (blocks === "sight" || blocks === "way") blocked[index] = 1;
      if (blocks === "sight") walls[index] = 1;
    });
  }
  return { blocked, walls };
}

function thingsIn(map: TiledMap, layer: string): Thing[] {
  const shapes = layerNamed(map, layer).filter(({ gid, width, height }) => !gid && width && height);
  return shapes.map((shape) => ({
    name: shape.name,
    class: shape.class,
    area: areaOf(shape, map),
    walkable: shape.properties.walkable === true,
  }));
}

function roomsOf(objects: MapObject[], map: TiledMap, sectorOf: (area: Area) => string): Room[] {
  const rooms = new Map<string, Room>();
  for (const object of objects) {
    const area = areaOf(object, map);
    const sector = sectorOf(area);
    const key = `${sector}:${object.name}`;
    const room = rooms.get(key) ?? { name: object.name, sector, areas: [], indoors: false };
    room.areas.push(area);
    rooms.set(key, room);
  }
  return [...rooms.values()];
}

/** Whether at least half of an arena's border, apart from that with other arenas, is wall or door. */
function enclosed({ columns, rows, arenaOf, walls, doors }: Layout, arena: Room, index: number): boolean {
  const doorways = new Set(doors.map(({ x, y }) => y * columns + x));
  let shut = 0;
  let open = 0;
  for (const [x, y] of arena.areas.flatMap(border)) {
    const outside = x < 0 || y < 0 || x >= columns || y >= rows;
    const tile = y * columns + x;
    if (!outside && arenaOf[tile] === index) continue;
    if (!outside && (walls[tile] || doorways.has(tile))) shut++;
    else if (outside || arenaOf[tile] === -1) open++;
  }
  return shut > 0 && shut >= open;
}

function border({ x, y, width, height }: Area): [number, number][] {
  const across = [...Array(width).keys()].flatMap((step): [number, number][] => [[x + step, y - 1], [x + step, y + height]]);
  const down = [...Array(height).keys()].flatMap((step): [number, number][] => [[x - 1, y + step], [x + width, y + step]]);
  return [...across, ...down];
}

function within(inner: Area, outer: Area): boolean {
  return inner.x >= outer.x && inner.y >= outer.y && inner.x + inner.width <= outer.x + outer.width && inner.y + inner.height <= outer.y + outer.height;
}

/** Sets a value for all tiles of an area. */
export function fill(grid: Int16Array | Uint8Array, columns: number, { x, y, width, height }: Area, value: number): void {
  for (let row = y; row < y + height; row++) grid.fill(value, row * columns + x, row * columns + x + width);
}
