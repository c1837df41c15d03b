import { expect, test } from "vitest";

import type { StoryChapterView } from "../src/protocol/messages";
import { latest } from "../src/story/previously";

const chapters = [10, 20, 30, 40, 50, 60].map((step) => ({ id: `c${step}`, step }) as StoryChapterView);

test("who comes back is told of the last chapters since they left", () => {
  expect(latest(chapters, 45).map(({ id }) => id)).toEqual(["c50", "c60"]);
  expect(latest(chapters, 0).map(({ id }) => id)).toEqual(["c30", "c40", "c50", "c60"]);
  expect(latest(chapters, 61)).toEqual([]);
});
