/** Draws the elements of outfits: bands, edges, lapels, buttons. */

import { box, type Brush, oval } from "./brush";
import { darker } from "./palette";
import type { Figure } from "./pose";

/** The x position of the middle of the chest, which turns with the figure. */
export const middleOf = (figure: Figure): number => (figure.view === "side" ? 4 : 0);

const WIDE = 15;

export function band(brush: Brush, y: number, height: number, colour: string, alpha = 1): void {
  brush.fill(box(-WIDE, y, 2 * WIDE, height, 0), colour, alpha);
}

/** Draws the shirt that is visible in an open jacket, with the jacket's edges on both sides. */
export function open(brush: Brush, figure: Figure, half: number, under: string, edge: string): void {
  if (figure.view === "back") return;
  const x = middleOf(figure);
  brush.fill(box(x - half, -31, 2 * half, 27, 0), under);
  brush.line(`M ${x - half} -31 L ${x - half} -3 M ${x + half} -31 L ${x + half} -3`, darker(edge, 0.4), 1);
}

export function lapels(brush: Brush, figure: Figure, colour: string, depth: number): void {
  if (figure.view === "back") return;
  const x = middleOf(figure);
  for (const side of [-1, 1]) {
    const d = `M ${x + side * 6.5} -31 L ${x + side * 0.6} ${depth} L ${x + side * 7} ${depth - 5.6} Z`;
    brush.line(d, darker(colour, 0.34), 1);
  }
}

export function neckline(brush: Brush, figure: Figure, colour: string): void {
  if (figure.view !== "back")
    brush.line(`M ${middleOf(figure) - 4} -28.6 Q ${middleOf(figure)} -25 ${middleOf(figure) + 4} -28.6`, colour, 1.2);
}

export function buttons(brush: Brush, x: number, ys: readonly number[], colour: string): void {
  for (const y of ys) brush.fill(oval(x, y, 0.85), colour);
}
