import { expect, test } from "vitest";

import { PASSING_STEPS, spreadAt } from "../src/story/thread";

const news = {
  id: "news-1",
  title: "How people heard of the fair",
  spreads: true,
  knew: ["Ana"],
  beats: [
    { step: 100, people: ["Ana", "Bo"] },
    { step: 110, people: ["Bo", "Cem", "Ana"] },
    { step: 500, people: ["Dai"] },
  ],
};

test("before the first beat, only those know who knew from the start", () => {
  expect(spreadAt(news, 99.5)).toEqual({ people: new Set(["Ana"]), passed: [] });
});

test("people are reached at their beats, and fewer when the clock goes back", () => {
  expect([...spreadAt(news, 110).people]).toEqual(["Ana", "Bo", "Cem"]);
  expect([...spreadAt(news, 100).people]).toEqual(["Ana", "Bo"]);
  expect(spreadAt(news, 9999).people.size).toBe(4);
});

test("it is shown for a while who passed it on to whom, and then no more", () => {
  const at = (step: number) => spreadAt(news, step).passed.map(({ from, to }) => `${from} to ${to}`);
  expect(at(100)).toEqual(["Ana to Bo"]);
  expect(at(110 + PASSING_STEPS / 2)).toEqual(["Ana to Bo", "Bo to Cem", "Bo to Ana"]);
  expect(at(100 + PASSING_STEPS)).toEqual(["Bo to Cem", "Bo to Ana"]);
  expect(at(110 + PASSING_STEPS)).toEqual([]);
  expect(spreadAt(news, 100 + PASSING_STEPS / 2).passed[0]?.age).toBe(0.5);
});

test("who comes to know by themselves has it from nobody, and other threads pass nothing on", () => {
  expect(spreadAt(news, 500).passed).toEqual([]);
  expect(spreadAt({ ...news, spreads: false }, 110)).toEqual({ people: new Set(["Ana", "Bo", "Cem"]), passed: [] });
});
