import { happen, type Moment, opening, sceneOf } from "../src/feed/moment";
import type { FeedEvent, FeedSegment, SessionInfo } from "../src/protocol/messages";

const NAMES = ["Oda Brack", "Piet Lund", "Rhea Moss", "Tove Hald"];

/** A small seeded PRNG of numbers from 0 to 1. */
export function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Random events of people who walk, stop half way, use things, talk and sleep. */
export function madeUpFeed(steps: number, seed: number, names = NAMES, size = 40): FeedEvent[] {
  const chance = numbers(seed);
  const whole = (most: number) => Math.floor(chance() * most);
  const begins = (index: number): [number, number] => [(index * 7) % size, (index * 11 + 5) % size];
  const events: FeedEvent[] = names.map((who, index) => ({ e: "appears", s: 0, who, tile: begins(index), visitor: false }));
  const busy = new Map(names.map((name, index) => [name, { tile: begins(index), until: 1 + whole(30) }]));
  let talk = 0;
  for (let s = 1; s < steps; s++) {
    for (const who of names) {
      const now = busy.get(who)!;
      if (now.until !== s) continue;
      const path = wander(now.tile, 1 + whole(20), chance, size);
      const halted = path.length > 4 && chance() < 0.2;
      const end = halted ? path[3]! : path.at(-1)!;
      const there = s + (halted ? 3 : path.length - 1);
      const asleep = chance() < 0.1;
      events.push({ e: "acts", s, who, path, doing: "busy", emoji: "🧶", at: "", asleep });
      if (halted) events.push({ e: "halts", s: there, who, tile: end, obstacle: "full" });
      else events.push({ e: "arrives", s: there, who, tile: end, using: chance() < 0.5 ? "T:a:b:bench" : "" });
      now.tile = end;
      now.until = there + whole(40) + (path.length === 1 ? 1 : 0);
    }
    if (chance() < 0.05) events.push({ e: "turns", s, object: "T:a:b:stove", state: chance() < 0.5 ? "on" : "", by: "" });
    if (chance() < 0.01) talk = converse(events, s, talk, names, whole);
  }
  const order = events.map((event, index) => ({ event, index }));
  order.sort((one, other) => one.event.s - other.event.s || one.index - other.index);
  return order.map(({ event }) => event).filter((event) => event.s < steps);
}

function converse(events: FeedEvent[], s: number, talk: number, names: string[], whole: (most: number) => number): number {
  const first = whole(names.length);
  const [who, to] = [names[first]!, names[(first + 1) % names.length]!];
  for (let number = 0; number < 5; number++) {
    const [speaker, other] = number % 2 ? [to, who] : [who, to];
    events.push({ e: "says", s: s + number, who: speaker, to: other, text: `Line ${number}`, talk: `t${talk}`, number, hearers: [] });
  }
  events.push({ e: "parts", s: s + 5, talk: `t${talk}`, participants: [who, to] });
  return talk + 1;
}

function wander(from: [number, number], tiles: number, chance: () => number, size: number): [number, number][] {
  const path = [from];
  for (let left = tiles; left > 0; left--) {
    const [x, y] = path.at(-1)!;
    const [dx, dy] = [[1, 0], [-1, 0], [0, 1], [0, -1]][Math.floor(chance() * 4)] as [number, number];
    path.push([Math.max(0, Math.min(size - 1, x + dx)), Math.max(0, Math.min(size - 1, y + dy))]);
  }
  return path;
}

/** The segment of a feed that the server would return. */
export function segmentOf(events: FeedEvent[], from: number, to: number): FeedSegment {
  const moment: Moment = opening({ step: 0, people: [], objects: {}, talks: [] });
  for (const event of events) if (event.s < from) happen(moment, event);
  const scene = structuredClone(sceneOf(moment, from));
  return { from_step: from, to_step: to, scene, events: events.filter((event) => event.s >= from && event.s < to) };
}

export function madeUpSession(next: number): SessionInfo {
  return {
    protocol: 1, mode: "replay", run: "r", file: "made-up.townlet", town: "Made up", about: "", seed: 1, model: "offline",
    offline: true, start: "2031-04-07T00:00:00", step_seconds: 10, next_step: next, opening: 0, goal: 0, can_command: false, may_direct: true, path: "", version: "0",
  };
}
