import { describe, expect, it, vi } from "vitest";

import { piecesOf, Poses } from "../src/map/furniture";
import { layoutOf } from "../src/map/layout";
import { flipsOf, loadTiles, type RawMap, readTiled, Tiles } from "../src/map/tiled";
import { walkable, wayTo } from "../src/map/walking";

const base = { name: "ground", type: "tilelayer" };
const gids = [1, 0x80000002, 0, 3];

function raw(layers: RawMap["layers"]): RawMap {
  return { width: 2, height: 2, tilewidth: 16, tileheight: 16, layers, tilesets: [] };
}

describe("a Tiled map", () => {
  it("has its tiles with their flips, and is drawn as its layers say", () => {
    const look = { opacity: 0.5, visible: false, offsetx: 3, tintcolor: "#80ff0000" };
    const [tiles, sky] = readTiled(raw([{ ...base, ...look, data: gids }, { type: "imagelayer", name: "sky", image: "art/sky.png", offsety: -8 }])).layers;
    expect(tiles?.kind === "tiles" && [...tiles.gids]).toEqual(gids);
    expect(tiles).toMatchObject({ opacity: 0.5, offsetX: 3, visible: false, tint: "#ff0000" });
    expect(sky).toMatchObject({ kind: "image", image: "art/sky.png", offsetY: -8 });
  });

  it("finds tiles in grids with margin and spacing, and in collections of parts of one picture", () => {
    const grid = { tilewidth: 10, tileheight: 12, columns: 3, margin: 2, spacing: 4, image: "a.png" };
    const parts = { tilewidth: 0, tileheight: 0, tiles: [{ id: 5, image: "b.png", x: 7, y: 8, width: 9, height: 10, properties: [{ name: "lit", value: 6 }] }, { id: 6, image: "b.png" }] };
    const tiles = new Tiles([{ first: 1, set: grid }, { first: 50, set: parts }], new Map());
    expect(tiles.of(5)).toMatchObject({ x: 16, y: 18, width: 10, height: 12 });
    expect(tiles.of(0x80000000 + 55)).toMatchObject({ x: 7, y: 8, width: 9, height: 10 });
    expect(tiles.sibling(tiles.of(55)!, "lit")?.gid).toBe(56);
    expect(tiles.of(0)).toBeUndefined();
  });

  it("distinguishes flips", () => {
    expect(flipsOf(0xa0000001)).toEqual({ diagonal: true, across: true, down: false });
  });
});

const walls = { id: 0, properties: [{ name: "blocks", value: "sight" }] };

/** A room of 3 x 2 tiles with a door in the south, in a field of 7 x 6. */
function house(moved = 0) {
  const plan = [".......", ".#####.", ".#...#.", ".#...#.", ".##.##.", "......."];
  const data = plan.flatMap((row) => [...row.slice(moved), ...row.slice(0, moved)]).map((sign) => (sign === "#" ? 1 : 0));
  const shape = (name: string, x: number, y: number, width: number, height: number) => ({ name, x: x * 16, y: y * 16, width: width * 16, height: height * 16 });
  const objects = (name: string, ...all: ReturnType<typeof shape>[]) => ({ type: "objectgroup", name, objects: all });
  const map = readTiled({
    width: 7, height: 6, tilewidth: 16, tileheight: 16,
    layers: [
      { type: "tilelayer", name: "walls", offsetx: moved * 16, data },
      objects("sectors", shape("Mill", 1, 1, 5, 4), shape("Field", 0, 5, 7, 1)),
      objects("arenas", shape("room", 2, 2, 3, 2), shape("meadow", 0, 5, 7, 1)),
      objects("objects", shape("chest", 2, 2, 1, 1)),
      objects("doors", shape("", 3, 4, 1, 1)),
    ],
    tilesets: [],
  });
  const tiles = new Tiles([{ first: 1, set: { tilewidth: 16, tileheight: 16, tiles: [walls] } }], new Map());
  return { map, tiles, layout: layoutOf(map, tiles) };
}

describe("a layout", () => {
  it("distinguishes rooms from open ground", () => {
    const { layout } = house();
    expect(layout.arenas.map(({ name, sector, indoors }) => [name, sector, indoors])).toEqual([["room", "Mill", true], ["meadow", "Field", false]]);
    expect(layout.arenaOf[2 * 7 + 3]).toBe(0);
    expect(layout.arenaOf[0]).toBe(-1);
  });

  it("has ways through doors and around obstacles", () => {
    const { layout } = house();
    expect(walkable(layout, [2, 2])).toBe(false);
    expect(walkable(layout, [3, 4])).toBe(true);
    expect(wayTo(layout, [0, 0], [3, 2])?.length).toBe(11);
    expect(wayTo(layout, [0, 0], [1, 1])).toBeUndefined();
    expect(wayTo(layout, [3, 2], [3, 2])).toEqual([]);
  });

  it("has its walls where a moved layer shows them", () => {
    expect(house(1).layout).toEqual(house().layout);
  });

  it("works without pictures and poses", () => {
    const { map, tiles } = house();
    const pieces = piecesOf(map, tiles);
    expect(pieces).toEqual([]);
    expect(new Poses(map, pieces).at(3, 3)).toEqual([]);
  });
});

it("a picture that cannot be loaded is named", async () => {
  vi.stubGlobal("fetch", async () => new Response("", { status: 404 }));
  const sky = { type: "imagelayer", image: "art/sky.png" };
  const tile = { tilewidth: 8, tileheight: 8 };
  const map = readTiled({ ...raw([sky]), tilesets: [{ ...tile, image: "sheet.png" }, { ...tile, firstgid: 9, tiles: [{ id: 0, image: "art/bed.png" }] }] });
  expect((await loadTiles(map, (path) => `http://town/${path}`, () => undefined)).missing).toEqual(["sheet.png", "art/bed.png", "art/sky.png"]);
  vi.unstubAllGlobals();
});
