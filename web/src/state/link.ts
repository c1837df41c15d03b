import { effect, untracked } from "@preact/signals";

import type { SessionInfo } from "../protocol/messages";
import { linkTime, stepAt, timeAt, timeOf } from "../time/calendar";
import { newest, playing, selected, type Selection, session, step, tab, TABS, type TabName } from "./signals";

/** The content of a link: a game time, what is selected, and the open tab. */
export interface Linked {
  time: number | undefined;
  selection: Selection | null;
  tab: TabName;
}

/** Parses the page's address, such as `#at=2030-05-04T07:05:10&person=Ada&tab=plan`, or with `&thing=..` or `&talk=..`. */
export function readLink(hash: string = location.hash): Linked {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const time = timeOf(fields.get("at") ?? "");
  const tab = TABS.find((each) => each === fields.get("tab")) ?? "now";
  return { time: Number.isNaN(time) ? undefined : time, selection: selectionIn(fields), tab };
}

/** The step that a link leads to in a run; undefined if the link contains no game time. */
export function linkedStep(opened: SessionInfo, hash: string = location.hash): number | undefined {
  const { time } = readLink(hash);
  if (time === undefined) return undefined;
  return Math.max(0, Math.min(opened.next_step, Math.round(stepAt(opened, time))));
}

function selectionIn(fields: URLSearchParams): Selection | null {
  const name = fields.get("person");
  if (name) return { kind: "person", name };
  const address = fields.get("thing");
  if (address) return { kind: "thing", address };
  const id = fields.get("talk");
  return id ? { kind: "talk", id } : null;
}

/** The link to a moment and a selection; it begins with `#`. */
export function writeLink(time: number | undefined, selection: Selection | null, tab: TabName): string {
  const fields = new URLSearchParams(time === undefined ? {} : { at: linkTime(time) });
  if (selection?.kind === "person") {
    fields.set("person", selection.name);
    if (tab !== "now") fields.set("tab", tab);
  }
  if (selection?.kind === "thing") fields.set("thing", selection.address);
  if (selection?.kind === "talk") fields.set("talk", selection.id);
  return `#${fields}`.replaceAll("%3A", ":");
}

/** The link to what is shown now. */
export function linkNow(): string {
  return session.value ? writeLink(timeAt(session.value, step.value), selected.value, tab.value) : "";
}

/** How often the moment in the page's address is updated during playback. */
const RENEWED_MS = 2000;

/** Within this many steps of the newest the user is watching live, and the page's address contains no moment. */
const NOW_STEPS = 20;

/** Keeps the moment shown and the selection in the page's address, so that reloading the page restores both. */
export function keepLink(): () => void {
  const linked = readLink();
  selected.value = linked.selection;
  tab.value = linked.tab;
  const keep = () => history.replaceState(null, "", linkHere());
  const timer = setInterval(() => session.peek() && playing.peek() && keep(), RENEWED_MS);
  const stop = effect(() => {
    // During playback only the selection triggers an update here: the moment changes too often.
    void [selected.value, tab.value];
    if (session.value) playing.value ? untracked(keep) : keep();
  });
  return () => {
    clearInterval(timer);
    stop();
  };
}

function linkHere(): string {
  const watched = session.value;
  const now = watched?.mode !== "replay" && playing.value && newest.value - step.value < NOW_STEPS;
  return now ? writeLink(undefined, selected.value, tab.value) : linkNow();
}
