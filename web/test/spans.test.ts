import { describe, expect, it } from "vitest";

import type { Span } from "../src/source/source";
import { goThrough, isHeld, landIn } from "../src/time/spans";

const spans: Span[] = [[100, 200], [300, 400]];

describe("the spans of a page of some chapters", () => {
  it("keep every moment inside them, and let jumps pass from one to the other", () => {
    expect([0, 150, 220, 390, 900].map((step) => landIn(spans, 120, step))).toEqual([100, 150, 300, 390, 399]);
    expect([0, 120, 220, 280].map((step) => landIn(spans, 310, step))).toEqual([100, 120, 199, 199]);
    expect([99, 100, 199, 200].map((step) => isHeld(spans, step))).toEqual([false, true, true, false]);
  });

  it("follow one another, and the last one ends", () => {
    expect(goThrough(spans, 150, 151)).toBe(151);
    expect(goThrough(spans, 198.5, 199.2)).toBe(300);
    expect(goThrough(spans, 398.5, 399.2)).toBeUndefined();
    expect(goThrough(spans, 20, 21)).toBe(100);
  });

  it("are no limit if there are none", () => {
    expect(landIn([], 3, 77)).toBe(77);
    expect(isHeld([], 77)).toBe(true);
  });
});
