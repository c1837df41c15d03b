import type { SessionInfo } from "../protocol/messages";

type Clocked = Pick<SessionInfo, "start" | "step_seconds">;

const DAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;
const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Game time of a step in milliseconds. The town's clock has no time zone, so everything is computed in UTC. */
export function timeAt({ start, step_seconds }: Clocked, step: number): number {
  return timeOf(start) + step * step_seconds * 1000;
}

/** Parses a game time in ISO 8601 into milliseconds; NaN if it is not one. */
export function timeOf(iso: string): number {
  return Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(iso) ? iso : `${iso.includes("T") ? iso : `${iso}T00:00:00`}Z`);
}

/** The step, with a fraction, at a game time. */
export function stepAt(clock: Clocked, time: number): number {
  return (time - timeOf(clock.start)) / (clock.step_seconds * 1000);
}

/** The hour of the day, with a fraction, at a step. `start` is the game time of step 0, ISO 8601 without a time zone. */
export function hourAt(start: string, stepSeconds: number, step: number): number {
  const [, hours, minutes, seconds] = /T(\d\d):(\d\d)(?::(\d\d))?/.exec(start) ?? [];
  const begun = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
  return ((begun + step * stepSeconds) % 86400) / 3600;
}

/** '7:05 am'. */
export function tellTime(time: number): string {
  const date = new Date(time);
  const hour = date.getUTCHours();
  return `${hour % 12 || 12}:${String(date.getUTCMinutes()).padStart(2, "0")} ${hour < 12 ? "am" : "pm"}`;
}

/** '7 am', for the ticks of a timeline. */
export function tellHour(time: number): string {
  const hour = new Date(time).getUTCHours();
  return `${hour % 12 || 12} ${hour < 12 ? "am" : "pm"}`;
}

/** 'Mon 13 Feb'. */
export function tellDay(time: number): string {
  const date = new Date(time);
  return `${DAYS[date.getUTCDay()]} ${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`;
}

/** A moment for a reader at `now`: the time, and the day if it is another day. */
export function tellMoment(time: number, now: number): string {
  const sameDay = Math.floor(time / DAY_MS) === Math.floor(now / DAY_MS);
  return sameDay ? tellTime(time) : `${tellDay(time)}, ${tellTime(time)}`;
}

/** A step's day and time: 'Mon 13 Feb, 1:50 pm'; empty without a run. */
export function tellStep(run: Clocked | undefined, step: number): string {
  if (!run) return "";
  const time = timeAt(run, step);
  return `${tellDay(time)}, ${tellTime(time)}`;
}

/** The speed of a clock in words: '1 minute a second', or briefly '1 min/s'. */
export function tellSpeed(speed: number, brief = false): string {
  if (speed <= 0) return brief ? "fastest" : "as fast as possible";
  if (speed < 60) return brief ? `${speed} s/s` : `${speed} seconds a second`;
  const minutes = Math.round(speed / 60);
  if (brief) return `${minutes} min/s`;
  return minutes === 1 ? "1 minute a second" : `${minutes} minutes a second`;
}

/** A duration in words: '45 min', '3 h 5 min'. */
export function tellStretch(seconds: number): string {
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  return minutes % 60 ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : `${minutes / 60} h`;
}

/** A game time as links contain it: '2030-05-04T07:05:10'. */
export function linkTime(time: number): string {
  return new Date(time).toISOString().slice(0, 19);
}
