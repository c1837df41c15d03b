/** Hair that hangs or stands behind the body. */

import { type Brush, lump, path, type Shape } from "./brush";
import { LOOSE } from "./hair_shapes";
import { hatted } from "./hats";
import { darker } from "./palette";
import type { Figure } from "./pose";

export function drawHairBehind(brush: Brush, figure: Figure): void {
  const { style } = figure.look;
  const colour = darker(figure.colours.hair, 0.16);
  const turned = figure.view === "side" ? -2.5 : 0;
  const loose = LOOSE[style];
  if (loose) brush.shape(hanging(turned, ...loose), colour);
  if (style === "afro")
    brush.shape(
      hatted(figure) ? lump(turned / 2, -37.5, 14.6, 11, 0.04) : lump(turned / 2, -40.6, 16, 13, 0.035),
      figure.colours.hair,
    );
  if (style === "pony" && figure.view === "side")
    brush.shape(path("M -9 -46 Q -19.6 -45 -17.6 -27 Q -16.6 -23 -14.4 -22 Q -11 -28 -9 -37 Z"), colour);
  if (style === "pony" && figure.view === "front")
    brush.shape(path("M 8 -47 Q 19.6 -46 16.6 -28 Q 15.8 -24.4 13.6 -23.4 Q 10 -30 9 -38 Z"), colour);
  if (style === "braids" && figure.view === "back") brush.shape(hanging(0, -28, 11.6, 0), colour);
}

/** The outline of hair that hangs to both sides of x: anchor points with a control point between each two. */
function hanging(x: number, bottom: number, width: number, wave: number): Shape {
  const middle = (bottom - 40) / 2;
  const fall: [number, number][] = wave
    ? [
        [width + wave, middle + 3],
        [width - 1.2, middle + 5],
        [width + 2 * wave, bottom - 4],
        [width - 2.6, bottom],
      ]
    : [
        [width + 1, bottom - 8],
        [width - 3, bottom],
      ];
  const half: [number, number][] = [[12, -41], ...fall];
  const back = [...half].reverse().map(([dx, y]): [number, number] => [-dx, y]);
  const points = [...half, [0, bottom + 3.5], ...back].map(([dx, y]) => `${x + (dx as number)} ${y}`);
  const curves = points.slice(1).map((point, at) => (at % 2 ? point : `Q ${point}`));
  return path(`M ${points[0]} ${curves.join(" ")} Z`);
}
