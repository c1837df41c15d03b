import { describe, expect, it } from "vitest";

import type { Moment } from "../src/feed/moment";
import type { Reading } from "../src/feed/reading";
import { Camera } from "../src/map/camera";
import { Director, type Shot } from "../src/map/director";
import type { Area, Layout } from "../src/map/layout";
import type { Actor } from "../src/map/people";

const TILE = 64;
const [COLUMNS, ROWS] = [120, 90];

/** A town with two houses of 20 by 14 tiles, far from each other, and a shed with a yard beside it. */
const AREAS = [
  { x: 5, y: 5, width: 20, height: 14 },
  { x: 90, y: 60, width: 20, height: 14 },
  { x: 60, y: 5, width: 9, height: 6 },
  { x: 70, y: 3, width: 10, height: 9 },
];

function layout(): Layout {
  const sectors = AREAS.map((area, index) => ({ name: `house ${index}`, sector: "", areas: [area], indoors: false }));
  return { columns: COLUMNS, rows: ROWS, sectors } as unknown as Layout;
}

/** The share of a shot in a window with bars of 210 pixels that an area has. */
function shareOf({ x, y, zoom }: Shot, area: Area, width: number, height: number): number {
  const [half, tall] = [width / zoom / 2, (height - 210) / zoom / 2];
  const inside = (from: number, to: number, least: number, most: number) => Math.max(0, Math.min(to, most * TILE) - Math.max(from, least * TILE));
  return (inside(x - half, x + half, area.x, area.x + area.width) * inside(y - tall, y + tall, area.y, area.y + area.height)) / (4 * half * tall);
}

function actor(who: string, column: number, row: number, talk = ""): [string, Actor] {
  const [x, y] = [(column + 0.5) * TILE, (row + 0.8) * TILE];
  return [who, { placed: { x, y }, seen: { who, talk, posture: "standing" } } as Actor];
}

function directed(width: number, height: number): { director: Director; camera: Camera } {
  const camera = new Camera(COLUMNS * TILE, ROWS * TILE, () => true);
  camera.resize(width, height, 1);
  camera.cover({ left: 0, right: 0, top: 60, bottom: 150 });
  return { director: new Director(layout(), TILE, camera), camera };
}

const silent = { by: () => undefined } as unknown as Reading;
const SIZES = [[1440, 900], [390, 844], [2560, 1440]] as const;

describe.each(SIZES)("the director in a window of %i by %i", (width, height) => {
  it("shows the talk and not the sleepers, and mostly the place where it is", () => {
    const { director, camera } = directed(width, height);
    const people = [actor("Ada", 92, 62, "t"), actor("Bo", 94, 62, "t"), actor("Cy", 10, 10), actor("Di", 14, 11)];
    const shot = director.liveliest(people.map(([, each]) => each), silent, [], 0);
    expect(shot && Math.hypot(shot.x / TILE - 93, shot.y / TILE - 62)).toBeLessThan(16);
    expect(shareOf(shot!, AREAS[1]!, width, height)).toBeGreaterThan(0.6);
    expect(camera.uncovered.height).toBe(height - 210);
  });

  it("goes closer to a small place, until most of the picture is that place", () => {
    const { director } = directed(width, height);
    const people = [actor("Ada", 62, 8, "t"), actor("Bo", 64, 8, "t"), actor("Cy", 30, 40)].map(([, each]) => each);
    const shot = director.liveliest(people, silent, [], 0)!;
    expect(shareOf(shot, AREAS[2]!, width, height)).toBeGreaterThan(0.6);
    const [half, tall] = [width / shot.zoom / 2, (height - 210) / shot.zoom / 2];
    for (const { placed: { x, y } } of people.slice(0, 2)) {
      expect(Math.abs(x - shot.x)).toBeLessThan(half - 24);
      expect(Math.abs(shot.y - (y - 50))).toBeLessThan(tall - 50);
    }
  });

  it("goes closer to a place while it stays there, when somebody leaves the one beside it", () => {
    const { director } = directed(width, height);
    const both = [actor("Ada", 66, 8), actor("Bo", 72, 8)].map(([, each]) => each);
    director.liveliest(both, silent, [], 0);
    const later = director.liveliest(both.slice(0, 1), silent, [], 2000)!;
    expect(shareOf(later, AREAS[2]!, width, height)).toBeGreaterThan(0.6);
  });

  it("keeps both who talk whole, at the edge of a peopled place too", () => {
    const { director } = directed(width, height);
    // Cy's house is far larger than the yard where the others talk.
    const people = [actor("Ada", 87, 61, "t"), actor("Bo", 93, 64, "t"), actor("Cy", 104, 70)].map(([, each]) => each);
    const shot = director.liveliest(people, silent, [], 0)!;
    const [half, tall] = [width / shot.zoom / 2, (height - 210) / shot.zoom / 2];
    for (const { placed: { x, y } } of people.slice(0, 2)) {
      expect(Math.abs(x - shot.x)).toBeLessThan(half - 24);
      expect(shot.y - (y - 100)).toBeLessThan(tall);
      expect(y - shot.y).toBeLessThan(tall);
    }
  });

  it("stays with a place for a while, and leaves it for one with far more talk", () => {
    const { director } = directed(width, height);
    const quiet = [actor("Ada", 10, 10)].map(([, each]) => each);
    const first = director.liveliest(quiet, silent, [], 0);
    const lively = [...quiet, ...[actor("Bo", 95, 65, "t"), actor("Cy", 97, 65, "t")].map(([, each]) => each)];
    expect(director.liveliest(lively, silent, [], 2000)).toBe(first);
    expect(director.liveliest(lively, silent, [], 9000)!.x).toBeGreaterThan(80 * TILE);
  });

  it("frames all people of a scene with room for their bubbles, and leaves out who is far away", () => {
    const { director } = directed(width, height);
    const actors = new Map([actor("Ada", 10, 10, "t"), actor("Bo", 12, 11, "t"), actor("Cy", 13, 9), actor("Di", 95, 65)]);
    const moment = { talks: new Map([["t", { id: "t", participants: ["Ada", "Bo"], lines: [] }]]) } as unknown as Moment;
    const shot = director.scene(["Ada", "Cy", "Di"], actors, moment)!;
    for (const who of ["Ada", "Bo", "Cy"]) {
      const { x, y } = actors.get(who)!.placed;
      expect(Math.abs(x - shot.x) * shot.zoom).toBeLessThan(width / 2 - 24 * shot.zoom);
      expect((shot.y - y + 100) * shot.zoom).toBeLessThan((height - 210) / 2 - 60);
      expect((y - shot.y) * shot.zoom).toBeLessThan((height - 210) / 2);
    }
    expect(shot.zoom).toBeGreaterThanOrEqual(0.6);
  });
});
