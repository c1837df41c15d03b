import { computed, effect, signal } from "@preact/signals";

import { latest } from "../feed/chapters";
import { newest, session } from "./signals";
import { story, tell } from "./story";

const LIVED = "townlet: lived ";

/** How often it is stored how far the run has come, in steps: each game hour. */
const STORED_EVERY = 360;

/** How far the run had come at the last visit with this browser; undefined on a first visit, and once it is put away. */
export const leftAt = signal<number | undefined>(undefined);

/** What has been told of the time since the last visit, the latest chapters. */
export const sinceThen = computed(() => (leftAt.value === undefined ? [] : latest(story.value?.chapters ?? [], leftAt.value)));

/** Recalls the last visit, and from now on stores how far the run has come. Returns a function that stops it. */
export function recallVisit(): () => void {
  const run = session.peek()?.run;
  if (!run) return () => undefined;
  const key = LIVED + run;
  const left = read(key);
  if (left !== undefined && left < newest.peek()) {
    leftAt.value = left;
    void tell();
  }
  let stored = -1;
  return effect(() => {
    if (Math.abs(newest.value - stored) < STORED_EVERY) return;
    stored = newest.value;
    write(key, stored);
  });
}

function read(key: string): number | undefined {
  try {
    return Number(localStorage.getItem(key) ?? undefined) || undefined;
  } catch {
    return undefined;
  }
}

function write(key: string, step: number): void {
  try {
    localStorage.setItem(key, String(step));
  } catch {
    // The browser keeps nothing for this page: it cannot know of this visit later.
  }
}
