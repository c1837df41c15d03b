import { computed, effect, signal } from "@preact/signals";

import type { ThreadView } from "../protocol/messages";
import { town } from "../state/run";
import { growing, step } from "../time/clock";
import { story, tell } from "./story";

/** How far a thread has come at a moment. */
export interface Spread {
  /** Who knows by now, or has taken part. */
  readonly people: ReadonlySet<string>;
  /** Who has just passed it on to whom, and how long ago as a share of the time for which that is shown. */
  readonly passed: readonly { from: string; to: string; age: number }[];
}

/** For how many steps it is shown that somebody has passed it on. */
export const PASSING_STEPS = 30;

/** How far a thread has come at a step, which may lie between two. */
export function spreadAt({ beats, knew, spreads }: ThreadView, step: number): Spread {
  const people = new Set(knew);
  const passed: { from: string; to: string; age: number }[] = [];
  for (const beat of beats) {
    if (beat.step > step) break;
    const [from, ...others] = beat.people;
    const age = (step - beat.step) / PASSING_STEPS;
    if (from && spreads && age < 1) for (const to of others) passed.push({ from, to, age });
    for (const each of beat.people) people.add(each);
  }
  return { people, passed };
}

/** The id of the thread that is drawn on the map; empty for none. */
export const threadId = signal("");

/** The thread that is drawn on the map. */
export const thread = computed<ThreadView | undefined>(() => story.value?.threads.find(({ id }) => id === threadId.value));

/** Draws the thread of a link, or none if `id` is empty. */
export function showThread(id: string): void {
  threadId.value = id;
}

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
