import { describe, expect, it } from "vitest";

import { type Box, overlap, Placement, type Reach } from "../src/map/placement";
import { numbers } from "./made_up_feed";

const FAR: Reach = { up: 400, down: 400, aside: 400 };
const face = (left: number, top: number): Box => ({ left, top, width: 40, height: 40 });

describe("names and bubbles", () => {
  it("cover no face and none of each other, in any crowd", () => {
    for (let seed = 1; seed < 30; seed++) {
      const chance = numbers(seed);
      const placement = new Placement();
      const faces = Array.from({ length: 40 }, () => face(chance() * 900, chance() * 600));
      placement.begin();
      for (const each of faces) placement.addFace(each);
      const placed: Box[] = [];
      for (let each = 0; each < 60; each++) {
        const box = { left: chance() * 900, top: chance() * 600, width: 20 + chance() * 200, height: 15 + chance() * 60 };
        if (placement.settle(`${each}`, box, { up: 120, down: 60, aside: 90 }, 0.3)) placed.push(box);
      }
      expect(placed.length).toBeGreaterThan(20);
      placed.forEach((box, index) => expect([...faces, ...placed.slice(index + 1)].some((other) => overlap(box, other))).toBe(false));
    }
  });

  it("stay where they belong if nothing is there, and else move by the shortest way, no further than allowed", () => {
    const placement = new Placement();
    placement.begin();
    placement.addFace({ left: 100, top: 0, width: 40, height: 40 });
    const away = { left: 300, top: 10, width: 50, height: 20 };
    expect(placement.place(away, FAR)).toBe(true);
    expect(away).toMatchObject({ left: 300, top: 10 });
    const near = { left: 60, top: 10, width: 50, height: 20 };
    expect(placement.place({ ...near }, { up: 0, down: 0, aside: 11 })).toBe(false);
    expect(placement.place(near, FAR)).toBe(true);
    expect(near).toMatchObject({ left: 48, top: 10 });
    expect(placement.place({ left: 110, top: 10, width: 20, height: 20 }, { up: 20, down: 20, aside: 10 })).toBe(false);
  });

  it("stay within the part of the screen that they are given", () => {
    const placement = new Placement();
    placement.begin();
    const within = { left: 0, top: 60, width: 400, height: 500 };
    const box = { left: 350, top: 20, width: 100, height: 50 };
    expect(placement.place(box, FAR, { within })).toBe(true);
    expect(box).toMatchObject({ left: 300, top: 60 });
    expect(placement.place({ ...box, width: 500 }, FAR, { within })).toBe(false);
  });

  it.each(["face", "name"])("lead their tails past a %s", (kind) => {
    const placement = new Placement();
    placement.begin();
    const between = face(100, 100);
    if (kind === "face") placement.addFace(between);
    else expect(placement.place(between, FAR)).toBe(true);
    const tip = { x: 120, y: 145 };
    const box = { left: 80, top: 40, width: 80, height: 50 };
    expect(placement.place(box, FAR, { tip })).toBe(true);
    const from = { x: Math.max(box.left, Math.min(box.left + box.width, tip.x)), y: Math.max(box.top, Math.min(box.top + box.height, tip.y)) };
    const middle = { left: (from.x + tip.x) / 2, top: (from.y + tip.y) / 2, width: 1, height: 1 };
    expect(overlap(middle, between)).toBe(false);
  });

  it("stay where they were while there is room, and go back gently when their own place is free", () => {
    const placement = new Placement();
    const settled = (faces: Box[], share = 1) => {
      placement.begin();
      for (const each of faces) placement.addFace(each);
      const box = { left: 100, top: 100, width: 40, height: 40 };
      expect(placement.settle("Ada", box, FAR, share)).toBe(true);
      return box;
    };
    const aside = settled([face(95, 100)]);
    expect(aside.left).toBeGreaterThan(130);
    // There is room nearer to its own place now, but the bubble does not jump.
    expect(settled([face(70, 100)]).left).toBeCloseTo(aside.left, 0);
    const back = settled([], 0.5);
    expect(back.left).toBeGreaterThan(100);
    expect(back.left).toBeLessThan(aside.left);
    placement.begin();
    placement.begin();
    expect(settled([])).toMatchObject({ left: 100, top: 100 });
  });
});
