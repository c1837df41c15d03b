/** How the clock of the page goes on: pure, so that it can be tested without one. */

import type { Moment } from "../film/moment";

/** While the town sleeps, the night passes at this many game seconds a second. */
export const ASLEEP_SPEED = 7200;

/** Steps of film that a live run is behind its newest one, so that walking looks smooth. */
const EASE_STEPS = 2;

/** Longest stretch of real time that one frame counts for: a page that was hidden does not leap. */
const LONGEST_FRAME_MS = 1000;

/** Where the playhead of a replay is after some real time. */
export function goOn(playhead: number, elapsed: number, speed: number, stepSeconds: number): number {
  return playhead + (Math.min(elapsed, LONGEST_FRAME_MS) / 1000) * (speed / stepSeconds);
}

/** The share of the people who may still be up while the town sleeps. */
const STILL_UP = 0.1;

/** Whether the town sleeps: hardly anybody is up, and of those nobody talks, is walked by a person, or is `watched`. */
export function townSleeps({ people }: Moment, watched: string): boolean {
  let up = 0;
  for (const person of people.values()) {
    if (person.sleeps && person.arrived) continue;
    if (person.talk || person.byPerson || person.who === watched) return false;
    up++;
  }
  return people.size > 0 && up <= people.size * STILL_UP;
}

/** Game seconds a second: quicker than asked for while the town sleeps, if sleep is skipped. */
export function speedNow(asked: number, asleep: boolean, skipSleep: boolean): number {
  return asleep && skipSleep ? Math.max(asked, ASLEEP_SPEED) : asked;
}

/** Where the playhead of a live run is after some real time: it eases after the newest step, at about the run's speed. */
export function ease(playhead: number, newest: number, elapsed: number, speed: number, stepSeconds: number): number {
  const behind = newest - playhead;
  if (behind <= 0) return newest;
  const usual = Math.max(speed / stepSeconds, 1);
  const rate = usual * Math.max(0.2, behind / EASE_STEPS);
  return Math.min(newest, playhead + (Math.min(elapsed, LONGEST_FRAME_MS) / 1000) * rate);
}

/**
 * Holds the playhead before the next line of a talk that is read, until the line before has had its time.
 * `next` is the step of that line; `left` are the milliseconds that the line before still needs.
 */
export function waitForReader(playhead: number, going: number, next: number | undefined, left: number): number {
  if (next === undefined || left <= 0 || going < next) return going;
  return Math.max(playhead, Math.min(going, next - 0.001));
}
