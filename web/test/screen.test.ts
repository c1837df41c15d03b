import { describe, expect, it } from "vitest";

import { type Box, Stack } from "../src/map/screen";
import { numbers } from "./made_up_feed";

const apart = (one: Box, other: Box) =>
  one.left >= other.left + other.width || other.left >= one.left + one.width || one.top >= other.top + other.height || other.top >= one.top + one.height;

describe("bubbles", () => {
  it("never cover one another, and move up only", () => {
    const chance = numbers(5);
    const stack = new Stack();
    const boxes: Box[] = [];
    for (let each = 0; each < 200; each++) {
      const box = { left: chance() * 900, top: chance() * 600, width: 20 + chance() * 200, height: 15 + chance() * 60 };
      const before = box.top;
      expect(stack.place(box, Infinity)).toBe(true);
      expect(box.top).toBeLessThanOrEqual(before);
      for (const other of boxes) expect(apart(box, other)).toBe(true);
      boxes.push(box);
    }
  });

  it("are left out if they would have to move too far", () => {
    const stack = new Stack();
    stack.place({ left: 0, top: 0, width: 50, height: 100 }, Infinity);
    expect(stack.place({ left: 10, top: 90, width: 50, height: 20 }, 50)).toBe(false);
    expect(stack.place({ left: 60, top: 90, width: 50, height: 20 }, 50)).toBe(true);
  });

  it("move aside by the shorter way, and no further than allowed", () => {
    const stack = new Stack();
    stack.take({ left: 100, top: 0, width: 40, height: 40 });
    const box = { left: 110, top: 10, width: 50, height: 20 };
    const aside = stack.aside(box, 100) ?? NaN;
    expect(aside).toBeGreaterThan(0);
    expect(apart({ ...box, left: box.left + aside }, { left: 100, top: 0, width: 40, height: 40 })).toBe(true);
    expect(stack.aside(box, aside - 1)).toBeUndefined();
    expect(stack.aside({ ...box, left: 60 }, 100)).toBeLessThan(0);
    expect(stack.aside({ ...box, left: 300 }, 0)).toBe(0);
  });

  it("are placed again for each picture", () => {
    const stack = new Stack();
    const box = { left: 0, top: 0, width: 50, height: 50 };
    stack.place({ ...box }, Infinity);
    stack.clear();
    stack.place(box, Infinity);
    expect(box.top).toBe(0);
  });
});
