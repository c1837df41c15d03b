import type { SessionInfo } from "../protocol/messages";
import { linkTime, stepAt, timeOf } from "../time/calendar";
import type { MapView } from "./camera";
import { type Selection, TABS, type TabName } from "./selection";

/**
 * The content of a link: a game time, what is selected, the open tab, the view of the map (undefined: the whole town), the
 * person whom the camera follows (empty for nobody), the id of the story's chapter (empty for none), and whether the page
 * opens paused.
 */
export interface Linked {
  time: number | undefined;
  selection: Selection | null;
  tab: TabName;
  view: MapView | undefined;
  follow: string;
  chapter: string;
  paused: boolean;
}

/**
 * Parses the page's address, such as `#at=2030-05-04T07:05:10&person=Ada&tab=plan&view=41.3,22,0.75&follow=Ada`, or with
 * `&thing=..` or `&talk=..` for `&person=..`, or with `&chapter=..` or `&paused`. Each part may be missing.
 */
export function readLink(hash: string = location.hash): Linked {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const time = timeOf(fields.get("at") ?? "");
  const tab = TABS.find((each) => each === fields.get("tab")) ?? "now";
  return { time: Number.isNaN(time) ? undefined : time, selection: selectionIn(fields), tab, view: viewIn(fields), follow: fields.get("follow") ?? "", chapter: fields.get("chapter") ?? "", paused: fields.has("paused") };
}

/** Whether the page's address leads anywhere: to a moment, a selection, a view or a chapter. */
export function isLinked(hash: string = location.hash): boolean {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  fields.delete("paused");
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

/** The link to a moment, a selection, a view of the map, a followed person and a chapter; it begins with `#`. */
export function writeLink(time: number | undefined, selection: Selection | null, tab: TabName, view?: MapView, follow = "", chapter = ""): string {
  const fields = new URLSearchParams(time === undefined ? {} : { at: linkTime(time) });
  if (selection?.kind === "person") {
    fields.set("person", selection.name);
    if (tab !== "now") fields.set("tab", tab);
  }
  if (selection?.kind === "thing") fields.set("thing", selection.address);
  if (selection?.kind === "talk") fields.set("talk", selection.id);
  if (view) fields.set("view", [view.x.toFixed(1), view.y.toFixed(1), view.zoom.toFixed(3)].map(Number).join(","));
  if (follow) fields.set("follow", follow);
  if (chapter) fields.set("chapter", chapter);
  return `#${fields}`.replaceAll("%3A", ":").replaceAll("%2C", ",");
}
