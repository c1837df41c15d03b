import { describe, expect, it } from "vitest";

import { looksOf } from "../src/map/states";

describe("the look of a state", () => {
  it.each([
    ["burning", ["fire", "smoke"]],
    ["On fire!", ["fire", "smoke"]],
    ["smoking a little", ["smoke"]],
    ["simmering with soup", ["steam"]],
    ["leaking", ["water"]],
    ["put out and wet", ["steam", "water", "dark"]],
    ["broken", ["broken"]],
    ["cracked and covered in mud", ["broken", "dirt"]],
    ["decorated for the party", ["balloons", "garland"]],
    ["hung with paper hearts", ["garland"]],
    ["set with flowers", ["flowers"]],
    ["turned off", ["dark"]],
    ["turned on", ["bright"]],
  ])("is found in the words “%s”", (state, looks) => {
    expect(looksOf(state)).toEqual(looks);
  });

  it("is nothing for a thing that is in use or as it should be", () => {
    for (const state of ["being used", "occupied", "idle", "tidy", "mended"]) expect(looksOf(state)).toEqual([]);
  });

  it("is undefined for other words, which a sign shows", () => {
    for (const state of ["covered in lists", "closed", "full of singing frogs", "brennt"]) expect(looksOf(state)).toBeUndefined();
  });

  it("is not what the words deny, and not what is only part of a word", () => {
    expect(looksOf("no longer burning")).toBeUndefined();
    expect(looksOf("not broken, but wet")).toEqual(["water"]);
    expect(looksOf("unbroken")).toBeUndefined();
    expect(looksOf("sweaty")).toBeUndefined();
  });
});
