/** Draws what is worn on the head and around the neck, and the walking stick. */

import { box, type Brush, lump, oval, path } from "./brush";
import { CREAM, darker, GOLD, INK, lighter, mix, PETAL, STRAW, WOOD } from "./palette";
import { type Figure, wears } from "./pose";

/** Whether the figure wears a hat that covers the hair on top. */
export const hatted = (figure: Figure): boolean => ["cap", "beanie", "strawhat"].some((hat) => wears(figure, hat));

type Draw = (brush: Brush, figure: Figure) => void;

const HATS: Record<string, Draw> = {
  cap(brush, figure) {
    const colour = mix(figure.colours.top, INK, 0.25);
    brush.shape(path("M -12.2 -42.6 Q -12.6 -55 0 -55 Q 12.6 -55 12.2 -42.6 Q 0 -46 -12.2 -42.6 Z"), colour);
    if (figure.view === "front") {
      brush.shape(
        path("M -11.4 -43 Q 0 -47.6 11.4 -43 Q 9 -39.2 0 -39.6 Q -9 -39.2 -11.4 -43 Z"),
        darker(colour, 0.24),
      );
      brush.fill(oval(0, -48.6, 2.6), GOLD);
    } else if (figure.view === "side") {
      brush.shape(path("M 2 -43.8 Q 10 -46 14 -43.4 Q 19.4 -41.4 17 -39.8 Q 9 -42 2 -41.4 Z"), darker(colour, 0.24));
    } else brush.line("M -4 -44 Q 0 -46.6 4 -44", darker(colour, 0.3), 1.2);
  },
  beanie(brush, figure) {
    const colour = figure.colours.accent;
    brush.shape(lump(0, -54.8, 3, 8, 0.08), CREAM);
    brush.shape(path("M -12 -43 Q -12.6 -55.6 0 -55.6 Q 12.6 -55.6 12 -43 Z"), colour);
    brush.shape(box(-12.8, -46.6, 25.6, 5.4, 2.4), lighter(colour, 0.3));
    for (let x = -10; x <= 10; x += 4) brush.line(`M ${x} -45.6 L ${x} -42.4`, darker(colour, 0.2), 0.9, 0.6);
  },
  strawhat(brush, figure) {
    const brim = figure.view === "back" ? -42.4 : -43.4;
    brush.shape(oval(0, brim, 17.6, 4.6), STRAW);
    brush.shape(path("M -11 -44 Q -11.6 -56.4 0 -56.4 Q 11.6 -56.4 11 -44 Q 0 -41.4 -11 -44 Z"), STRAW);
    brush.line("M -11 -46 Q 0 -43.4 11 -46", figure.colours.accent, 2.6);
    brush.line("M -6 -52.4 Q 0 -54.4 6 -52.4 M -14 -42.6 Q -9 -40.8 -4 -40.4", darker(STRAW, 0.22), 0.8, 0.8);
  },
  headphones(brush, figure) {
    brush.line("M -11.8 -40 Q -12.6 -52.8 0 -52.8 Q 12.6 -52.8 11.8 -40", INK, 2.6);
    brush.line("M -8 -49 Q -4 -52 2 -51.8", mix(INK, CREAM, 0.4), 0.9);
    const ears = figure.view === "side" ? [-1.6] : [-12.2, 12.2];
    for (const x of ears) {
      const rx = figure.view === "side" ? 4.2 : 2.9;
      brush.shape(oval(x, -36.4, rx, 4.6), figure.colours.accent);
      if (figure.view === "side") brush.fill(oval(x, -36.4, 2, 2.4), INK, 0.75);
    }
  },
  headband(brush, figure) {
    brush.line(
      figure.view === "front" ? "M -12 -43.8 Q 0 -47.6 12 -43.8" : "M -12.4 -42.6 Q 0 -45.4 11.8 -43.8",
      figure.colours.accent,
      2.8,
    );
  },
  flower(brush, figure) {
    const [x, y] = figure.view === "side" ? [-1, -44.6] : figure.view === "back" ? [-8.4, -44.6] : [8.6, -44.6];
    const petals = [0, 1, 2, 3, 4].map((turn) => {
      const angle = (turn * 2 * Math.PI) / 5 - Math.PI / 2;
      return oval(x + 2.5 * Math.cos(angle), y + 2.5 * Math.sin(angle), 1.9);
    });
    brush.cluster(petals, figure.look.top === "pink" ? CREAM : PETAL).fill(oval(x, y, 1.5), GOLD);
  },
};

/** Draws everything that is worn on the head, in the order of the list of extras. */
export function drawHat(brush: Brush, figure: Figure): void {
  for (const [name, draw] of Object.entries(HATS)) if (wears(figure, name)) draw(brush, figure);
}

export function drawScarf(brush: Brush, figure: Figure): void {
  if (!wears(figure, "scarf")) return;
  const colour = figure.colours.accent;
  if (figure.view !== "back") {
    const x = figure.view === "side" ? 2.6 : 3.4;
    brush.shape(box(x, -28, 4.6, 11, 1.6), darker(colour, 0.08));
    brush.line(`M ${x + 0.8} -19.6 L ${x + 3.8} -19.6`, lighter(colour, 0.5), 1.1);
  }
  brush.shape(box(-7.6, -30.2, 15.2, 5, 2.5), colour);
  brush.line("M -3 -29.6 L -2 -26 M 2.4 -29.6 L 3.2 -26", lighter(colour, 0.5), 1.1, 0.9);
}

/** A walking stick, held in the hand that swings against the leg. */
export function drawCane(brush: Brush, figure: Figure): void {
  if (!wears(figure, "cane") || figure.sitting) return;
  const x = figure.view === "side" ? 7.5 + 3 * figure.swing : figure.view === "back" ? -12.6 : 12.6;
  const hook = figure.view === "back" ? 3.4 : -3.4;
  for (const [colour, width] of [
    [darker(WOOD, 0.5), 3.4],
    [WOOD, 1.9],
  ] as const) {
    brush.line(
      `M ${x} 0.4 L ${x} -15.4 Q ${x} -18.6 ${x + hook / 2} -18.4 Q ${x + hook} -18.2 ${x + hook} -16.4`,
      colour,
      width,
    );
  }
}
