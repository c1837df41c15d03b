import { describe, expect, it } from "vitest";

import { linkTime, stepAt, tellDay, tellMoment, tellSpeed, tellStretch, tellTime, timeAt } from "../src/time/calendar";

const clock = { start: "2030-05-04T00:00:00", step_seconds: 10 };

describe("the calendar", () => {
  it("converts steps to game time and back", () => {
    const time = timeAt(clock, 2535);
    expect(tellTime(time)).toBe("7:02 am");
    expect(tellDay(time)).toBe("Sat 4 May");
    expect(stepAt(clock, time)).toBe(2535);
    expect(linkTime(time)).toBe("2030-05-04T07:02:30");
  });

  it("reads times with and without a time zone alike", () => {
    expect(timeAt({ ...clock, start: "2030-05-04T00:00:00+00:00" }, 0)).toBe(timeAt(clock, 0));
    expect(timeAt({ ...clock, start: "2030-05-04" }, 0)).toBe(timeAt(clock, 0));
  });

  it("shows midnight and noon as twelve", () => {
    expect([0, 4320, 8640].map((step) => tellTime(timeAt(clock, step)))).toEqual(["12:00 am", "12:00 pm", "12:00 am"]);
  });

  it("names the day only if it is another day", () => {
    const [morning, evening, next] = [2520, 7200, 11160].map((step) => timeAt(clock, step)) as [number, number, number];
    expect(tellMoment(morning, evening)).toBe("7:00 am");
    expect(tellMoment(next, evening)).toBe("Sun 5 May, 7:00 am");
  });

  it("puts durations into words", () => {
    expect([60, 2700, 7200, 11_100].map(tellStretch)).toEqual(["1 min", "45 min", "2 h", "3 h 5 min"]);
  });

  it("puts speeds into words", () => {
    expect([0, 10, 60, 1800].map((speed) => tellSpeed(speed))).toEqual(["as fast as possible", "10 seconds a second", "1 minute a second", "30 minutes a second"]);
    expect([0, 10, 60, 1800].map((speed) => tellSpeed(speed, true))).toEqual(["fastest", "10 s/s", "1 min/s", "30 min/s"]);
  });
});
