import { computed, signal } from "@preact/signals";

import type { TimelineMarker, PlaybackState, SessionInfo, SpendingMessage, StoppedMessage, TownView } from "../protocol/messages";

/** What a click opens: somebody, an object or a place by its address, or a talk. */
export type Selection =
  | { kind: "person"; name: string }
  | { kind: "thing"; address: string }
  | { kind: "talk"; id: string };

/** The tabs of a person's panel. */
export const TABS = ["now", "plan", "memories", "thoughts", "people", "talks"] as const;
export type TabName = (typeof TABS)[number];
export const tab = signal<TabName>("now");

/** What is watched, once known. */
export const session = signal<SessionInfo | undefined>(undefined);
export const town = signal<TownView | undefined>(undefined);

/** The first step that has not happened yet: the end of the film so far. */
export const newest = signal(0);

/** The moment shown, in steps and their fractions. Only the clock (`time/`) and seeking move it. */
export const playhead = signal(0);

/** The step shown: what panels ask the server about. It changes once a step, the playhead with every frame. */
export const step = computed(() => Math.floor(playhead.value));

/** Of a replay, and of looking back: whether the clock here goes, and its game seconds a second. */
export const playing = signal(false);
export const speed = signal(60);

/** The clock of a live run, which the server keeps; null for any other. */
export const pace = signal<PlaybackState | null>(null);

export const selected = signal<Selection | null>(null);

/** Whom the camera goes after; empty for nobody. */
export const followed = signal("");

/** Whom this page's user walks about as; empty for nobody. */
export const embodied = signal("");

/** Marks over the whole run, in the order of their steps. */
export const marks = signal<TimelineMarker[]>([]);

export const spent = signal<SpendingMessage | null>(null);
export const stopped = signal<StoppedMessage | null>(null);

/** What went wrong, to be told in one line; empty while all is well. */
export const trouble = signal("");

/** Goes up with every stretch of film that comes in: who shows scenes depends on it. */
export const filmed = signal(0);
