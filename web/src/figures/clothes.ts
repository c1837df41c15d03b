/** What is worn on the trunk and the arms. */

import type { Brush } from "./brush";
import { belt, OUTFITS } from "./outfits";
import { CREAM } from "./palette";
import type { Figure } from "./pose";

interface Sleeves {
  readonly colour: string;
  readonly short: boolean;
}

const SHORT = new Set(["shirt", "dress", "overalls", "stripe"]);

export function sleevesOf(figure: Figure): Sleeves {
  const { outfit } = figure.look;
  const white = outfit === "vest" || outfit === "labcoat";
  return { colour: white ? CREAM : figure.colours.top, short: SHORT.has(outfit) };
}

export function drawClothes(brush: Brush, figure: Figure): void {
  (OUTFITS[figure.look.outfit] ?? belt)(brush, figure);
}
