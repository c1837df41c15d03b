import { computed, effect, signal } from "@preact/signals";

import type { StoryChapterView, StoryView } from "../protocol/messages";
import { keep, recall } from "../state/browser_storage";
import { closeUp, lead, showView } from "../state/camera";
import { isLinked, type Linked, writeLink } from "../state/link";
import { session, source, spans } from "../state/run";
import { select } from "../state/selection";
import { showTrouble } from "../state/trouble";
import { stepAt, timeAt } from "../time/calendar";
import { growing, letRun, playFrom, step } from "../time/clock";

/** The story of the run, once it has been asked for. */
export const story = signal<StoryView | undefined>(undefined);

/** The id of the chapter that is shown; empty for none. */
export const chapterId = signal("");

/** The number of the chapter that is shown, from 0; -1 for none. */
export const chapter = computed(() => story.value?.chapters.findIndex(({ id }) => id === chapterId.value) ?? -1);

/** Whether the next chapter follows by itself when one is over. */
export const touring = signal(false);

const CLOSED = "story closed";

/** How long the end of a chapter stays before the next one begins. */
const REST_MS = 3500;

/** The link at whose end the page was opened. */
let arrival: Linked | undefined;

/** Whether the page offers the story when it opens: not to who has closed the offer, nor at the end of a link. */
export const offered = signal(false);

/** Says at the end of which link the page is opened, before the run is there. */
export function arriveAt(linked: Linked): void {
  arrival = linked;
  chapterId.value = linked.chapter;
  offered.value = recall(CLOSED) !== "true" && !isLinked();
}

/** Loads the story, again if the run has grown since. */
export async function tell(): Promise<void> {
  const asked = session.peek();
  try {
    const told = await source.story();
    if (session.peek()?.run === asked?.run) story.value = told;
  } catch (error) {
    showTrouble(error as Error);
  }
}

export function shownChapter(): StoryChapterView | undefined {
  return story.value?.chapters[chapter.value];
}

/** Shows a chapter and plays it: its moment, with the camera on whom it is about. */
export function showChapter(number: number, plays = true): void {
  const shown = story.peek()?.chapters[number];
  if (!shown) return;
  chapterId.value = shown.id;
  select(null);
  lookAt(shown);
  playFrom(shown.from_step, plays);
}

function lookAt(shown: StoryChapterView): void {
  if (shown.tile) showView(closeUp(shown.tile));
  // Whoever is quoted comes first, if that is said now.
  const quoted = shown.talk ? shown.quote?.who : undefined;
  if (shown.people.length) lead(quoted ? [quoted, ...shown.people] : shown.people);
}

/** The link to a chapter, from its beginning; it begins with `#`. */
export function linkTo(shown: StoryChapterView): string {
  const watched = session.peek();
  const time = watched && timeAt(watched, shown.from_step);
  return writeLink({ time, chapter: shown.id });
}

/**
 * Shows the chapter of a link: at the link's moment if that is in the chapter, or else from its beginning. The story of a
 * run that has grown may no longer have it; then the link's moment and view remain.
 */
export async function openChapter(linked: Linked): Promise<void> {
  const watched = session.peek();
  chapterId.value = linked.chapter;
  if (!linked.chapter || !watched) return;
  await tell();
  const number = chapter.peek();
  const shown = shownChapter();
  if (!shown) {
    if (chapterId.peek() === linked.chapter) chapterId.value = "";
    return;
  }
  const at = linked.time === undefined ? undefined : Math.round(stepAt(watched, linked.time));
  if (at === undefined || at < shown.from_step || at >= shown.to_step) return showChapter(number, !linked.paused);
  if (!linked.view && !linked.follow) lookAt(shown);
  letRun(!linked.paused);
}

/** Loads the story when the page opens, if it is going to be shown. A page of some chapters begins to play them, unless it opens paused. */
export function beginStory(): void {
  if (arrival?.chapter) void openChapter(arrival);
  else if (spans.peek().length && arrival?.time === undefined) void tell().then(() => ((touring.value = true), showChapter(0, !arrival?.paused)));
  else if (offered.peek() && !growing.peek()) void tell();
}

/** Plays the story from a chapter on. */
export function watchStory(from = 0): void {
  closeOffer();
  touring.value = true;
  showChapter(from);
}

/** Goes to the next chapter, or with -1 to the one before; from none, to the one that is next at this moment. */
export function turn(by: 1 | -1): void {
  const chapters = story.peek()?.chapters ?? [];
  const at = chapter.peek();
  const next = chapters.findIndex((each) => each.from_step > step.peek());
  const wanted = at >= 0 ? at + by : by > 0 ? next : (next < 0 ? chapters.length : next) - 1;
  if (chapters[wanted]) showChapter(wanted);
}

export function leaveStory(): void {
  chapterId.value = "";
  stay();
}

/** Lets no chapter follow the one that is shown. */
export function stay(): void {
  touring.value = false;
}

/** Lets chapter follow chapter from the one that is shown, or no longer. */
export function toggleTour(): void {
  touring.value = !touring.value;
}

/** Closes the offer for good: the browser remembers it. */
export function closeOffer(): void {
  offered.value = false;
  keep(CLOSED, "true");
}

/** Lets chapter follow chapter while the story is being watched. Returns a function that stops it. */
export function keepTouring(): () => void {
  let timer = 0;
  const stop = effect(() => {
    const shown = shownChapter();
    const over = shown !== undefined && touring.value && step.value >= shown.to_step;
    clearTimeout(timer);
    if (!over) return;
    letRun(false);
    timer = window.setTimeout(() => (chapter.peek() + 1 < (story.peek()?.chapters.length ?? 0) ? turn(1) : stay()), REST_MS);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
