/** The page's address: what is shown is kept in it, and who puts another link in is led there. */

import { batch, effect, untracked } from "@preact/signals";

import { arriveAt, chapterId, openChapter, touring } from "../story/story";
import { showThread, threadId } from "../story/thread";
import { timeAt } from "../time/calendar";
import { playing, seek, standStill, step } from "../time/clock";
import { follow, followed, lead, led, mapView, showView, showWhole } from "./camera";
import { type Linked, linkedStep, readLink, writeLink } from "./link";
import { newest, session } from "./run";
import { query, searching, searchFor } from "./search";
import { openTab, select, selected, tab } from "./selection";

/** The link to what is shown now. */
export function linkNow(): string {
  return session.value ? linkAt(timeAt(session.value, step.value)) : "";
}

/** The link to what is shown, at a game time, or for undefined at the newest step. */
function linkAt(time: number | undefined): string {
  const view = led.value ? undefined : mapView.peek();
  const search = searching.value ? query.value : "";
  return writeLink({ time, selection: selected.value, tab: tab.value, view, follow: followed.value, directed: led.value === "director", chapter: chapterId.value, thread: threadId.value, search });
}

/** How often the moment and the view of the map in the page's address are updated. */
const RENEWED_MS = 2000;

/** Within this many steps of the newest the user is watching live, and the page's address contains no moment. */
const NOW_STEPS = 20;

/** What the browser's Back returns to: who or what is selected, the chapter, the thread and the search. Chapters of a tour follow one another in one entry. */
function placeNow(): string {
  return JSON.stringify([selected.value, touring.value || chapterId.value, threadId.value, searching.value]);
}

/**
 * Keeps what is shown in the page's address, so that reloading the page shows it again. An address that somebody else
 * has put in stays until its `hashchange` event, which comes later, has been handled.
 */
export function keepLink(): () => void {
  const linked = readLink();
  show(linked);
  arriveAt(linked);
  let known = location.hash;
  let place = placeNow();
  const know = () => (known = location.hash);
  const keep = (settled = false): void => {
    const link = linkHere();
    const now = placeNow();
    if (location.hash !== known) return;
    // A jump changes several signals, and is one entry.
    if (place && now !== place && !settled) return queueMicrotask(() => keep(true));
    if (link !== known) write(link, now);
    place = now;
    know();
  };
  const write = (link: string, now: string) => {
    // After the browser's Back, what it leads to is shown in the entry that is there.
    if (now === place || !place) history.replaceState(null, "", link);
    else history.pushState(null, "", link);
  };
  const hear = () => {
    know();
    place = "";
  };
  addEventListener("hashchange", hear);
  const timer = setInterval(() => session.peek() && untracked(() => keep()), RENEWED_MS);
  const stop = effect(() => {
    // During playback the moment triggers no update here: it changes too often.
    void [selected.value, tab.value, followed.value, chapterId.value, led.value, threadId.value, searching.value];
    if (session.value) playing.value ? untracked(() => keep()) : keep();
  });
  return () => {
    removeEventListener("hashchange", hear);
    clearInterval(timer);
    stop();
  };
}

function linkHere(): string {
  const watched = session.value;
  const now = watched?.mode !== "replay" && playing.value && newest.value - step.value < NOW_STEPS;
  return now ? linkAt(undefined) : linkNow();
}

/** Follows a link that is put into the address of the open page. Returns a function that stops it. */
export function watchLinks(): () => void {
  const hear = () => {
    const watched = session.peek();
    if (!watched || location.hash === linkNow()) return;
    const [linked, step] = [readLink(), linkedStep(watched)];
    batch(() => {
      if (step !== undefined) seek(step);
      if (linked.paused) standStill();
      show(linked);
      // A map that opens shows the whole town by itself.
      if (linked.whole) showWhole();
      void openChapter(linked);
    });
  };
  addEventListener("hashchange", hear);
  return () => removeEventListener("hashchange", hear);
}

function show({ selection, tab: shown, follow: who, view, directed, thread, search }: Linked): void {
  select(selection);
  openTab(shown);
  // Before the view: the map moves to a newly followed person first.
  follow(who);
  showView(view);
  if (directed) lead("director");
  showThread(thread);
  searchFor(search);
}
