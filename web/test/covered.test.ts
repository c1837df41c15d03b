import { describe, expect, it } from "vitest";

import { coveredOf } from "../src/map/camera";

type Box = [left: number, top: number, width: number, height: number];

const element = ([left, top, width, height]: Box) => ({
  getBoundingClientRect: () => ({ left, top, width, height, right: left + width, bottom: top + height }),
});

/** The insets of a map of some position and size under other boxes. */
function covered(map: Box, ...others: Box[]) {
  const host = { ...element(map), parentElement: {} as { children: object[] } };
  host.parentElement.children = [host, ...others.map(element)];
  return coveredOf(host as unknown as HTMLElement);
}

describe("what covers the map", () => {
  it("counts the strips of bars and panels, but nothing that is small or covers the whole map", () => {
    const bars = covered([0, 0, 1280, 800], [10, 10, 1260, 50], [10, 648, 1260, 142], [850, 70, 420, 560], [20, 700, 90, 30]);
    expect(bars).toEqual({ left: 0, top: 60, right: 430, bottom: 152 });
    expect(covered([0, 0, 1280, 800], [0, 0, 1280, 800])).toEqual({ left: 0, top: 0, right: 0, bottom: 0 });
  });

  it("counts a sheet on a phone for the bottom, even if it is higher than half of the map", () => {
    expect(covered([0, 154, 390, 690], [0, 286, 390, 388], [0, 674, 390, 170])).toEqual({ left: 0, top: 0, right: 0, bottom: 558 });
  });

  it("leaves the part beside a panel in a corner, or the part above it if that is larger", () => {
    const bars: Box[] = [[10, 10, 980, 50], [10, 548, 980, 142]];
    expect(covered([0, 0, 1000, 700], ...bars, [10, 250, 440, 288])).toEqual({ left: 450, top: 60, right: 0, bottom: 152 });
    expect(covered([0, 0, 1000, 700], ...bars, [10, 488, 440, 50])).toEqual({ left: 0, top: 60, right: 0, bottom: 212 });
    expect(covered([0, 0, 1280, 700], ...bars, [10, 250, 440, 288], [850, 70, 420, 468])).toEqual({ left: 450, top: 60, right: 430, bottom: 152 });
  });
});
