/** The page's address: what is shown is kept in it, and who puts another link in is led there. */

import { effect, untracked } from "@preact/signals";

import { arriveAt, chapterId, openChapter } from "../story/story";
import { timeAt } from "../time/calendar";
import { playing, seek, standStill, step } from "../time/clock";
import { follow, followed, mapView, showView } from "./camera";
import { linkedStep, readLink, writeLink } from "./link";
import { newest, session } from "./run";
import { openTab, select, selected, tab } from "./selection";

/** The link to what is shown now. */
export function linkNow(): string {
  return session.value ? linkAt(timeAt(session.value, step.value)) : "";
}

/** The link to what is shown, at a game time, or for undefined at the newest step. */
function linkAt(time: number | undefined): string {
  return writeLink(time, selected.value, tab.value, mapView.peek(), followed.value, chapterId.value);
}

/** How often the moment and the view of the map in the page's address are updated. */
const RENEWED_MS = 2000;

/** Within this many steps of the newest the user is watching live, and the page's address contains no moment. */
const NOW_STEPS = 20;

/**
 * Keeps what is shown in the page's address, so that reloading the page shows it again. An address that somebody else
 * has put in stays until its `hashchange` event, which comes later, has been handled.
 */
export function keepLink(): () => void {
  const linked = readLink();
  select(linked.selection);
  openTab(linked.tab);
  showView(linked.view);
  follow(linked.follow);
  arriveAt(linked);
  let known = location.hash;
  const know = () => (known = location.hash);
  const keep = () => {
    const link = linkHere();
    if (location.hash !== known || link === known) return;
    history.replaceState(null, "", link);
    know();
  };
  addEventListener("hashchange", know);
  const timer = setInterval(() => session.peek() && untracked(keep), RENEWED_MS);
  const stop = effect(() => {
    // During playback the moment triggers no update here: it changes too often.
    void [selected.value, tab.value, followed.value, chapterId.value];
    if (session.value) playing.value ? untracked(keep) : keep();
  });
  return () => {
    removeEventListener("hashchange", know);
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
    // Parse all of it first: setting the selection rewrites the address.
    const [linked, step] = [readLink(), linkedStep(watched)];
    select(linked.selection);
    openTab(linked.tab);
    if (step !== undefined) seek(step);
    if (linked.paused) standStill();
    // Before the view: the map moves to a newly followed person first.
    follow(linked.follow);
    showView(linked.view);
    void openChapter(linked);
  };
  addEventListener("hashchange", hear);
  return () => removeEventListener("hashchange", hear);
}
