import { describe, expect, it } from "vitest";

import { levelsAt } from "../src/sound/levels";

describe("what is heard", () => {
  it("is birds in the morning and crickets at night, never both, and neither at noon", () => {
    expect(levelsAt(8, 0, 1)).toEqual({ birds: 1, murmur: 0, crickets: 0 });
    expect(levelsAt(23, 0, 1)).toEqual({ birds: 0, murmur: 0, crickets: 1 });
    expect(levelsAt(2, 0, 1)).toEqual({ birds: 0, murmur: 0, crickets: 1 });
    expect(levelsAt(14, 0, 1)).toEqual({ birds: 0, murmur: 0, crickets: 0 });
  });

  it("stays within bounds, and goes on smoothly past midnight", () => {
    let before = levelsAt(23.95, 9, 3);
    for (let hour = 0; hour < 24; hour += 0.05) {
      const levels = levelsAt(hour, 9, 3);
      for (const name of ["birds", "murmur", "crickets"] as const) {
        expect(levels[name]).toBeGreaterThanOrEqual(0);
        expect(levels[name]).toBeLessThanOrEqual(1);
        expect(Math.abs(levels[name] - before[name])).toBeLessThan(0.06);
      }
      before = levels;
    }
  });

  it("murmurs more with more talks in the view, and from closer", () => {
    expect(levelsAt(12, 2, 0.5).murmur).toBeGreaterThan(levelsAt(12, 1, 0.5).murmur);
    expect(levelsAt(12, 2, 0.9).murmur).toBeGreaterThan(levelsAt(12, 2, 0.2).murmur);
  });
});
