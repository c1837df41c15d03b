import { gzipSync, deflateSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";

import { piecesOf, Poses } from "../src/map/furniture";
import { layoutOf } from "../src/map/layout";
import { besides, flipsOf, loadTiles, type RawMap, readTiled, type TiledMap, Tiles } from "../src/map/tiled";
import { walkable, wayTo } from "../src/map/walking";

const base = { name: "ground", type: "tilelayer", width: 2, height: 2 };
const gids = [1, 0x80000002, 0, 3];

function raw(layers: RawMap["layers"]): RawMap {
  return { width: 2, height: 2, tilewidth: 16, tileheight: 16, layers, tilesets: [] };
}

function packed(pack: (bytes: Uint8Array) => Uint8Array): string {
  const bytes = new Uint8Array(16);
  gids.forEach((gid, index) => new DataView(bytes.buffer).setUint32(index * 4, gid, true));
  return Buffer.from(pack(bytes)).toString("base64");
}

describe("a Tiled map", () => {
  it("is read in every encoding of its tiles", async () => {
    const layers = [
      { ...base, data: gids },
      { ...base, data: packed((bytes) => bytes), encoding: "base64" },
      { ...base, data: packed(deflateSync), encoding: "base64", compression: "zlib" },
      { ...base, data: packed(gzipSync), encoding: "base64", compression: "gzip" },
    ];
    const map = await readTiled(raw(layers));
    for (const layer of map.layers) expect(layer.kind === "tiles" && [...layer.gids]).toEqual(gids);
  });

  it("is refused if its tiles are compressed in a way that browsers cannot decompress", async () => {
    const layer = { ...base, data: "AAAA", encoding: "base64", compression: "zstd" };
    await expect(readTiled(raw([layer]))).rejects.toThrow("zstd");
  });

  it("applies a group's properties to its layers", async () => {
    const group = { type: "group", opacity: 0.5, offsetx: 3, visible: false, tintcolor: "#80ff0000", layers: [{ ...base, data: gids, opacity: 0.5, offsetx: 1 }] };
    const [layer] = (await readTiled(raw([group]))).layers;
    expect(layer).toMatchObject({ opacity: 0.25, offsetX: 4, visible: false, tint: "#ff0000" });
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

  it("distinguishes flips, and resolves relative paths", () => {
    expect(flipsOf(0xa0000001)).toEqual({ diagonal: true, across: true, down: false });
    expect(besides("maps/town.tmj", "../art/tiles.png")).toBe("art/tiles.png");
  });
});

const walls = { id: 0, properties: [{ name: "blocks", value: "sight" }] };

/** A room of 3 x 2 tiles with a door in the south, in a field of 7 x 6. */
async function house() {
  const plan = [".......", ".#####.", ".#...#.", ".#...#.", ".##.##.", "......."];
  const data = [...plan.join("")].map((sign) => (sign === "#" ? 1 : 0));
  const shape = (name: string, x: number, y: number, width: number, height: number) => ({ id: 1, name, x: x * 16, y: y * 16, width: width * 16, height: height * 16 });
  const objects = (name: string, ...all: ReturnType<typeof shape>[]) => ({ type: "objectgroup", name, objects: all });
  const map = await readTiled({
    width: 7, height: 6, tilewidth: 16, tileheight: 16,
    layers: [
      { type: "tilelayer", name: "walls", width: 7, height: 6, data },
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
  it("distinguishes rooms from open ground", async () => {
    const { layout } = await house();
    expect(layout.arenas.map(({ name, sector, indoors }) => [name, sector, indoors])).toEqual([["room", "Mill", true], ["meadow", "Field", false]]);
    expect(layout.arenaOf[2 * 7 + 3]).toBe(0);
    expect(layout.arenaOf[0]).toBe(-1);
  });

  it("has ways through doors and around obstacles", async () => {
    const { layout } = await house();
    expect(walkable(layout, [2, 2])).toBe(false);
    expect(walkable(layout, [3, 4])).toBe(true);
    expect(wayTo(layout, [0, 0], [3, 2])?.length).toBe(11);
    expect(wayTo(layout, [0, 0], [1, 1])).toBeUndefined();
    expect(wayTo(layout, [3, 2], [3, 2])).toEqual([]);
  });

  it("works without pictures and poses", async () => {
    const { map, tiles } = await house();
    const pieces = piecesOf(map, tiles);
    expect(pieces).toEqual([]);
    expect(new Poses(map, pieces).at(3, 3)).toEqual([]);
  });
});

it("a picture that cannot be loaded is named", async () => {
  vi.stubGlobal("fetch", async () => new Response("", { status: 404 }));
  const map = { tilesets: [{ firstgid: 1, image: "../sheet.png" }, { firstgid: 9, tiles: [{ id: 0, image: "bed.png" }] }] } as unknown as TiledMap;
  expect((await loadTiles(map, "maps/map.tmj", (path) => `http://town/${path}`, () => undefined)).missing).toEqual(["sheet.png", "maps/bed.png"]);
  vi.unstubAllGlobals();
});
