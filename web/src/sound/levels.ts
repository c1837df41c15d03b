import { signal } from "@preact/signals";

/** What can be heard: each from 0 for nothing to 1. */
export interface Levels {
  birds: number;
  murmur: number;
  crickets: number;
}

/** How many talks in the view make the murmur as loud as it gets. */
const MANY_TALKS = 4;

/** What is heard at an hour of the day (0 to 24), with so many talks in the view, at a zoom of the map. */
export function levelsAt(hour: number, talks: number, zoom: number): Levels {
  return {
    birds: between(hour, 5, 7, 9, 11),
    murmur: talks < 1 ? 0 : Math.sqrt(Math.min(1, talks / MANY_TALKS)) * Math.min(1, 0.15 + Math.max(0, zoom) * 0.85),
    crickets: Math.max(between(hour, 20, 22, 24, 25), between(hour, -1, 0, 4, 5.5)),
  };
}

/** Rises from 0 to 1 between two hours, and falls again between two others. */
function between(hour: number, from: number, full: number, fades: number, until: number): number {
  return Math.max(0, Math.min(1, (hour - from) / (full - from), (until - hour) / (until - fades)));
}

/** What the map shows of what can be heard: the number of talks in the view, and the zoom. */
export const earshot = signal({ talks: 0, zoom: 1 });

/** Tells what the map shows, which changes far less often than its frames. */
export function overhear(talks: number, zoom: number): void {
  const before = earshot.peek();
  if (before.talks !== talks || Math.abs(before.zoom - zoom) > 0.02) earshot.value = { talks, zoom };
}
