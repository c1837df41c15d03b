import { describe, expect, test } from "vitest";

import type { PlaceView, SearchHit, StoryChapterView, TownView } from "../src/protocol/messages";
import { cutAround, findPlaces, fold, groupsOf, highlight, holdsAll, move, searchRecords, wordsOf } from "../src/state/search";

function place(address: string, kind: PlaceView["kind"], tiles: [number, number][] = []): PlaceView {
  return { address, kind, norms: [], tiles, state: "", capacity: 0 };
}

const TOWN = {
  name: "Made up",
  people: [{ name: "Zoë Marsh", age: 30 }, { name: "Tom Marsh", age: 4 }],
  places: [place("w:Marsh house", "sector", [[1, 1], [2, 2], [3, 3]]), place("w:Marsh house:kitchen", "arena"), place("w:Café:kitchen", "arena"), place("w:Café", "sector")],
} as unknown as TownView;

const hit = (step: number, text: string): SearchHit => ({ kind: "line", step, who: "Tom Marsh", text, talk: "t" });

describe("words", () => {
  test("capitals and accents do not matter, nor the order of words", () => {
    expect(fold("CAFÉ Zoë")).toBe("cafe zoe");
    expect(wordsOf("  The   PÁRTY ")).toEqual(["the", "party"]);
    expect(holdsAll("A party at the Café", ["cafe", "party"])).toBe(true);
    expect(holdsAll("A party", ["cafe", "party"])).toBe(false);
    expect(holdsAll("anything", [])).toBe(false);
  });

  test("matches are marked where they are in the text, also behind accents and emoji", () => {
    expect(highlight("☕️ Zoë’s café!", ["cafe", "zoe"])).toEqual([
      { text: "☕️ ", hit: false },
      { text: "Zoë", hit: true },
      { text: "’s ", hit: false },
      { text: "café", hit: true },
      { text: "!", hit: false },
    ]);
    expect(highlight("<b>bold</b>", ["x"])).toEqual([{ text: "<b>bold</b>", hit: false }]);
  });

  test("a long text is cut around the first match", () => {
    const cut = cutAround(`${"before ".repeat(100)}party ${"after ".repeat(100)}`, ["party"]);
    expect(cut).toMatch(/^…before.*party.*after…$/);
    expect(cut.length).toBeLessThanOrEqual(242);
    expect(cutAround("short", ["short"])).toBe("short");
  });
});

describe("groups", () => {
  const chapters = [{ title: "The party", sentences: ["Zoë asks Tom."], quote: null, people: ["Zoë Marsh"], step: 9 }] as unknown as StoryChapterView[];

  test("people, places, chapters and records come in this order, and empty groups not at all", () => {
    const records = { lines: { total: 7, hits: [hit(1, "Zoe!")] }, memories: { total: 0, hits: [] } };
    const groups = groupsOf(TOWN, chapters, wordsOf("zoe"), records);
    expect(groups.map(({ title, total, found }) => [title, total, found.length])).toEqual([["People", 1, 1], ["Chapters", 1, 1], ["Said", 7, 1]]);
    expect(groupsOf(TOWN, chapters, wordsOf("nothing"), undefined)).toEqual([]);
  });

  test("a place is found by its own name, and told apart by that of the larger one", () => {
    const names = (query: string) => findPlaces(TOWN, wordsOf(query)).map((each) => each.kind === "place" && each.address);
    expect(names("marsh")).toEqual(["w:Marsh house"]);
    expect(names("kitchen")).toEqual(["w:Marsh house:kitchen", "w:Café:kitchen"]);
    expect(names("cafe kitchen")).toEqual(["w:Café:kitchen", "w:Café"].slice(0, 1));
    expect(findPlaces(TOWN, ["marsh"])[0]).toMatchObject({ tile: [2, 2] });
  });
});

test("a page that holds its run lists records in order of time, and counts those that it leaves out", () => {
  const group = searchRecords([hit(5, "a cake"), hit(2, "Cake?"), hit(3, "tea"), hit(9, "cakes")], ["cake"], 2);
  expect(group.total).toBe(3);
  expect(group.hits.map(({ step }) => step)).toEqual([2, 5]);
});

test("arrow keys go round the ends of the list", () => {
  expect([move(-1, 1, 3), move(-1, -1, 3), move(2, 1, 3), move(0, -1, 3), move(-1, 1, 0)]).toEqual([0, 2, 0, 2, -1]);
});
