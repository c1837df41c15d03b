import { describe, expect, it } from "vitest";

import type { TimelineMarker } from "../src/protocol/messages";
import { clusters, neighbour, shownMarks } from "../src/time/marks";

const mark = (s: number, kind: TimelineMarker["kind"], ...who: string[]): TimelineMarker => ({ s, kind, who, text: "", to: 0, id: "" });
const marks = [mark(5, "talk", "Ada", "Bo"), mark(9, "reaction", "Bo"), mark(9, "talk", "Cy", "Bo"), mark(40, "talk", "Ada", "Cy")];

describe("markers", () => {
  it("are filtered by kind and by person", () => {
    expect(shownMarks(marks, new Set(["reaction"])).map(({ s }) => s)).toEqual([5, 9, 40]);
    expect(shownMarks(marks, new Set(), "Ada").map(({ s }) => s)).toEqual([5, 40]);
  });

  it("can be jumped to in both directions, but never to the present step", () => {
    expect(neighbour(marks, 5, 1)?.s).toBe(9);
    expect(neighbour(marks, 9, 1)?.s).toBe(40);
    expect(neighbour(marks, 9, -1)?.s).toBe(5);
    expect(neighbour(marks, 40, 1)).toBeUndefined();
  });

  it("are joined if they are close, but not with another kind or with the highlighted person's", () => {
    const found = clusters(marks, (step) => step, 6, "Ada");
    expect(found.map(({ kind, own, marks }) => [kind, own, marks.length])).toEqual([
      ["reaction", false, 1],
      ["talk", false, 1],
      ["talk", true, 1],
      ["talk", true, 1],
    ]);
    expect(clusters(marks, (step) => step, 6).find(({ kind }) => kind === "talk")?.marks).toHaveLength(2);
  });
});
