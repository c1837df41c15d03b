import { describe, expect, it } from "vitest";

import { tellHour, timeAt } from "../src/time/calendar";
import { darkness, hoursBetweenTicks, scaleOf, ticks } from "../src/time/timeline_scale";

const clock = { start: "2030-05-04T05:30:00", step_seconds: 10 };

describe("the timeline", () => {
  it("converts steps to pixels and back, and stops at its ends", () => {
    const scale = scaleOf(1000, 520, 10);
    expect(scale.place(500)).toBe(260);
    expect(scale.step(260)).toBe(500);
    expect([scale.step(-40), scale.step(900)]).toEqual([0, 1000]);
  });

  it("ticks at whole hours of the town's clock", () => {
    expect(ticks(clock, 1440, 1).map((step) => tellHour(timeAt(clock, step)))).toEqual(["6 am", "7 am", "8 am", "9 am"]);
    expect(ticks(clock, 8640, 12).map((step) => tellHour(timeAt(clock, step)))).toEqual(["12 pm", "12 am"]);
  });

  it("has fewer ticks if there is less room", () => {
    expect(hoursBetweenTicks(10, 8640, 1300, 50)).toBe(1);
    expect(hoursBetweenTicks(10, 17280, 320, 50)).toBe(12);
  });

  it("is dark at night and light by day", () => {
    const dark = [0, 6, 12, 19.5, 23].map((hour) => darkness(timeAt({ ...clock, start: "2030-05-04" }, hour * 360)));
    expect(dark).toEqual([1, 0.5, 0, 0.5, 1]);
  });
});
