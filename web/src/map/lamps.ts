import { areaOf, type Area, layerNamed, type Layout, type Room } from "./layout";
import { type Piece, TILE } from "./pieces";
import type { MapObject, TiledMap } from "./tiled";

/** A rectangle in units. */
export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A light source: a lamp, or a window lit from inside. In units. */
export interface Lamp {
  readonly x: number;
  readonly y: number;
  readonly radiusX: number;
  readonly radiusY: number;
  readonly colour: string;
  /** The index of its arena: it shines while somebody is awake there. With -1 it shines whenever it is dark. */
  readonly arena: number;
  /** The radius of the glow around the source; 0 for none. */
  readonly glow: number;
}

const LAMP = "#ffc27a";
const REACHES: Record<string, number> = { lamp: 4.8, floor_lamp: 2.6, fire: 3, screen: 1.4 };
const GLOWS: Record<string, number> = { lamp: 38, floor_lamp: 26, fire: 24, screen: 12 };

/** By how much of a tile a room's light extends under the side walls, and stops short of the south wall. */
const UNDER_WALLS = 0.38;
const BEFORE_SOUTH = 0.5;

export function lampsOf(map: TiledMap, layout: Layout): Lamp[] {
  const unit = TILE / map.tileWidth;
  const lamps = layerNamed(map, "lights").map((point) => lampOf(point, map, layout, unit));
  return [...lamps, ...layerNamed(map, "windows").flatMap((window) => windowLight(window, map, layout, unit))];
}

function lampOf(point: MapObject, map: TiledMap, layout: Layout, unit: number): Lamp {
  const { x, y } = areaOf(point, map);
  const stands = arenaNear(layout, x, y);
  const reach = Number(point.properties.radius ?? (REACHES[point.class] ?? 3) * map.tileWidth) * unit;
  const colour = typeof point.properties.colour === "string" ? point.properties.colour : LAMP;
  const indoors = stands >= 0 && layout.arenas[stands]?.indoors === true;
  const glow = (GLOWS[point.class] ?? 20) * (TILE / 32);
  return { x: point.x * unit, y: point.y * unit, radiusX: reach, radiusY: reach * 0.72, colour, arena: indoors ? stands : -1, glow };
}

/** The light that falls from a front window onto the ground before it. */
function windowLight(window: MapObject, map: TiledMap, layout: Layout, unit: number): Lamp[] {
  const { x, y, width } = areaOf(window, map);
  const arena = window.properties.side === "room" ? -1 : arenaNear(layout, x, y - 1);
  if (arena < 0) return [];
  const middle = (x + width / 2) * TILE;
  const bottom = (y + 0.8) * map.tileHeight * unit;
  return [{ x: middle, y: bottom, radiusX: 0.85 * TILE * width, radiusY: 1.4 * TILE, colour: LAMP, arena, glow: 0 }];
}

/** The arena of a tile; for a wall, that of the tile above or below. */
export function arenaNear({ arenaOf, columns, rows }: Layout, column: number, row: number): number {
  for (const y of [row, row + 1, row - 1]) {
    const found = y >= 0 && y < rows && column >= 0 && column < columns ? arenaOf[y * columns + column] : -1;
    if (found !== undefined && found >= 0) return found;
  }
  return -1;
}

/** The areas that a room's light falls on: its floor, the face of its north wall, and a bit of the side walls. */
export function litAreas(layout: Layout, room: Room, tileHeight: number, capped: boolean): Rectangle[] {
  return room.areas.map((area) => {
    const sides = { west: walled(layout, area, "west"), east: walled(layout, area, "east") };
    const north = walled(layout, area, "north") ? 1 : 0;
    const south = capped && walled(layout, area, "south") ? BEFORE_SOUTH : 0;
    const left = area.x - (sides.west ? UNDER_WALLS : 0);
    const right = area.x + area.width + (sides.east ? UNDER_WALLS : 0);
    const top = area.y - north;
    return { x: left * TILE, y: top * tileHeight, width: (right - left) * TILE, height: (area.y + area.height - south - top) * tileHeight };
  });
}

/** Whether more than half of a side of an area is wall. */
function walled({ columns, walls }: Layout, { x, y, width, height }: Area, side: "north" | "south" | "east" | "west"): boolean {
  const along = side === "north" || side === "south" ? width : height;
  let walled = 0;
  for (let step = 0; step < along; step++) {
    const column = side === "west" ? x - 1 : side === "east" ? x + width : x + step;
    const row = side === "north" ? y - 1 : side === "south" ? y + height : y + step;
    walled += walls[row * columns + column] ?? 0;
  }
  return walled * 2 > along;
}

/** The arena whose light a piece shows: the one that it stands in or is a window of; -1 for the street. */
export function arenaOfPiece(piece: Piece, layout: Layout, tileHeight: number): number {
  const column = Math.floor((piece.x + piece.width / 2) / TILE);
  const row = Math.floor((piece.y + piece.height - 1) / tileHeight);
  const arena = [row, row - 1, row + 1].map((y) => layout.arenaOf[y * layout.columns + column] ?? -1).find((found) => found >= 0) ?? -1;
  return arena >= 0 && layout.arenas[arena]?.indoors ? arena : -1;
}
