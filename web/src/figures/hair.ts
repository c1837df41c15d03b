/** Hair over the head and behind the body, and heads with little of it. */

import { type Brush, lump, oval, path, type Shape } from "./brush";
import { FRINGES, LOOSE, NAPES, SIDEWAYS, SPIKY_BACK } from "./hair_shapes";
import { hatted } from "./hats";
import { darker, lighter, mix, SUN } from "./palette";
import type { Figure } from "./pose";

export function drawHairOver(brush: Brush, figure: Figure): void {
  const { style } = figure.look;
  const { hair } = figure.colours;
  if (style === "headscarf") return drawHeadscarf(brush, figure);
  if (style === "bald") return drawScalp(brush, figure);
  if (style === "balding") return drawBalding(brush, figure);
  const worn = hatted(figure) && ["quiff", "spiky"].includes(style) ? "short" : style;
  const colour = worn === "buzz" ? mix(hair, figure.colours.skin, 0.22) : hair;
  if (figure.view === "back") drawBackOfHead(brush, figure, colour);
  else
    drawFringe(
      brush,
      path((figure.view === "side" ? SIDEWAYS : FRINGES)[worn] ?? (FRINGES.short as string)),
      colour,
      style,
    );
  if (worn !== "buzz") drawShine(brush, figure);
  if (style === "curly") drawCurls(brush, figure);
  if (style === "bun" && !hatted(figure)) drawBun(brush, figure);
  if (style === "pony" && figure.view !== "front")
    drawTie(brush, figure.view === "side" ? -10.6 : 0, -43.4, figure.colours.accent);
  if (style === "braids") drawBraids(brush, figure);
}

/** Draws the hair over the forehead. For an afro it has no outline, since it is one cloud with the hair around the head. */
function drawFringe(brush: Brush, fringe: Shape, colour: string, style: string): void {
  if (style === "afro") brush.stroke(fringe, darker(colour, 0.3), 0.8, 0.5).fill(fringe, colour);
  else brush.shape(fringe, colour);
}

function drawShine(brush: Brush, figure: Figure): void {
  brush.line("M -7 -46 Q -2 -50 4 -48.6", lighter(figure.colours.hair, 0.4), 1.8, 0.7);
}

function drawBackOfHead(brush: Brush, figure: Figure, colour: string): void {
  if (figure.look.style === "spiky" && !hatted(figure)) return void brush.shape(path(SPIKY_BACK), colour);
  const [bottom, wide, nape] = NAPES[figure.look.style] ?? [-31.4, 12.2, 7.6];
  brush.shape(
    path(
      `M -12 -39 Q -13.2 -51.4 0 -51.4 Q 13.2 -51.4 12 -39 Q ${wide} ${bottom - 4} ${nape} ${bottom} ` +
        `Q 0 ${bottom + 2.6} ${-nape} ${bottom} Q ${-wide} ${bottom - 4} -12 -39 Z`,
    ),
    colour,
  );
  if (figure.look.style === "buzz" || figure.look.style === "afro") return;
  for (const x of [-5, 0, 5])
    brush.line(`M ${x * 0.7} -44 Q ${x * 1.5} -38 ${x * 1.2} ${bottom}`, darker(colour, 0.22), 0.9, 0.55);
  if (figure.look.style === "pony")
    brush.shape(path("M -4.4 -43 Q -7 -29 -1 -20.6 Q 0 -19.6 1 -20.6 Q 7 -29 4.4 -43 Z"), darker(colour, 0.1));
}

function drawCurls(brush: Brush, figure: Figure): void {
  const { hair } = figure.colours;
  const low =
    figure.view === "side"
      ? [
          [-12.4, -38, 4.6],
          [-11, -32, 4],
        ]
      : [
          [-12.4, -38, 4.4],
          [12.4, -38, 4.4],
        ];
  const high = hatted(figure)
    ? []
    : [
        [-10.4, -45, 5.2],
        [-5.4, -49.6, 5.2],
        [0.6, -51.4, 5.2],
        [6.2, -49.4, 5.2],
        [10.6, -44.8, 4.8],
      ];
  const back =
    figure.view === "back"
      ? [
          [-7, -32, 4.6],
          [0, -30.6, 4.8],
          [7, -32, 4.6],
        ]
      : [];
  brush.cluster(
    [...low, ...high, ...back].map(([x, y, r]) => lump(x as number, y as number, r as number, 7, 0.08)),
    hair,
  );
  for (const [x, y] of [...high, ...back])
    brush.line(
      `M ${(x as number) - 2} ${y} Q ${x} ${(y as number) - 2.6} ${(x as number) + 1.8} ${(y as number) - 0.6}`,
      lighter(hair, 0.26),
      1,
      0.75,
    );
}

function drawBun(brush: Brush, figure: Figure): void {
  const x = figure.view === "side" ? -4.6 : 0;
  brush.shape(lump(x, -52.3, 5.1, 8, 0.05), figure.colours.hair);
  brush.line(`M ${x - 2.8} -53.4 Q ${x} -56.6 ${x + 2.6} -54.4`, lighter(figure.colours.hair, 0.35), 1.1, 0.8);
}

function drawTie(brush: Brush, x: number, y: number, colour: string): void {
  brush.shape(oval(x, y, 2.4, 2.1), colour);
}

function drawBraids(brush: Brush, figure: Figure): void {
  const { hair, accent } = figure.colours;
  for (const x of figure.view === "side" ? [-6.6] : [-10.8, 10.8]) {
    const way = figure.view === "side" ? -0.6 : Math.sign(x) * 0.5;
    brush.cluster(
      [0, 1, 2].map((knot) => oval(x + way * knot, -28.6 + knot * 4.4, 3.1 - knot * 0.2, 2.9)),
      darker(hair, 0.06),
    );
    drawTie(brush, x + way * 3, -16.6, accent);
    brush.shape(oval(x + way * 3.2, -13.6, 2, 2.3), hair);
  }
}

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

function drawScalp(brush: Brush, figure: Figure): void {
  brush.line("M -5 -46 Q -1 -48 3 -47", SUN, 1.6, 0.6);
  if (figure.view === "back") brush.line("M -6 -29.6 Q 0 -27.8 6 -29.6", darker(figure.colours.skin, 0.2), 1);
}

function drawBalding(brush: Brush, figure: Figure): void {
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

function drawHeadscarf(brush: Brush, figure: Figure): void {
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
