/** The light by time of day (ART.md): the colour that the world is multiplied by, and the brightness of lamps. */

type Colour = readonly [number, number, number];

const DAY: Colour = [255, 255, 255];
const DUSK: Colour = [246, 210, 202];
const NIGHT: Colour = [85, 99, 174];

/** Hour, colour and brightness of lamps; interpolated linearly in between. */
const HOURS: readonly (readonly [number, Colour, number])[] = [
  [0, NIGHT, 1],
  [4.8, NIGHT, 1],
  [6.2, DUSK, 0.45],
  [7.4, DAY, 0],
  [17.4, DAY, 0],
  [19, DUSK, 0.45],
  [20.8, NIGHT, 1],
  [24, NIGHT, 1],
];

export interface Sky {
  colour: Colour;
  /** The brightness of lamps: 0 by day, 1 by night. */
  lamps: number;
}

export function skyAt(hour: number): Sky {
  const after = Math.max(1, HOURS.findIndex(([until]) => until > hour));
  const [from, colour, lamps] = HOURS[after - 1] as (typeof HOURS)[number];
  const [to, nextColour, nextLamps] = HOURS[after] as (typeof HOURS)[number];
  const share = (hour - from) / (to - from);
  const mixed = colour.map((one, index) => one + ((nextColour[index] as number) - one) * share) as unknown as Colour;
  return { colour: mixed, lamps: lamps + (nextLamps - lamps) * share };
}

/** The hour of the day, with a fraction, at a step. `start` is the game time of step 0, ISO 8601 without a time zone. */
export function hourAt(start: string, stepSeconds: number, step: number): number {
  const [, hours, minutes, seconds] = /T(\d\d):(\d\d)(?::(\d\d))?/.exec(start) ?? [];
  const begun = Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0);
  return ((begun + step * stepSeconds) % 86400) / 3600;
}
