import type { TownView } from "../protocol/messages";
import { reach } from "../source/reach";
import type { Source } from "../source/source";
import { showTrouble } from "../state/trouble";
import { type Piece, piecesOf } from "./furniture";
import { type Layout, layoutOf, TILE } from "./layout";
import { GROUND, hasPictures, Painter, type Paints, PlainPainter } from "./paint";
import { loadTiles, type RawMap, readTiled, type TiledMap } from "./tiled";

/** A town's map with its pictures loaded: everything that drawing needs. In units: a tile is `TILE` wide. */
export interface LoadedMap {
  tiled: TiledMap;
  layout: Layout;
  pieces: Piece[];
  paints: Paints;
  tileHeight: number;
  width: number;
  height: number;
  /** The colour far outside the map, as `#rrggbb`. */
  background: string;
}

/** The background of maps with pictures that name none. */
const GREEN = "#a9cb86";

/** Loads the map of a town. `asked` is called once its pictures are on their way. */
export async function loadMap(source: Source, town: TownView, asked: () => void): Promise<LoadedMap> {
  const fetched = await reach(source.file(town.map));
  if (!fetched.ok) throw new Error(`The town's map ${town.map} could not be loaded (${fetched.status}).`);
  const tiled = readTiled((await fetched.json()) as RawMap);
  const tiles = await loadTiles(tiled, (path) => source.file(path), asked);
  if (tiles.missing.length) showTrouble(`The map is drawn without what could not be loaded: ${tiles.missing.join(", ")}.`);
  const layout = layoutOf(tiled, tiles);
  const pieces = piecesOf(tiled, tiles);
  const tileHeight = (TILE * tiled.tileHeight) / tiled.tileWidth;
  const pictured = hasPictures(tiled, tiles, pieces);
  const background = tiled.background || (pictured ? GREEN : GROUND);
  const paints = pictured ? new Painter(tiled, tiles, pieces, layout, background) : new PlainPainter(layout, tileHeight);
  return { tiled, layout, pieces, paints, tileHeight, width: tiled.width * TILE, height: tiled.height * tileHeight, background };
}
