/** Hair that lies over the head. */

import { type Brush, lump, oval, path, type Shape } from "./brush";
import { FRINGES, NAPES, SIDEWAYS, SPIKY_BACK } from "./hair_shapes";
import { hatted } from "./hats";
import { drawBalding, drawHeadscarf, drawScalp } from "./head_covers";
import { darker, lighter, mix } from "./palette";
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
