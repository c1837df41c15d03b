import type { SessionInfo } from "../protocol/messages";
import { DAY_MS, HOUR_MS, stepAt, timeAt } from "./calendar";

/** Converts steps to pixels and back, over the whole run. */
export interface Scale {
  place(step: number): number;
  step(x: number): number;
}

export function scaleOf(end: number, width: number, inset: number): Scale {
  const inner = Math.max(1, width - 2 * inset);
  const steps = Math.max(1, end);
  return {
    place: (step) => inset + (step / steps) * inner,
    step: (x) => Math.max(0, Math.min(steps, ((x - inset) / inner) * steps)),
  };
}

/** The hours between ticks at which their labels are at least `apart` pixels apart. */
export function hoursBetweenTicks(stepSeconds: number, end: number, width: number, apart: number): number {
  const hours = Math.max(1e-9, (end * stepSeconds) / 3600);
  const wanted = (apart / Math.max(1, width)) * hours;
  return [1, 2, 3, 4, 6, 12, 24, 48, 168].find((each) => each >= wanted) ?? 720;
}

/** The steps of the ticks: one every `every` hours, counted from midnight. */
export function ticks(session: Pick<SessionInfo, "start" | "step_seconds">, end: number, every: number): number[] {
  const found: number[] = [];
  const between = every * HOUR_MS;
  const begin = timeAt(session, 0);
  const midnight = Math.floor(begin / DAY_MS) * DAY_MS;
  const last = timeAt(session, end);
  for (let time = midnight + Math.ceil((begin - midnight) / between) * between; time <= last; time += between) {
    found.push(Math.round(stepAt(session, time)));
  }
  return found;
}

/** How dark it is at a game time: 0 by day, 1 at night, between at dawn (5 to 7) and dusk (18 to 21). */
export function darkness(time: number): number {
  const hour = (((time % DAY_MS) + DAY_MS) % DAY_MS) / HOUR_MS;
  if (hour < 5 || hour >= 21) return 1;
  if (hour < 7) return (7 - hour) / 2;
  return hour < 18 ? 0 : (hour - 18) / 3;
}
