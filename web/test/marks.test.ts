import { describe, expect, it } from "vitest";

import type { TimelineMarker } from "../src/protocol/messages";
import { clusters, neighbour, shownMarks } from "../src/time/marks";

const mark = (s: number, kind: TimelineMarker["kind"], ...who: string[]): TimelineMarker => ({ s, kind, who, text: "", to: 0, id: "" });
const marks = [mark(5, "talk", "Ada", "Bo"), mark(9, "reaction", "Bo"), mark(9, "talk", "Cy", "Bo"), mark(40, "talk", "Ada", "Cy")];

describe("marks", () => {
  it("are filtered by kind and by person", () => {
    expect(shownMarks(marks, new Set(["reaction"])).map(({ s }) => s)).toEqual([5, 9, 40]);
    expect(shownMarks(marks, new Set(), "Ada").map(({ s }) => s)).toEqual([5, 40]);
  });

  it("are jumped between in either direction, and never to where one is", () => {
    expect(neighbour(marks, 5, 1)?.s).toBe(9);
    expect(neighbour(marks, 9, 1)?.s).toBe(40);
    expect(neighbour(marks, 9, -1)?.s).toBe(5);
    expect(neighbour(marks, 40, 1)).toBeUndefined();
  });

  it("are joined where they lie close, but not with those of another kind or of the person who stands out", () => {
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
