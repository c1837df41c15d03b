import { describe, expect, it } from "vitest";

import type { Talk } from "../src/feed/moment";
import { Reading } from "../src/feed/reading";

function talk(lines: number): Map<string, Talk> {
  const said = [...Array(lines).keys()].map((number) => ({
    e: "says" as const, s: number, who: "Oda", to: "Piet", text: `Line ${number}`, talk: "t", number, hearers: [],
  }));
  return new Map([["t", { id: "t", participants: ["Oda", "Piet"], lines: said }]]);
}

/** Runs a talk with a line every `every` ms, and returns how long each line was shown. */
function play(lines: number, every: number): Map<number, number> {
  const reading = new Reading();
  const shown = new Map<number, number>();
  for (let now = 0; now < 60_000; now += 16) {
    const said = Math.floor(now / every) + 1;
    reading.advance(now, said > lines ? new Map() : talk(said));
    for (const { line } of reading.lines()) shown.set(line.number, (shown.get(line.number) ?? 0) + 16);
  }
  return shown;
}

describe("reading", () => {
  it("keeps each line long enough to be read, however fast the feed runs", () => {
    for (const every of [20, 170, 1000, 4000]) {
      for (const milliseconds of play(8, every).values()) expect(milliseconds).toBeGreaterThanOrEqual(2484);
    }
  });

  it("shows all lines if there is time for them", () => {
    expect([...play(8, 3000).keys()]).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it("never falls far behind, and always comes to the last line", () => {
    const shown = [...play(40, 170).keys()];
    expect(shown.length).toBeLessThan(8);
    expect(shown.at(-1)).toBe(39);
  });

  it("never returns to an earlier line", () => {
    const reading = new Reading();
    reading.advance(0, talk(4));
    reading.advance(16, talk(2));
    expect(reading.of("t")?.line.number).toBe(1);
  });

  it("shows the latest line at once after a seek", () => {
    const reading = new Reading();
    reading.advance(0, talk(2));
    reading.reset();
    reading.advance(1, talk(6));
    expect(reading.of("t")?.line.number).toBe(5);
  });
});
