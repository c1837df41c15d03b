/** How the clock of the page goes on: pure, so that it can be tested without one. */

/** While everybody sleeps, the night passes at this many game seconds a second. */
export const ASLEEP_SPEED = 7200;

/** Steps of film that a live run is behind its newest one, so that walking looks smooth. */
const EASE_STEPS = 2;

/** Longest stretch of real time that one frame counts for: a page that was hidden does not leap. */
const LONGEST_FRAME_MS = 1000;

/** Where the playhead of a replay is after some real time. */
export function goOn(playhead: number, elapsed: number, speed: number, stepSeconds: number): number {
  return playhead + (Math.min(elapsed, LONGEST_FRAME_MS) / 1000) * (speed / stepSeconds);
}

/** Game seconds a second: quicker than asked for while everybody sleeps, if sleep is skipped. */
export function speedNow(asked: number, everybodyAsleep: boolean, skipSleep: boolean): number {
  return everybodyAsleep && skipSleep ? Math.max(asked, ASLEEP_SPEED) : asked;
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
