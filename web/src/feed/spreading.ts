import type { ThreadView } from "../protocol/messages";

/** How far a thread has come at a moment. */
export interface Spread {
  /** Who knows by now, or has taken part. */
  readonly people: ReadonlySet<string>;
  /** Who has just passed it on to whom, and how long ago as a share of the time for which that is shown. */
  readonly passed: readonly { from: string; to: string; age: number }[];
}

/** For how many steps it is shown that somebody has passed it on. */
export const PASSING_STEPS = 30;

/** How far a thread has come at a step, which may lie between two. */
export function spreadAt({ beats, knew, spreads }: ThreadView, step: number): Spread {
  const people = new Set(knew);
  const passed: { from: string; to: string; age: number }[] = [];
  for (const beat of beats) {
    if (beat.step > step) break;
    const [from, ...others] = beat.people;
    const age = (step - beat.step) / PASSING_STEPS;
    if (from && spreads && age < 1) for (const to of others) passed.push({ from, to, age });
    for (const each of beat.people) people.add(each);
  }
  return { people, passed };
}
