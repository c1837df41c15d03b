import { computed, effect, signal } from "@preact/signals";

import { type Spread, spreadAt } from "../feed/spreading";
import type { ThreadView } from "../protocol/messages";
import { growing, step } from "../time/clock";
import { town } from "./run";
import { story, tell } from "./story";

/** The id of the thread that is drawn on the map; empty for none. */
export const threadId = signal("");

/** The thread that is drawn on the map. */
export const thread = computed<ThreadView | undefined>(() => story.value?.threads.find(({ id }) => id === threadId.value));

/** Draws a thread on the map, or takes it off if it is there. */
export function toggleThread(id: string): void {
  threadId.value = id === threadId.peek() ? "" : id;
}

export function hideThread(): void {
  threadId.value = "";
}

/** How long the page waits at least before it reads the story of a growing run again. */
const REREAD_MS = 10_000;

/** How far the thread has come at a step. */
export function spreadNow(at: number): Spread | undefined {
  const shown = thread.peek();
  return shown && spreadAt(shown, at);
}

/** What the caption says: how many people the thread has reached. */
export const reached = computed(() => {
  const shown = thread.value;
  if (!shown) return "";
  const count = spreadAt(shown, step.value).people.size;
  const all = town.value?.people.length ?? count;
  if (shown.spreads) return `${count} of ${all} ${count === 1 ? "knows" : "know"}`;
  return count === 0 ? "Not yet begun" : `${count} of ${all} ${count === 1 ? "has" : "have"} a part in it`;
});

/** Reads the story again while a thread is shown and the run grows. Returns a function that stops it. */
export function keepReading(): () => void {
  let last = 0;
  return effect(() => {
    const behind = thread.value !== undefined && growing.value && step.value >= (story.value?.until ?? 0);
    if (!behind || performance.now() - last < REREAD_MS) return;
    last = performance.now();
    void tell();
  });
}
