import { afterEach, describe, expect, it, vi } from "vitest";

import type { Person } from "../src/feed/moment";
import { reach, stretches } from "../src/panels/day_line";
import { peopleNear, thingsNear } from "../src/panels/step_in/near";
import { bonds, layOut, spread } from "../src/panels/ties_layout";
import { blocksOf, longAddress, shortAddress, shortener, whereabouts } from "../src/panels/words";
import type { PlaceView, PlanItemView, SessionInfo, SocialTie } from "../src/protocol/messages";
import { keepLink } from "../src/state/address";
import { isLinked, readLink, writeLink } from "../src/state/link";
import { session } from "../src/state/run";
import { selected } from "../src/state/selection";
import { playhead } from "../src/time/clock";

const item = (start: number, end: number): PlanItemView => ({ start, end, activity: "", place: "", emoji: "", why: "", fallback: false });
const tie = (one: string, other: string, talks: number): SocialTie => ({ one, other, talks, lines: 0, last: 0, thought: "", thought_id: "" });

describe("a plan's day line", () => {
  const plan = { step: 0, reason: "", chunks: [item(100, 300)], hours: [item(100, 200), item(200, 300)], steps: [] };

  it("extends over all levels, and marks the present on each", () => {
    expect(reach(plan)).toEqual([100, 300]);
    expect(stretches(plan.hours, [100, 300], 200).map(({ from, share, now }) => [from, share, now])).toEqual([
      [0, 0.5, false],
      [0.5, 0.5, true],
    ]);
  });
});

describe("relationships", () => {
  it("join the ties in both directions, and count the larger number of talks", () => {
    expect(bonds([tie("Ada", "Bo", 4), tie("Bo", "Ada", 4), tie("Ada", "Cy", 1), tie("Bo", "Cy", 0)])).toEqual([
      { one: "Ada", other: "Bo", weight: 1 },
      { one: "Ada", other: "Cy", weight: 0.25 },
    ]);
  });

  it("have the same layout each time, within the field, with friends near each other", () => {
    const names = ["Ada", "Bo", "Cy", "Di", "Ed", "Flo"];
    const between = bonds([tie("Ada", "Di", 5), tie("Bo", "Ed", 5), tie("Cy", "Flo", 5)]);
    const spots = layOut(names, between);
    expect(layOut(names, between)).toEqual(spots);
    const at = new Map(spots.map((spot) => [spot.name, spot]));
    const away = (one: string, other: string) =>
      Math.hypot((at.get(one)?.x ?? 9) - (at.get(other)?.x ?? 0), (at.get(one)?.y ?? 9) - (at.get(other)?.y ?? 0));
    expect(away("Ada", "Di")).toBeLessThan(away("Ada", "Bo"));
    for (const { x, y } of spots) expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThanOrEqual(1);
  });
});

describe("the names of a graph", () => {
  /** A town in which everybody has talked with the next `far` people in a circle. */
  function graph(count: number, far: number, length: number) {
    const names = Array.from({ length: count }, (_, index) => `Person ${index}`);
    const ties = names.flatMap((one, index) => Array.from({ length: far }, (_, by) => tie(one, names[(index + by + 1) % count] ?? "", 1 + by)));
    return spread(layOut(names, bonds(ties)), names.map((_, index) => length + (index % 5) * 6), 28, 388, 300);
  }

  it.each([[2, 1, 40], [8, 3, 40], [25, 12, 45], [60, 4, 60], [80, 40, 370]])("of %i people do not cover each other, nor leave the field", (count, far, length) => {
    const { nodes, height } = graph(count, far, length);
    expect(nodes).toHaveLength(count);
    const overlapping = nodes.flatMap((one, index) =>
      nodes.slice(0, index).filter((other) => Math.abs(one.x - other.x) < one.halfWidth + other.halfWidth - 1 && Math.abs(one.y - other.y) < one.halfHeight + other.halfHeight - 1),
    );
    expect(overlapping).toEqual([]);
    for (const { x, y, halfWidth, halfHeight } of nodes) {
      expect(Math.min(x - halfWidth, y - halfHeight)).toBeGreaterThanOrEqual(-0.01);
      expect([x + halfWidth <= 388.01, y + halfHeight <= height + 0.01]).toEqual([true, true]);
    }
  });

  it("of a small town need no more room than is given", () => {
    expect(graph(8, 3, 40).height).toBe(300);
  });
});

describe("things and people nearby", () => {
  const person = (who: string, x: number): Person => ({
    who, path: [[x, 0]], departed: 0, facing: "south", before: undefined, doing: "", emoji: "", at: "", using: "",
    arrived: true, sleeps: false, talk: "", byPerson: false,
  });
  const thing = (address: string, ...tiles: [number, number][]): PlaceView => ({ address, kind: "object", norms: [], tiles, state: "", capacity: 0 });

  it("come nearest first, without the person themselves and without distant ones", () => {
    expect(peopleNear([0, 0], [person("Me", 0), person("Far", 9), person("Ada", 3), person("Bo", 1)], 7, "Me")).toEqual(["Bo", "Ada"]);
    expect(thingsNear([0, 0], [thing("t:a:b:shelf", [3, 0]), thing("t:a:b:bed", [8, 0], [1, 1]), thing("t:a:b:sea", [9, 9])])).toEqual(["t:a:b:bed", "t:a:b:shelf"]);
  });
});

describe("words", () => {
  it("name addresses from the smallest part on", () => {
    expect(shortAddress("town:house:kitchen:stove")).toBe("stove, kitchen");
    expect(shortAddress("town:house")).toBe("house");
    expect(longAddress("town:house:kitchen:stove")).toBe("stove, kitchen, house");
  });

  it("say where a person is", () => {
    expect(whereabouts("Heron Inn: bar room")).toBe("at bar room, Heron Inn");
    expect(whereabouts("out of doors")).toBe("out of doors");
    expect(whereabouts("gone")).toBe("");
  });

  it("shorten names to first names, unless two people share one", () => {
    const short = shortener(["Ada Ode", "Ada Finch", "Bo Lund"]);
    expect(["Ada Ode", "Ada Finch", "Bo Lund"].map(short)).toEqual(["Ada Ode", "Ada Finch", "Bo"]);
  });

  it("split a prompt at its blank lines without losing anything", () => {
    expect(blocksOf("Who you are.\n\n# Memories\n- one\n\nWhat you know of it:\n- much\n- more\n\nIt is noon.\n")).toEqual([
      { title: "", body: "Who you are." },
      { title: "Memories", body: "- one" },
      { title: "What you know of it", body: "- much\n- more" },
      { title: "", body: "It is noon." },
    ]);
  });
});

describe("links", () => {
  it("contain the moment in game time, the person and the tab", () => {
    const time = Date.UTC(2030, 4, 4, 7, 2, 30);
    const link = writeLink({ time, selection: { kind: "person", name: "Ada Ode" }, tab: "plan" });
    expect(link).toBe("#at=2030-05-04T07:02:30&person=Ada+Ode&tab=plan");
    expect(readLink(link)).toMatchObject({ time, selection: { kind: "person", name: "Ada Ode" }, tab: "plan", view: undefined, follow: "", chapter: "", paused: false });
  });

  it("contain the view of the map, in tiles", () => {
    const link = writeLink({ time: 0, selection: { kind: "talk", id: "77-Ada Ode" }, view: { x: 41.27, y: 22, zoom: 0.75 } });
    expect(link).toBe("#at=1970-01-01T00:00:00&talk=77-Ada+Ode&view=41.3,22,0.75");
    expect(readLink(link)).toMatchObject({ time: 0, selection: { kind: "talk", id: "77-Ada Ode" }, tab: "now", view: { x: 41.3, y: 22, zoom: 0.75 }, follow: "", chapter: "", paused: false });
  });

  it("contain the person whom the camera follows", () => {
    const link = writeLink({ time: 0, view: { x: 1, y: 2, zoom: 0.75 }, follow: "Ada Ode" });
    expect(link).toBe("#at=1970-01-01T00:00:00&view=1,2,0.75&follow=Ada+Ode");
    expect(readLink(link).follow).toBe("Ada Ode");
  });

  it("contain the chapter of the story", () => {
    const link = writeLink({ time: 0, chapter: "talk-77#2" });
    expect(link).toBe("#at=1970-01-01T00:00:00&chapter=talk-77%232");
    expect(readLink(link).chapter).toBe("talk-77#2");
  });

  it("contain the thread, the search, and whether the director leads the camera", () => {
    const link = writeLink({ time: 0, directed: true, thread: "party", search: "mayor" });
    expect(link).toBe("#at=1970-01-01T00:00:00&thread=party&search=mayor");
    expect(readLink(link)).toMatchObject({ directed: true, thread: "party", search: "mayor" });
    expect(readLink(writeLink({ time: 0, directed: false }))).toMatchObject({ directed: false, view: undefined });
    expect(readLink("#person=Ada").directed).toBe(false);
  });

  it("contain the full addresses of things", () => {
    const selection = { kind: "thing", address: "town:house:kitchen:stove" } as const;
    expect(readLink(writeLink({ time: 0, selection })).selection).toEqual(selection);
  });

  it("open paused when they say so, which leads nowhere by itself", () => {
    expect(readLink("#at=2030-05-04T07:02:30&paused").paused).toBe(true);
    expect(["", "#paused", "#chapter=talk-77&paused"].map((link) => isLinked(link))).toEqual([false, false, true]);
  });

  it("with invalid values are empty", () => {
    const empty = { time: undefined, selection: null, tab: "now", view: undefined, follow: "", chapter: "", thread: "", search: "", paused: false };
    expect(readLink("#at=yesterday&tab=secrets&view=near")).toMatchObject(empty);
    for (const view of ["1,2", "1,2,0", "1,,3", "1,2,3,4", "1,2,Infinity"]) expect(readLink(`#view=${view}`)).toMatchObject(empty);
  });
});

describe("the page's address", () => {
  const address = { hash: "" };
  const page = new EventTarget();

  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    session.value = undefined;
    selected.value = null;
  });

  it("follows what is shown, but keeps a link that nobody has followed yet", () => {
    vi.useFakeTimers();
    vi.stubGlobal("location", address);
    vi.stubGlobal("history", { replaceState: (_: unknown, __: string, link: string) => (address.hash = link) });
    vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
    vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
    const stop = keepLink();
    session.value = { start: "2030-05-04T00:00:00", step_seconds: 10, mode: "replay" } as SessionInfo;
    playhead.value = 360;
    expect(address.hash).toBe("#at=2030-05-04T01:00:00");

    const link = (address.hash = "#at=2030-05-04T07:00:00&person=Ada");
    vi.advanceTimersByTime(10_000);
    selected.value = { kind: "talk", id: "7" };
    expect(address.hash).toBe(link);

    page.dispatchEvent(new Event("hashchange"));
    playhead.value = 720;
    expect(address.hash).toBe("#at=2030-05-04T02:00:00&talk=7");
    stop();
  });
});
