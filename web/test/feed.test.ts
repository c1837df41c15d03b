import { describe, expect, it } from "vitest";

import type { Moment } from "../src/feed/moment";
import { emptySeen, see } from "../src/feed/scene";
import { FeedStore } from "../src/feed/store";
import { stanceAt } from "../src/feed/walk";
import type { FeedEvent, FeedSegment } from "../src/protocol/messages";
import { madeUpFeed, madeUpSession, segmentOf } from "./made_up_feed";

const ever = madeUpFeed(900, 7);

async function stored(events: FeedEvent[] = ever, next = 900): Promise<FeedStore> {
  const store = new FeedStore(async (from, end) => segmentOf(events, from, Math.min(end, next)), madeUpSession(next));
  for (const step of [0, 360, 720]) store.want(step, 0);
  await new Promise((done) => setTimeout(done, 0));
  return store;
}

function seen(store: FeedStore, step: number) {
  const moment = store.momentAt(step);
  return moment && sceneAt(moment, step, 0.25);
}

/** Everything that is drawn, `fraction` (0 to 1) into a step, as fresh objects. */
function sceneAt(moment: Moment, step: number, fraction: number) {
  const people = [...moment.people.values()].map((person) => see(person, moment, step, fraction, emptySeen(person.who)));
  const talks = [...moment.talks.values()].map(({ id, participants, lines }) => ({ id, participants, lines: [...lines] }));
  return { people, objects: Object.fromEntries(moment.objects), talks };
}

describe("the feed", () => {
  it("gives the same moment whatever was shown before", async () => {
    const straight = await stored();
    const afresh = await Promise.all([...Array(60).keys()].map(() => stored()));
    const wander = [5, 899, 3, 360, 359, 361, 500, 499, 12, 720, 719, 0, 640, 641, 640];
    for (const [index, step] of wander.entries()) {
      expect(seen(straight, step)).toEqual(seen(afresh[index] as FeedStore, step));
    }
  });

  it("grows by new steps into the same feed as the one that is fetched", async () => {
    const whole = await stored();
    const growing = new FeedStore(async (from, end) => segmentOf(ever, from, Math.min(end, 300)), madeUpSession(300));
    growing.want(0, 0);
    await new Promise((done) => setTimeout(done, 0));
    growing.momentAt(299);
    for (let from = 300; from < 900; from += 7) {
      const to = Math.min(900, from + 7);
      growing.follow({ type: "steps", from_step: from, to_step: to, events: ever.filter((e) => e.s >= from && e.s < to), marks: [] });
    }
    for (const step of [299, 359, 360, 700, 720, 899, 410]) {
      expect(withoutFacing(seen(growing, step))).toEqual(withoutFacing(seen(whole, step)));
    }
  });

  it("ignores events that it has already", async () => {
    const whole = await stored();
    const growing = await stored(ever, 800);
    const said = ever.filter(({ s }) => s >= 780 && s < 820);
    growing.follow({ type: "steps", from_step: 780, to_step: 820, events: said, marks: [] });
    expect(seen(growing, 819)).toEqual(seen(whole, 819));
    expect([...growing.eventsBetween(780, 820)]).toEqual(said);
  });

  it("fetches steps again after a gap", async () => {
    const asked: number[] = [];
    let next = 100;
    const store = new FeedStore(async (from, end): Promise<FeedSegment> => {
      asked.push(from);
      return segmentOf(ever, from, Math.min(end, next));
    }, madeUpSession(100));
    store.want(0, 0);
    await new Promise((done) => setTimeout(done, 0));
    store.follow({ type: "steps", from_step: 140, to_step: 150, events: [], marks: [] });
    expect(store.momentAt(145)).toBeUndefined();
    next = 150;
    store.want(145, 0);
    await new Promise((done) => setTimeout(done, 0));
    expect(asked).toEqual([0, 0]);
    expect(store.momentAt(145)).toBeDefined();
  });

  it("fetches the hours ahead once the hour that is shown is there", async () => {
    const asked: number[] = [];
    const store = new FeedStore(async (from, end) => {
      asked.push(from);
      return segmentOf(ever, from, Math.min(end, 900));
    }, madeUpSession(900));
    store.want(10, 2);
    expect(asked).toEqual([0]);
    await new Promise((done) => setTimeout(done, 0));
    store.want(11, 2);
    expect(asked).toEqual([0, 360, 720]);
  });

  it("lets nobody move further than one tile per step", async () => {
    const store = await stored();
    const before = new Map<string, [number, number]>();
    for (let step = 0; step < 900; step++) {
      for (const person of sceneAt(store.momentAt(step)!, step, 1).people) {
        const last = before.get(person.who);
        if (last && step % 360) expect(Math.abs(person.x - last[0]) + Math.abs(person.y - last[1])).toBeLessThanOrEqual(1);
        before.set(person.who, [person.x, person.y]);
      }
    }
  });

  it("moves people evenly within a step, facing the way they go", () => {
    const walk = { path: [[2, 3], [3, 3], [3, 4]] as [number, number][], departed: 10, facing: "north" as const, before: undefined };
    const into = { x: 0, y: 0, facing: "south" as const, walking: false, walked: 0 };
    expect(stanceAt(walk, 10, 0.5, { ...into })).toMatchObject({ x: 2, y: 3, walking: false, facing: "north" });
    expect(stanceAt(walk, 11, 0.5, { ...into })).toMatchObject({ x: 2.5, y: 3, walking: true, facing: "east" });
    expect(stanceAt(walk, 12, 0.25, { ...into })).toMatchObject({ x: 3, y: 3.25, walking: true, facing: "south" });
    expect(stanceAt(walk, 20, 0.5, { ...into })).toMatchObject({ x: 3, y: 4, walking: false, facing: "south" });
  });
});

/** Removes the direction that standing people face: an hour begins without knowing it. */
function withoutFacing(scene: ReturnType<typeof seen>) {
  return { ...scene, people: scene?.people.map((person) => ({ ...person, facing: "", walked: 0 })) };
}
