import { describe, expect, it } from "vitest";

import { opening } from "../src/feed/moment";
import { ASLEEP_SPEED, ease, goOn, speedNow, townSleeps, waitForReader } from "../src/time/going";

/** A town of some people, of whom those named are awake. */
function town(size: number, up: readonly string[], talk = "", by_person = false) {
  const people = [...Array(size).keys()].map((number) => {
    const asleep = !up.includes(`${number}`);
    const seen = { doing: "", emoji: "", at: "", using: "", arrived: true, asleep, talk: asleep ? "" : talk, by_person: !asleep && by_person };
    return { who: `${number}`, path: [[1, 1]] as [number, number][], departed: 0, ...seen };
  });
  return opening({ step: 0, people, objects: {}, talks: [] });
}

describe("the clock", () => {
  it("advances six steps of ten seconds per second, at a minute per second", () => {
    let playhead = 100;
    for (let frame = 0; frame < 60; frame++) playhead = goOn(playhead, 1000 / 60, 60, 10);
    expect(playhead).toBeCloseTo(106);
  });

  it("does not leap after the page was hidden", () => {
    expect(goOn(0, 60_000, 60, 10)).toBeLessThan(10);
  });

  it("passes the night quickly, unless sleep is not skipped", () => {
    expect(speedNow(60, true, true)).toBe(ASLEEP_SPEED);
    expect(speedNow(60, true, false)).toBe(60);
    expect(speedNow(60, false, true)).toBe(60);
    expect(speedNow(20_000, true, true)).toBe(20_000);
  });

  it("skips sleep although one person is awake, unless they talk, are watched or are controlled by a viewer", () => {
    expect(townSleeps(town(20, ["3", "5"]), "")).toBe(true);
    expect(townSleeps(town(20, ["3", "5", "6"]), "")).toBe(false);
    expect(townSleeps(town(20, ["3", "5"]), "5")).toBe(false);
    expect(townSleeps(town(20, ["3", "5"], "a talk"), "")).toBe(false);
    expect(townSleeps(town(20, ["3"], "", true), "")).toBe(false);
    expect(townSleeps(town(4, ["3"]), "")).toBe(false);
    expect(townSleeps(town(0, []), "")).toBe(false);
  });

  it("eases towards the newest step of a live run and never passes it", () => {
    let playhead = 0;
    let newest = 0;
    for (let frame = 0; frame < 600; frame++) {
      if (frame % 10 === 0) newest++;
      const before = playhead;
      playhead = ease(playhead, newest, 1000 / 60, 60, 10);
      expect(playhead).toBeGreaterThanOrEqual(before);
      expect(playhead).toBeLessThanOrEqual(newest);
    }
    expect(newest - playhead).toBeLessThan(4);
  });

  it("catches up within seconds with a run that is far ahead", () => {
    let playhead = 0;
    for (let frame = 0; frame < 300; frame++) playhead = ease(playhead, 1000, 1000 / 60, 60, 10);
    expect(playhead).toBeGreaterThan(990);
  });

  it("waits before the next line until the current line has been read", () => {
    expect(waitForReader(10.2, 10.9, 12, 500)).toBe(10.9);
    expect(waitForReader(11.9, 12.4, 12, 500)).toBeCloseTo(11.999);
    expect(waitForReader(11.9, 12.4, 12, 0)).toBe(12.4);
    expect(waitForReader(11.9, 12.4, undefined, 500)).toBe(12.4);
    expect(waitForReader(11.9995, 12.4, 12, 500)).toBe(11.9995);
  });
});
