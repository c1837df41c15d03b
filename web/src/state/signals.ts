import { computed, signal } from "@preact/signals";

import type { TimelineMarker, PlaybackState, SessionInfo, SpendingMessage, StoppedMessage, TownView } from "../protocol/messages";
import type { Span } from "../source/source";

/** What a click selects: a person, an object or a place by its address, or a talk. */
export type Selection =
  | { kind: "person"; name: string }
  | { kind: "thing"; address: string }
  | { kind: "talk"; id: string };

/** The tabs of a person's panel. */
export const TABS = ["now", "plan", "memories", "thoughts", "people", "talks"] as const;
export type TabName = (typeof TABS)[number];
export const tab = signal<TabName>("now");

/** The run that is shown, once it is known. */
export const session = signal<SessionInfo | undefined>(undefined);
export const town = signal<TownView | undefined>(undefined);

/** The first step that has not happened yet. */
export const newest = signal(0);

/** The spans of steps that a page of some chapters holds; empty for a whole run. */
export const spans = signal<readonly Span[]>([]);

/** The moment shown, in steps with fractions. Only the clock (`time/`) and seeking move it. */
export const playhead = signal(0);

/** The step shown. It changes once per step, the playhead with every frame. */
export const step = computed(() => Math.floor(playhead.value));

/** Whether the page's own clock runs, and its speed in game seconds per second; for replays and for looking back. */
export const playing = signal(false);
export const speed = signal(60);

/** The state of a live run's clock, which the server keeps; null in other modes. */
export const pace = signal<PlaybackState | null>(null);

export const selected = signal<Selection | null>(null);

/** A view of the map: the point in the middle of its uncovered part, in tiles from the map's corner, and the zoom. */
export interface MapView {
  x: number;
  y: number;
  zoom: number;
}

/** The present view of the map, which the map sets; undefined while it shows the whole town. */
export const mapView = signal<MapView | undefined>(undefined);

/** The view that a link asks for; the map moves there. */
export const linkedView = signal<MapView | undefined>(undefined);

/** How much of a clip is made, from 0 to 1, while one is; the page's own clock stands still then. */
export const filming = signal<number | undefined>(undefined);

/** The person whom the camera follows; empty for nobody. */
export const followed = signal("");

/** The id of the story's chapter that is shown; empty for none. */
export const chapterId = signal("");

/** The person whom the user of this page controls; empty for nobody. */
export const embodied = signal("");

/** The address of the place where that person arrives, until they are there; for visitors of this page. */
export const arrivesAt = signal("");

/** The timeline markers of the whole run, ordered by step. */
export const marks = signal<TimelineMarker[]>([]);

export const spent = signal<SpendingMessage | null>(null);
export const stopped = signal<StoppedMessage | null>(null);

/** The error message of the page, one line; empty if there is none. */
export const trouble = signal("");

/** Increases whenever new events come in; whatever draws moments depends on it. */
export const feedVersion = signal(0);
