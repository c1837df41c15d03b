import { describe, expect, it } from "vitest";

import { arranged, landing, lettersOf, moved, wayMade } from "../src/rating/ordering";

describe("cards to rank", () => {
  it("moves a card to another index", () => {
    expect(moved(["a", "b", "c", "d"], 3, 0)).toEqual(["d", "a", "b", "c"]);
    expect(moved(["a", "b", "c", "d"], 0, 2)).toEqual(["b", "c", "a", "d"]);
    expect(moved(["a", "b"], 1, 9)).toEqual(["a", "b"]);
  });

  it("restores a stored order, unless it belongs to other cards", () => {
    const cards = ["A", "B", "C"].map((letter) => ({ letter }));
    const turned = moved(cards, 2, 0);
    expect(arranged(cards, lettersOf(turned))).toEqual(turned);
    for (const letters of ["", "B A", "B A D", "A A B", "C B A A"]) expect(arranged(cards, letters)).toEqual(cards);
  });

  const spots = [0, 60, 200, 260].map((top, place) => ({ top, height: place === 1 ? 130 : 50 }));

  it("lands where its leading edge has passed a card's middle", () => {
    expect(landing(spots, 0, 0)).toBe(0);
    expect(landing(spots, 0, 70)).toBe(0);
    expect(landing(spots, 0, 80)).toBe(1);
    expect(landing(spots, 0, 500)).toBe(3);
    expect(landing(spots, 3, -10)).toBe(3);
    expect(landing(spots, 3, -40)).toBe(2);
    expect(landing(spots, 3, -400)).toBe(0);
  });

  it("makes only the cards in between give way", () => {
    expect([0, 1, 2, 3].map((place) => wayMade(place, 0, 2, 60))).toEqual([0, -60, -60, 0]);
    expect([0, 1, 2, 3].map((place) => wayMade(place, 3, 1, 60))).toEqual([0, 60, 60, 0]);
  });
});
