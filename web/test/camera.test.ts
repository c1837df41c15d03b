import { describe, expect, it } from "vitest";

import { Camera } from "../src/map/camera";

const [WIDTH, HEIGHT] = [5400, 3900];

/** A camera on a screen with bars at the top and at the bottom. */
function camera(width: number, height: number): Camera {
  const made = new Camera(WIDTH, HEIGHT, () => false);
  made.cover({ left: 0, top: 60, right: 0, bottom: 160 });
  made.resize(width, height, 1);
  return made;
}

/** The part of the map that is visible between the bars. */
function visible({ view: { left, right, top, bottom, zoom } }: Camera) {
  return { left, right, top: top + 60 / zoom, bottom: bottom - 160 / zoom };
}

describe("the first view of a map", () => {
  it("is the whole map on a wide screen", () => {
    const wide = camera(1440, 900);
    wide.open(100, 100);
    const { left, right, top, bottom } = visible(wide);
    expect(left).toBeLessThan(0);
    expect(right).toBeGreaterThan(WIDTH);
    expect(top).toBeLessThan(0);
    expect(bottom).toBeGreaterThan(HEIGHT);
  });

  it.each([[390, 844], [844, 390]])("fills a telephone of %i x %i pixels around where people are", (width, height) => {
    const phone = camera(width, height);
    phone.open(2000, 1700);
    const { left, right, top, bottom } = visible(phone);
    for (const inside of [left, WIDTH - right, top, HEIGHT - bottom]) expect(inside).toBeGreaterThan(-1);
    expect(left).toBeLessThan(2000);
    expect(right).toBeGreaterThan(2000);
    expect(top).toBeLessThan(1700);
    expect(bottom).toBeGreaterThan(1700);
  });

  it("fills a telephone that is turned, until the user has moved the view", () => {
    const phone = camera(390, 844);
    phone.open(2000, 1700);
    phone.resize(844, 390, 1);
    expect(visible(phone).left).toBeCloseTo(0);
    expect(visible(phone).right).toBeCloseTo(WIDTH);
    phone.drag(0, 30);
    const { zoom } = phone;
    phone.resize(390, 844, 1);
    expect(phone.zoom).toBe(zoom);
  });

  it("is the whole map if the user asks for it", () => {
    const phone = camera(390, 844);
    phone.open(2000, 1700);
    phone.fit();
    phone.advance(1e6);
    expect(visible(phone).left).toBeLessThan(0);
    expect(visible(phone).right).toBeGreaterThan(WIDTH);
  });
});
