/** Draws heads with little or no visible hair: bald, balding, under a headscarf. */

import { type Brush, path } from "./brush";
import { darker, SUN } from "./palette";
import type { Figure } from "./pose";

export function drawScalp(brush: Brush, figure: Figure): void {
  brush.line("M -5 -46 Q -1 -48 3 -47", SUN, 1.6, 0.6);
  if (figure.view === "back") brush.line("M -6 -29.6 Q 0 -27.8 6 -29.6", darker(figure.colours.skin, 0.2), 1);
}

export function drawBalding(brush: Brush, figure: Figure): void {
  brush.line("M -4 -46.4 Q 0 -48 4 -47", SUN, 1.6, 0.6);
  const { hair } = figure.colours;
  if (figure.view === "back") {
    brush.shape(
      path(
        "M -12.6 -42 Q -13.4 -31 -8.6 -29 Q 0 -26.6 8.6 -29 Q 13.4 -31 12.6 -42 " +
          "Q 9.4 -38.6 0 -38.2 Q -9.4 -38.6 -12.6 -42 Z",
      ),
      hair,
    );
  } else if (figure.view === "side") {
    brush.shape(
      path(
        "M -11.6 -42.6 Q -14.2 -33 -9.6 -29.4 Q -5.4 -30.4 -5 -36.4 Q -1.4 -38 -1.2 -41.6 Q -5.4 -38.6 -11.6 -42.6 Z",
      ),
      hair,
    );
  } else {
    for (const side of [-1, 1])
      brush.shape(
        path(
          `M ${side * 9.8} -43.4 Q ${side * 13.2} -42.4 ${side * 12.6} -35.4 ` +
            `Q ${side * 11.4} -34 ${side * 10.9} -36.6 Q ${side * 10.8} -40 ${side * 9.8} -43.4 Z`,
        ),
        hair,
      );
  }
}

export function drawHeadscarf(brush: Brush, figure: Figure): void {
  const { hair } = figure.colours;
  const whole =
    "M -12.8 -38 Q -13.8 -51.8 0 -51.8 Q 13.8 -51.8 12.8 -38 " +
    "Q 13.4 -27 9.6 -24 Q 0 -20.4 -9.6 -24 Q -13.4 -27 -12.8 -38 Z";
  if (figure.view === "back") {
    brush.shape(path(whole), hair);
    brush.line("M -8 -30 Q 0 -26 8 -30 M -4 -36 Q 0 -32 4 -36", darker(hair, 0.22), 1, 0.7);
    return;
  }
  const face =
    figure.view === "side"
      ? "M 11.2 -43 Q 3 -45.6 0.6 -38 Q 0.4 -29.6 5 -26.8 Q 9.6 -26.6 11.4 -31 Z"
      : "M 0 -45.6 Q -9.8 -45.4 -9.4 -36 Q -9.2 -27.4 0 -26.6 Q 9.2 -27.4 9.4 -36 Q 9.8 -45.4 0 -45.6 Z";
  const cloth = new Path2D(whole);
  cloth.addPath(new Path2D(face));
  const { context } = brush;
  brush.outline(path(whole), hair);
  context.fillStyle = hair;
  context.fill(cloth, "evenodd");
  brush.line(face, darker(hair, 0.42), 1);
  brush.line(
    figure.view === "side" ? "M 6 -25 Q -2 -22.6 -8 -27" : "M 5 -24.4 Q -4 -22.6 -9 -28.4 M -7 -46.6 Q -1 -50 5 -48.6",
    darker(hair, 0.2),
    1,
    0.8,
  );
}
