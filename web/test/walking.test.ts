import { describe, expect, it } from "vitest";

import { emptySeen } from "../src/feed/scene";
import type { Tile } from "../src/feed/walk";
import type { Layout } from "../src/map/layout";
import { Strides } from "../src/map/walking";

/** A field of 20 x 10 with a wall at column 12. */
function field(): Layout {
  const blocked = new Uint8Array(200);
  for (let row = 0; row < 9; row++) blocked[row * 20 + 12] = 1;
  const none = new Uint8Array(200);
  return { columns: 20, rows: 10, sectors: [], arenas: [], arenaOf: new Int16Array(200).fill(-1), blocked, walls: none, doors: [], things: [] };
}

function walker() {
  const orders: Tile[] = [];
  const strides = new Strides(field(), (to) => orders.push(to));
  const run: Tile = [2, 3];
  /** Lets time pass; `run` is the person's position in the run. */
  const pass = (milliseconds: number) => {
    const seen = { ...emptySeen("Oda"), x: run[0], y: run[1] };
    for (let left = milliseconds; left > 0; left -= 16) {
      seen.x = run[0];
      seen.y = run[1];
      seen.walking = false;
      strides.lead(seen, 16);
    }
    return seen;
  };
  return { strides, orders, run, pass };
}

describe("walking as a controlled person", () => {
  it("starts at once, at four tiles per second or more, with few commands", () => {
    const { strides, orders, pass } = walker();
    pass(16);
    strides.press("ArrowRight", true);
    expect(pass(32).x).toBeGreaterThan(2);
    const seen = pass(1000);
    expect(seen.x).toBeGreaterThanOrEqual(6);
    expect(seen.y).toBe(3);
    expect(seen.facing).toBe("east");
    expect(orders.length).toBeLessThanOrEqual(3);
  });

  it("stops before a wall, and on a whole tile when the key is released", () => {
    const { strides, orders, run, pass } = walker();
    pass(16);
    strides.press("d", true);
    run[0] = 11;
    expect(pass(4000).x).toBe(11);
    strides.press("d", false);
    const seen = pass(500);
    expect([seen.x, seen.y]).toEqual([11, 3]);
    expect(orders.at(-1)).toEqual([11, 3]);
  });

  it("moves one tile for each key tapped between two frames", () => {
    const { strides, orders, run, pass } = walker();
    pass(16);
    for (const key of ["ArrowRight", "ArrowRight", "ArrowDown"]) {
      strides.press(key, true);
      strides.press(key, false);
    }
    [run[0], run[1]] = [4, 4];
    const seen = pass(2000);
    expect([seen.x, seen.y]).toEqual([4, 4]);
    expect(orders).toEqual([[3, 3], [4, 3], [4, 4]]);
  });

  it("finds a way to a clicked tile, with one command", () => {
    const { strides, orders, run, pass } = walker();
    pass(16);
    expect(strides.go([14, 3])).toBe(true);
    expect(strides.go([12, 3])).toBe(false);
    run[0] = 14;
    const seen = pass(6000);
    expect([seen.x, seen.y]).toEqual([14, 3]);
    expect(orders).toEqual([[14, 3]]);
  });

  it("goes to the position in the run when the user rests", () => {
    const { strides, run, pass } = walker();
    pass(16);
    strides.go([5, 3]);
    run[0] = 4;
    pass(1000);
    const seen = pass(3000);
    expect([seen.x, seen.y]).toEqual([4, 3]);
  });
});
