import { computed, effect, signal } from "@preact/signals";

import type { StoryChapterView } from "../protocol/messages";
import { keep, recall } from "../state/browser_storage";
import { newest, session } from "../state/run";
import { story, tell } from "./story";

/** How often it is stored how far the run has come, in steps: each game hour. */
const STORED_EVERY = 360;

/** At most so many chapters are named to who comes back. */
const MOST = 4;

/** The chapters whose moment lies at a step or later, the last few. */
export function latest(chapters: readonly StoryChapterView[], from: number): readonly StoryChapterView[] {
  return chapters.filter(({ step }) => step >= from).slice(-MOST);
}

/** How far the run had come at the last visit with this browser; undefined on a first visit, and once it is put away. */
export const leftAt = signal<number | undefined>(undefined);

/** What has been told of the time since the last visit, the latest chapters. */
export const sinceThen = computed(() => (leftAt.value === undefined ? [] : latest(story.value?.chapters ?? [], leftAt.value)));

/** Recalls the last visit, and from now on stores how far the run has come. Returns a function that stops it. */
export function recallVisit(): () => void {
  const run = session.peek()?.run;
  if (!run) return () => undefined;
  const key = `lived ${run}`;
  const left = Number(recall(key));
  if (left && left < newest.peek()) {
    leftAt.value = left;
    void tell();
  }
  let stored = -1;
  return effect(() => {
    if (Math.abs(newest.value - stored) < STORED_EVERY) return;
    stored = newest.value;
    keep(key, String(stored));
  });
}

/** Puts away what has been told of the time since the last visit. */
export function putAway(): void {
  leftAt.value = undefined;
}
