import { describe, expect, it } from "vitest";

import { sideBySide, type Stander } from "../src/map/people";
import { numbers } from "./made_up_feed";

const OPPOSITE = { north: "south", south: "north", east: "west", west: "east" } as const;
const whole = (chance: () => number, below: number) => Math.floor(chance() * below);

/** A crowd on few tiles, in which some talk in pairs. */
function crowd(seed: number, count: number): Stander[] {
  const chance = numbers(seed);
  return Array.from({ length: count }, (_, each) => ({
    who: `person ${each}`,
    x: whole(chance, 4),
    y: whole(chance, 3),
    since: whole(chance, 9),
    partner: each % 3 === 0 && each + 1 < count ? `person ${each + 1}` : each % 3 === 1 ? `person ${each - 1}` : "",
  }));
}

const crowds = Array.from({ length: 40 }, (_, seed) => crowd(seed + 1, 4 + seed));

describe("people at one spot", () => {
  it("never stand exactly on one another, and stay near their tile", () => {
    for (const people of crowds) {
      const drawn = sideBySide(people);
      const points = people.map(({ who, x, y }) => {
        const { across, down } = drawn.get(who)!;
        expect(Math.hypot(across, down)).toBeLessThan(0.5);
        return [x + across, y + down] as const;
      });
      points.forEach(([x, y], one) => points.slice(0, one).forEach(([left, top]) => expect(Math.hypot(x - left, y - top)).toBeGreaterThan(0.02)));
    }
  });

  it("are drawn alike in whatever order they are told", () => {
    for (const people of crowds) expect(new Map([...sideBySide(people.toReversed())].reverse())).toEqual(sideBySide(people));
  });

  it("keep their places when somebody else comes", () => {
    for (const people of crowds) {
      const before = sideBySide(people);
      const after = sideBySide([{ who: "a guest", x: 1, y: 1, since: 10, partner: "" }, ...people]);
      for (const { who } of people) expect(after.get(who)).toEqual(before.get(who));
    }
  });
});

describe("people who talk", () => {
  it("look at each other", () => {
    for (const people of crowds) {
      const drawn = sideBySide(people);
      for (const { who, partner } of people) {
        const facing = drawn.get(who)!.facing;
        if (!partner) expect(facing).toBeUndefined();
        else expect(facing && OPPOSITE[facing]).toBe(drawn.get(partner)!.facing);
      }
    }
  });
});
