import { describe, expect, it } from "vitest";

import { wrap } from "../src/styles/wrap";

const letters = (text: string) => text.length;

describe("the words below a clip", () => {
  it("break into lines that fit, and lose no word", () => {
    const text = "Carmen hears of a party from Isabella";
    const lines = wrap(text, 14, letters);
    expect(lines).toEqual(["Carmen hears", "of a party", "from Isabella"]);
    expect(lines.join(" ")).toBe(text);
  });

  it("leave a word alone that is wider than a line", () => {
    expect(wrap("at Constantinopolis now", 8, letters)).toEqual(["at", "Constantinopolis", "now"]);
    expect(wrap("  ", 8, letters)).toEqual([]);
  });
});
