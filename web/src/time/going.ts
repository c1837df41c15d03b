/** The arithmetic of the page's clock, as pure functions, so that tests need no real clock. */

import type { Moment } from "../feed/moment";

/** The speed while the town sleeps, in game seconds per second. */
export const ASLEEP_SPEED = 7200;

/** How many steps the picture of a live run stays behind the newest one, so that walking looks smooth. */
const EASE_STEPS = 2;

/** The longest real time that one frame counts for, so that a page that was hidden does not leap. */
const LONGEST_FRAME_MS = 1000;

/** The playhead of a replay after `elapsed` milliseconds of real time. */
export function goOn(playhead: number, elapsed: number, speed: number, stepSeconds: number): number {
  return playhead + (Math.min(elapsed, LONGEST_FRAME_MS) / 1000) * (speed / stepSeconds);
}

/** The largest share of people who may be awake while the town still counts as asleep. */
const STILL_UP = 0.1;

/** Whether the town sleeps: hardly anybody is awake, and of these nobody talks, is controlled by a viewer, or is `watched`. */
export function townSleeps({ people }: Moment, watched: string): boolean {
  let up = 0;
  for (const person of people.values()) {
    if (person.sleeps && person.arrived) continue;
    if (person.talk || person.byPerson || person.who === watched) return false;
    up++;
  }
  return people.size > 0 && up <= people.size * STILL_UP;
}

/** The speed now, in game seconds per second: higher than `asked` while the town sleeps, if sleep is skipped. */
export function speedNow(asked: number, asleep: boolean, skipSleep: boolean): number {
  return asleep && skipSleep ? Math.max(asked, ASLEEP_SPEED) : asked;
}

/** The playhead of a live run after some real time: it eases towards the newest step at about the run's speed. */
export function ease(playhead: number, newest: number, elapsed: number, speed: number, stepSeconds: number): number {
  const behind = newest - playhead;
  if (behind <= 0) return newest;
  const usual = Math.max(speed / stepSeconds, 1);
  const rate = usual * Math.max(0.2, behind / EASE_STEPS);
  return Math.min(newest, playhead + (Math.min(elapsed, LONGEST_FRAME_MS) / 1000) * rate);
}

/**
 * Holds the playhead before the next line of the talk being read, until the current line has been shown long enough.
 * `next` is the step of the next line; `left` are the milliseconds that the current line still needs.
 */
export function waitForReader(playhead: number, going: number, next: number | undefined, left: number): number {
  if (next === undefined || left <= 0 || going < next) return going;
  return Math.max(playhead, Math.min(going, next - 0.001));
}
