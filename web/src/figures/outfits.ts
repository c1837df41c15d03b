/** Draws every outfit, within the outline of the trunk, which is already filled with the colour of the top. */

import { box, type Brush, oval } from "./brush";
import { CREAM, darker, GOLD, INK, lighter, mix, PEN, STEEL, STRIPE } from "./palette";
import type { Figure } from "./pose";

type Draw = (brush: Brush, figure: Figure) => void;

const belt: Draw = (brush, { colours }) => {
  band(brush, -12.3, 4, colours.bottom);
  band(brush, -12.6, 1.1, darker(colours.bottom, 0.3));
};

export const OUTFITS: Record<string, Draw> = {
  shirt(brush, figure) {
    belt(brush, figure);
    neckline(brush, figure, lighter(figure.colours.top, 0.6));
    if (figure.view === "front")
      brush.line("M 2.6 -21.6 L 6 -21.6 L 6 -18.4 Q 4.3 -17 2.6 -18.4 Z", darker(figure.colours.top, 0.22), 0.9);
  },
  stripe(brush, figure) {
    const on = figure.look.top === "white" ? STRIPE : CREAM;
    for (const y of [-26.4, -21.8, -17.2]) band(brush, y, 2.3, on, 0.92);
    belt(brush, figure);
  },
  checks(brush, figure) {
    const { top } = figure.colours;
    for (const x of [-8, -3.4, 1.2, 5.8]) brush.fill(box(x, -32, 2, 24, 0), darker(top, 0.35), 0.55);
    for (const y of [-26.5, -21.5, -16.5]) band(brush, y, 2, darker(top, 0.35), 0.55);
    for (const x of [-5.2, -0.6, 4, 8.6]) brush.line(`M ${x} -32 L ${x} -8`, lighter(top, 0.6), 0.6, 0.8);
    belt(brush, figure);
    if (figure.view !== "back") buttons(brush, middleOf(figure), [-24.5, -20, -15.5], CREAM);
  },
  sweater(brush, figure) {
    const { top } = figure.colours;
    for (let x = -10; x <= 10; x += 4)
      brush.line(`M ${x - 2} -20 L ${x} -22.6 L ${x + 2} -20`, lighter(top, 0.6), 1.2, 0.9);
    band(brush, -18, 1.2, lighter(top, 0.6), 0.9);
    band(brush, -11.6, 4, darker(top, 0.2));
    for (let x = -10; x <= 10; x += 2.4) brush.line(`M ${x} -11 L ${x} -8.6`, darker(top, 0.38), 0.7, 0.7);
    neckline(brush, figure, darker(top, 0.26));
  },
  hoodie(brush, figure) {
    const { top } = figure.colours;
    band(brush, -11.4, 4, darker(top, 0.18));
    if (figure.view === "back") return;
    const x = middleOf(figure);
    brush.fill(box(x - 5.4, -18.4, 10.8, 6.4, 2.4), darker(top, 0.14));
    brush.line(`M ${x - 5.4} -12 L ${x - 3.6} -18 L ${x + 3.6} -18 L ${x + 5.4} -12`, darker(top, 0.32), 0.9);
    brush.line(`M ${x - 2} -27.6 L ${x - 2.2} -22 M ${x + 2} -27.6 L ${x + 2.2} -23`, CREAM, 1.2);
  },
  cardigan(brush, figure) {
    const { top } = figure.colours;
    band(brush, -10.2, 4, darker(top, 0.18));
    if (figure.view === "back") return;
    const x = middleOf(figure);
    brush.fill(box(x - 3.2, -31, 6.4, 12, 3), CREAM);
    brush.line(
      `M ${x - 4} -30 Q ${x - 3.2} -20 ${x} -18.6 L ${x} -6 M ${x + 4} -30 Q ${x + 3.2} -20 ${x} -18.6`,
      lighter(top, 0.45),
      1.5,
    );
    buttons(brush, x + 1.9, [-16, -12.6], GOLD);
    if (figure.view === "front") brush.line("M -7 -13.6 L -3.6 -13.6 M 3.8 -13.6 L 7.2 -13.6", darker(top, 0.32), 1);
  },
  vest(brush, figure) {
    const { top, accent } = figure.colours;
    belt(brush, figure);
    if (figure.view === "back") return void brush.line("M -4 -15 L 4 -15", darker(top, 0.34), 1.2);
    const x = middleOf(figure);
    brush.fill(box(x - 3.8, -31, 7.6, 10.6, 3.6), CREAM);
    brush.line(
      `M ${x - 4.4} -31 Q ${x - 4} -22 ${x} -19.6 Q ${x + 4} -22 ${x + 4.4} -31 M ${x} -19.6 L ${x} -12`,
      darker(top, 0.36),
      1,
    );
    brush.fill(box(x - 3.2, -27.4, 2.8, 2.8, 1), accent).fill(box(x + 0.4, -27.4, 2.8, 2.8, 1), accent);
    buttons(brush, x + 1.5, [-17.4, -14.4], GOLD);
  },
  jacket(brush, figure) {
    const { top } = figure.colours;
    belt(brush, figure);
    open(brush, figure, 3, CREAM, top);
    band(brush, -12.4, 3.4, darker(top, 0.24));
    lapels(brush, figure, top, -21);
    if (figure.view === "front") brush.line("M -7.4 -17 L -4.6 -15.4 M 7.4 -17 L 4.6 -15.4", darker(top, 0.36), 1);
  },
  suit(brush, figure) {
    const { top, accent } = figure.colours;
    band(brush, -10.8, 4, darker(top, 0.2));
    if (figure.view === "back") return void brush.line("M 0 -16 L 0 -8", darker(top, 0.34), 1);
    const x = middleOf(figure);
    brush.fill(box(x - 3.6, -31, 7.2, 12, 3.4), CREAM);
    brush.fill(box(x - 1.2, -28, 2.4, 9.6, 1), accent);
    lapels(brush, figure, top, -17.6);
    brush.line(`M ${x} -18 L ${x} -9`, darker(top, 0.36), 1);
    buttons(brush, x + 1.7, [-15, -12.4], GOLD);
  },
  dress(brush, figure) {
    const { top } = figure.colours;
    band(brush, -18.4, 2.2, lighter(top, 0.55));
    band(brush, -7.6, 1.4, lighter(top, 0.5));
    for (const x of [-7.2, 0, 7.2]) brush.line(`M ${x * 0.7} -15.6 L ${x} -9`, darker(top, 0.2), 0.9, 0.8);
    if (figure.view === "back") return;
    brush
      .fill(oval(middleOf(figure) - 2.6, -28.6, 3.2, 2.4), CREAM)
      .fill(oval(middleOf(figure) + 2.6, -28.6, 3.2, 2.4), CREAM);
  },
  skirt(brush, figure) {
    const { bottom, top } = figure.colours;
    band(brush, -16.4, 14, bottom);
    band(brush, -16.8, 1.6, lighter(bottom, 0.3));
    for (const x of [-7, -2.4, 2.4, 7]) brush.line(`M ${x * 0.8} -14 L ${x} -4`, darker(bottom, 0.3), 1, 0.8);
    neckline(brush, figure, lighter(top, 0.6));
    if (figure.view !== "back") buttons(brush, middleOf(figure), [-24, -20.6], lighter(top, 0.6));
  },
  apron(brush, figure) {
    belt(brush, figure);
    if (figure.view === "back") {
      brush.line("M -12 -17.6 L 12 -17.6 M -5 -31 L 0 -24 L 5 -31", CREAM, 1.7);
      brush.line(
        "M 0 -17.6 Q -5 -21.4 -4.6 -16.6 Z M 0 -17.6 Q 5 -21.4 4.6 -16.6 Z M 0 -17 L -2 -12.4 M 0 -17 L 2 -12.4",
        CREAM,
        1.6,
      );
      return;
    }
    const x = middleOf(figure) + (figure.view === "side" ? 2 : 0);
    brush.line(`M ${x - 5.2} -23 L ${x - 6.6} -31 M ${x + 5.2} -23 L ${x + 6.6} -31`, CREAM, 1.7);
    brush.fill(box(x - 6, -24, 12, 22, 1.6), CREAM);
    brush.line(`M ${x - 12} -17 L ${x + 12} -17`, CREAM, 1.7);
    brush.line(`M ${x - 3.4} -17 L ${x + 3.4} -17 L ${x + 3} -12.8 L ${x - 3} -12.8 Z`, mix(CREAM, INK, 0.32), 0.9);
  },
  overalls(brush, figure) {
    const { bottom } = figure.colours;
    const x = middleOf(figure);
    band(brush, -15.4, 8, bottom);
    const straps = `M ${x - 5} -18 L ${x - 5.6} -31 M ${x + 5} -18 L ${x + 5.6} -31`;
    if (figure.view === "back") return void brush.line("M -5 -14 L 4 -31 M 5 -14 L -4 -31", bottom, 2.8);
    brush.line(straps, bottom, 2.8);
    brush.fill(box(x - 6, -22.6, 12, 12, 1.6), bottom);
    brush.line(
      `M ${x - 3.2} -19 L ${x + 3.2} -19 L ${x + 3.2} -15.6 Q ${x} -14.2 ${x - 3.2} -15.6 Z`,
      lighter(bottom, 0.3),
      0.9,
    );
    buttons(brush, x - 4.8, [-21.4], GOLD);
    buttons(brush, x + 4.8, [-21.4], GOLD);
  },
  labcoat(brush, figure) {
    const edge = mix(CREAM, INK, 0.36);
    if (figure.view === "back") return void brush.line("M -6 -15 L 6 -15 M 0 -13 L 0 -4", edge, 1);
    const x = middleOf(figure);
    const { top, bottom } = figure.colours;
    brush.fill(box(x - 2.8, -31, 5.6, 19, 1), top).fill(box(x - 2, -12.4, 4, 10, 0), bottom);
    brush.line(`M ${x - 2.8} -31 L ${x - 2.2} -3 M ${x + 2.8} -31 L ${x + 2.2} -3`, edge, 1);
    brush.line(`M ${x - 3} -20 L ${x - 6} -25.6 M ${x + 3} -20 L ${x + 6} -25.6`, edge, 1);
    if (figure.view !== "front") return;
    brush.line("M 4.4 -17.6 L 8 -17.6 M -8 -12 L -4.6 -12 M 4.8 -12 L 8 -12", edge, 1);
    brush.line("M 5.6 -20 L 5.6 -17.6", PEN, 1.3).line("M 7.2 -19.4 L 7.2 -17.6", STEEL, 1.2);
  },
};

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

/** The x position of the middle of the chest, which turns with the figure. */
const middleOf = (figure: Figure): number => (figure.view === "side" ? 4 : 0);

const WIDE = 15;

function band(brush: Brush, y: number, height: number, colour: string, alpha = 1): void {
  brush.fill(box(-WIDE, y, 2 * WIDE, height, 0), colour, alpha);
}

/** Draws the shirt that is visible in an open jacket, with the jacket's edges on both sides. */
export function open(brush: Brush, figure: Figure, half: number, under: string, edge: string): void {
  if (figure.view === "back") return;
  const x = middleOf(figure);
  brush.fill(box(x - half, -31, 2 * half, 27, 0), under);
  brush.line(`M ${x - half} -31 L ${x - half} -3 M ${x + half} -31 L ${x + half} -3`, darker(edge, 0.4), 1);
}

function lapels(brush: Brush, figure: Figure, colour: string, depth: number): void {
  if (figure.view === "back") return;
  const x = middleOf(figure);
  for (const side of [-1, 1]) {
    const d = `M ${x + side * 6.5} -31 L ${x + side * 0.6} ${depth} L ${x + side * 7} ${depth - 5.6} Z`;
    brush.line(d, darker(colour, 0.34), 1);
  }
}

function neckline(brush: Brush, figure: Figure, colour: string): void {
  if (figure.view !== "back")
    brush.line(`M ${middleOf(figure) - 4} -28.6 Q ${middleOf(figure)} -25 ${middleOf(figure) + 4} -28.6`, colour, 1.2);
}

function buttons(brush: Brush, x: number, ys: readonly number[], colour: string): void {
  for (const y of ys) brush.fill(oval(x, y, 0.85), colour);
}
