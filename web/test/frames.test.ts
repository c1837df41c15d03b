import type Phaser from "phaser";
import { afterEach, describe, expect, it, vi } from "vitest";

import { Rest, setFilmTime } from "../src/map/frames";

function resting() {
  const game = { isPaused: false };
  const element = { dataset: {} as Record<string, string> };
  const woken = vi.fn();
  const changes = vi.fn(() => false);
  return { game, element, woken, changes, rest: new Rest(game as Phaser.Game, element as unknown as HTMLElement, woken, changes) };
}

describe("the map", () => {
  afterEach(() => {
    vi.useRealTimers();
    setFilmTime(undefined);
  });

  it("says that it moves until it has stood still for a while, and again once something changes", () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const { game, element, woken, rest } = resting();
    rest.stir();
    expect(element.dataset.map).toBe("moving");
    vi.advanceTimersByTime(1000);
    rest.drawn(false);
    expect(element.dataset.map).toBe("moving");
    vi.advanceTimersByTime(1000);
    rest.drawn(false);
    expect([game.isPaused, element.dataset.map]).toEqual([true, "still"]);
    rest.stir();
    expect([game.isPaused, element.dataset.map]).toEqual([false, "moving"]);
    expect(woken).toHaveBeenCalledOnce();
  });

  it("does not rest over a change that nobody told of, such as a panel that has grown over the followed person", () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    const { game, changes, rest } = resting();
    rest.stir();
    changes.mockReturnValueOnce(true);
    vi.advanceTimersByTime(2000);
    rest.drawn(false);
    expect(game.isPaused).toBe(false);
    vi.advanceTimersByTime(1000);
    rest.drawn(false);
    expect(game.isPaused).toBe(false);
    vi.advanceTimersByTime(1000);
    rest.drawn(false);
    expect(game.isPaused).toBe(true);
  });

  it("draws each picture of a film once, in the film's own time", () => {
    const { game, woken, rest } = resting();
    setFilmTime(0);
    for (const busy of [true, false]) {
      rest.stir();
      expect(game.isPaused).toBe(false);
      rest.drawn(busy);
      expect(game.isPaused).toBe(true);
    }
    expect(woken).not.toHaveBeenCalled();
  });
});
