import type { SessionInfo } from "../protocol/messages";
import { linkTime, stepAt, timeOf } from "../time/calendar";
import type { MapView } from "./camera";
import { type Selection, TABS, type TabName } from "./selection";

/**
 * The content of a link: a game time, what is selected, the open tab, the view of the map, whether that is the whole town, the
 * person whom the camera follows (empty for nobody), whether the director leads the camera, the ids of the story's chapter and
 * of the thread on the map (empty for none), what is searched for, and whether the page opens paused.
 */
export interface Linked {
  time: number | undefined;
  selection: Selection | null;
  tab: TabName;
  view: MapView | undefined;
  whole: boolean;
  follow: string;
  directed: boolean;
  chapter: string;
  thread: string;
  search: string;
  paused: boolean;
}

/**
 * Parses the page's address, such as `#at=2030-05-04T07:05:10&person=Ada&tab=plan&view=41.3,22,0.75&follow=Ada`, or with
 * `&thing=..` or `&talk=..` for `&person=..`, or with
 * `&chapter=..`, `&thread=..`, `&search=..` or `&paused`. Each part may be missing. Without a selection, a view and somebody to
 * follow, the director leads the camera; `view=all` is the whole town.
 */
export function readLink(hash: string = location.hash): Linked {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const time = timeOf(fields.get("at") ?? "");
  const tab = TABS.find((each) => each === fields.get("tab")) ?? "now";
  const named = (name: string) => fields.get(name) ?? "";
  return {
    time: Number.isNaN(time) ? undefined : time,
    selection: selectionIn(fields),
    tab,
    view: viewIn(fields),
    whole: named("view") === "all",
    follow: named("follow"),
    directed: !["person", "thing", "talk", "view", "follow", "chapter"].some((name) => fields.has(name)),
    chapter: named("chapter"),
    thread: named("thread"),
    search: named("search"),
    paused: fields.has("paused"),
  };
}

/** Whether the page's address leads anywhere: to a moment, a selection, a view or a chapter. */
export function isLinked(hash: string = location.hash): boolean {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  fields.delete("paused");
  if (fields.get("view") === "all") fields.delete("view");
  return fields.toString() !== "";
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

function viewIn(fields: URLSearchParams): MapView | undefined {
  const [x, y, zoom, ...more] = (fields.get("view") ?? "").split(",").map((each) => (each.trim() ? Number(each) : Number.NaN));
  if (x === undefined || y === undefined || zoom === undefined || more.length) return undefined;
  return Number.isFinite(x) && Number.isFinite(y) && zoom > 0 && Number.isFinite(zoom) ? { x, y, zoom } : undefined;
}

/** Returns the link to what is shown; it begins with `#`. Parts left out are not in it. */
export function writeLink({ time, selection, tab, view, follow, directed, chapter, thread, search }: Partial<Linked>): string {
  const fields = new URLSearchParams(time === undefined ? {} : { at: linkTime(time) });
  if (selection?.kind === "person") {
    fields.set("person", selection.name);
    if (tab && tab !== "now") fields.set("tab", tab);
  }
  if (selection?.kind === "thing") fields.set("thing", selection.address);
  if (selection?.kind === "talk") fields.set("talk", selection.id);
  if (view) fields.set("view", [view.x.toFixed(1), view.y.toFixed(1), view.zoom.toFixed(3)].map(Number).join(","));
  else if (directed === false && !selection && !follow && !chapter) fields.set("view", "all");
  if (follow) fields.set("follow", follow);
  if (chapter) fields.set("chapter", chapter);
  if (thread) fields.set("thread", thread);
  if (search) fields.set("search", search);
  return `#${fields}`.replaceAll("%3A", ":").replaceAll("%2C", ",");
}
