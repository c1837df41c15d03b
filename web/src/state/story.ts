import { effect, signal } from "@preact/signals";

import type { StoryChapterView, StoryView } from "../protocol/messages";
import { source } from "./begin";
import { followed, linkedView, playing, selected, session, step, trouble } from "./signals";
import { seek } from "../time/clock";

/** The story of the run, once it has been asked for. */
export const story = signal<StoryView | undefined>(undefined);

/** The number of the chapter that is shown, from 0; -1 for none. */
export const chapter = signal(-1);

/** Whether the next chapter follows by itself when one is over. */
export const touring = signal(false);

const CLOSED = "townlet: story closed";
const ZOOM = 1.1;

/** How long the end of a chapter stays before the next one begins. */
const REST_MS = 3500;

/** Whether the page offers the story when it opens: not to who has closed the offer, nor at the end of a link. */
export const offered = signal(!wasClosed() && location.hash.length < 2);

/** Loads the story, again if the run has grown since. */
export async function tell(): Promise<void> {
  const asked = session.peek();
  try {
    const told = await source.story();
    if (session.peek()?.run === asked?.run) story.value = told;
  } catch (error) {
    trouble.value = (error as Error).message;
  }
}

export function shownChapter(): StoryChapterView | undefined {
  return story.value?.chapters[chapter.value];
}

/** Shows a chapter: its moment, with the camera on whom it is about. */
export function showChapter(number: number): void {
  const shown = story.peek()?.chapters[number];
  if (!shown) return;
  chapter.value = number;
  selected.value = null;
  if (shown.tile) linkedView.value = { x: shown.tile[0] + 0.5, y: shown.tile[1] + 0.5, zoom: ZOOM };
  followed.value = "";
  followed.value = shown.people[0] ?? "";
  seek(shown.from_step);
  playing.value = true;
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
  chapter.value = -1;
  touring.value = false;
}

/** Closes the offer for good: the browser remembers it. */
export function closeOffer(): void {
  offered.value = false;
  try {
    localStorage.setItem(CLOSED, "true");
  } catch {
    // The browser keeps nothing for this page: it holds until the page is closed.
  }
}

function wasClosed(): boolean {
  try {
    return localStorage.getItem(CLOSED) === "true";
  } catch {
    return false;
  }
}

/** Lets chapter follow chapter while the story is being watched. Returns a function that stops it. */
export function keepTouring(): () => void {
  let timer = 0;
  const stop = effect(() => {
    const shown = shownChapter();
    const over = shown !== undefined && touring.value && step.value >= shown.to_step;
    clearTimeout(timer);
    if (!over) return;
    playing.value = false;
    timer = window.setTimeout(() => (chapter.peek() + 1 < (story.peek()?.chapters.length ?? 0) ? turn(1) : (touring.value = false)), REST_MS);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
