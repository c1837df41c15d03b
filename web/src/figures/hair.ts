/** Hair: what hangs behind the body, and what lies over the head. */

import { type Brush, lump, oval, path, type Shape } from "./brush";
import { darker, lighter, mix, SUN } from "./palette";
import { type Figure, wears } from "./pose";

/** Loose hair: how far down it falls, how wide, and with how wavy an edge. */
const LOOSE: Record<string, readonly [number, number, number]> = {
  bob: [-26.6, 14, 0], long: [-17.5, 13.6, 0], wavy: [-19.5, 14.6, 1.4], headscarf: [-22, 14, 0],
};

export function drawHairBehind(brush: Brush, figure: Figure): void {
  const { style } = figure.look;
  const colour = darker(figure.colours.hair, 0.16);
  const turned = figure.view === "side" ? -2.5 : 0;
  const loose = LOOSE[style];
  if (loose) brush.shape(hanging(turned, ...loose), colour);
  if (style === "afro") brush.shape(hatted(figure) ? lump(turned / 2, -37.5, 14.6, 11, 0.04) : lump(turned / 2, -40.6, 16, 13, 0.035), figure.colours.hair);
  if (style === "pony" && figure.view === "side") brush.shape(path("M -9 -46 Q -19.6 -45 -17.6 -27 Q -16.6 -23 -14.4 -22 Q -11 -28 -9 -37 Z"), colour);
  if (style === "pony" && figure.view === "front") brush.shape(path("M 8 -47 Q 19.6 -46 16.6 -28 Q 15.8 -24.4 13.6 -23.4 Q 10 -30 9 -38 Z"), colour);
  if (style === "braids" && figure.view === "back") brush.shape(hanging(0, -28, 11.6, 0), colour);
}

function hanging(x: number, bottom: number, width: number, wave: number): Shape {
  const w = width - 1.6;
  const side = (sign: number): string =>
    wave
      ? `Q ${x + sign * (width + wave)} ${(bottom - 40) / 2 + 3} ${x + sign * (w + 0.4)} ${(bottom - 40) / 2 + 5} Q ${x + sign * (width + 2 * wave)} ${bottom - 4} ${x + sign * (w - 1)} ${bottom}`
      : `Q ${x + sign * (width + 1)} ${bottom - 8} ${x + sign * (w - 1.4)} ${bottom}`;
  const up = side(-1).split("Q").slice(1).map((part) => part.trim().split(/\s+/).map(Number));
  const back = wave
    ? `Q ${up[1]?.[0]} ${up[1]?.[1]} ${up[0]?.[2]} ${up[0]?.[3]} Q ${up[0]?.[0]} ${up[0]?.[1]} ${x - 12} -41`
    : `Q ${up[0]?.[0]} ${up[0]?.[1]} ${x - 12} -41`;
  return path(`M ${x + 12} -41 ${side(1)} Q ${x} ${bottom + 3.5} ${x - (wave ? w - 1 : w - 1.4)} ${bottom} ${back} Z`);
}

const hatted = (figure: Figure): boolean => ["cap", "beanie", "strawhat"].some((hat) => wears(figure, hat));

const FRINGES: Record<string, string> = {
  short: "M -12.2 -37.4 Q -13.2 -51.5 0 -51.5 Q 13.2 -51.5 12.2 -37.4 Q 10.6 -39.6 10 -43 Q 6 -41.6 3 -43.8 Q 0 -41 -3.4 -43.8 Q -7 -41 -10 -43 Q -10.6 -39.6 -12.2 -37.4 Z",
  side: "M -12.4 -35.6 Q -13.6 -51.6 0 -51.6 Q 13.6 -51.6 12.4 -36 Q 11 -38 10.2 -42 Q 2 -40 -4.4 -45.2 Q -7 -40.4 -10.4 -38.8 Q -11 -37 -12.4 -35.6 Z",
  quiff: "M -12.2 -37.6 Q -13.8 -48.6 -7.4 -51.4 Q -4 -56.6 4 -56 Q 12.4 -55.4 12.4 -50 Q 14 -44 12.2 -37.6 Q 10.6 -39.6 10 -43.4 Q 4 -42.6 -1 -45 Q -6 -45.4 -10 -43 Q -10.8 -40 -12.2 -37.6 Z",
  spiky: "M -12.4 -36.6 L -14.4 -43 L -12.4 -44.4 L -13.4 -50 L -8.6 -50 L -7 -55.4 L -2.4 -52 L 1.6 -56.6 L 4.8 -51.8 L 10 -54 L 10.4 -49 L 14 -47.4 L 12.4 -43.6 L 14 -39.6 L 12.2 -36.8 L 10 -42 L 6.4 -40.6 L 3.4 -44 L 0 -40.8 L -3.4 -44 L -7 -40.8 L -10 -42.6 Z",
  buzz: "M -11.7 -38.4 Q -12.6 -50 0 -50 Q 12.6 -50 11.7 -38.4 Q 10.9 -43 8.4 -44.4 Q 0 -46.4 -8.4 -44.4 Q -10.9 -43 -11.7 -38.4 Z",
  bob: "M -12.8 -33 Q -14.2 -51.8 0 -51.8 Q 14.2 -51.8 12.8 -33 Q 10.6 -36 10 -40.8 Q 0 -43.4 -10 -40.8 Q -10.6 -36 -12.8 -33 Z",
  long: "M -12.6 -31 Q -14.2 -51.6 0 -51.6 Q 14.2 -51.6 12.6 -31 Q 10.6 -36 9.4 -41.4 Q 4 -41 0 -45.8 Q -4 -41 -9.4 -41.4 Q -10.6 -36 -12.6 -31 Z",
  wavy: "M -13 -32 Q -15.2 -52.6 1 -52.4 Q 15.2 -52.4 13 -32 Q 10.4 -35 10.6 -40.4 Q 3 -40.6 -3.4 -46.4 Q -5.4 -41.4 -10.2 -39.6 Q -10.6 -35 -13 -32 Z",
  afro: "M -12.6 -37 Q -15 -52.4 0 -52.8 Q 15 -52.4 12.6 -37 Q 11.6 -41 9 -43.6 Q 5.4 -45.2 2.8 -44.4 Q 0 -46 -2.8 -44.4 Q -5.4 -45.2 -9 -43.6 Q -11.6 -41 -12.6 -37 Z",
  bun: "M -12.2 -37 Q -13.6 -51.4 0 -51.4 Q 13.6 -51.4 12.2 -37 Q 11 -42 7.6 -44.4 Q 0 -47.8 -7.6 -44.4 Q -11 -42 -12.2 -37 Z",
  pony: "M -12.4 -34.6 Q -13.8 -51.6 0 -51.6 Q 13.8 -51.6 12.4 -34.6 Q 10.4 -37.4 9.8 -41.8 Q 3 -40.6 -2 -44.8 Q -5 -40.6 -9.8 -41.8 Q -10.4 -37.4 -12.4 -34.6 Z",
  braids: "M -12.4 -33.4 Q -13.8 -51.6 0 -51.6 Q 13.8 -51.6 12.4 -33.4 Q 10.6 -37 9.6 -42.4 Q 3 -43 0 -47.2 Q -3 -43 -9.6 -42.4 Q -10.6 -37 -12.4 -33.4 Z",
};
FRINGES.curly = FRINGES.short as string;

const SIDEWAYS: Record<string, string> = {
  short: "M 11.4 -40.6 Q 12.4 -51 0 -51.5 Q -13.6 -51 -12.8 -39 Q -12.4 -33.4 -9.8 -31.6 Q -6 -32 -5 -36.4 Q -2.4 -37.6 -0.6 -41.6 Q 2.4 -40.6 4.4 -42.6 Q 7.6 -40.4 11.4 -40.6 Z",
  quiff: "M 11.2 -43 Q 17 -47.6 13.4 -52.4 Q 9.6 -57.4 1 -55.2 Q -13.8 -53 -12.8 -39 Q -12.4 -33.4 -9.8 -31.6 Q -6 -32 -5 -36.4 Q -2.4 -37.6 -1 -43.2 Q 5 -42.6 11.2 -43 Z",
  spiky: "M 11.8 -40 L 14.4 -46 L 10.6 -47.4 L 11.4 -53.6 L 6 -51.6 L 2.4 -56.6 L -1.6 -52 L -7.4 -55 L -8.6 -50 L -14.4 -49 L -12.6 -44 L -15.6 -40 L -12.6 -37.4 L -13.4 -32 L -9 -30 L -5.4 -31 L -5 -36.6 L -1.4 -38 L 0 -42.4 L 3.6 -40.4 L 6.4 -43 L 8.6 -40.6 Z",
  buzz: "M 10.8 -43.6 Q 8.6 -50 0 -50 Q -12.6 -49.6 -11.9 -38 Q -12 -32 -9.4 -30 Q -5.8 -31 -5.2 -36.4 Q -3 -38 -1.4 -43.4 Q 5 -45 10.8 -43.6 Z",
  bun: "M 11 -43.4 Q 9.6 -51.4 0 -51.4 Q -13.4 -51 -12.6 -38 Q -12.4 -31.6 -9.6 -29.8 Q -5.6 -31 -5.2 -36.4 Q -3 -38.6 -1 -44 Q 5 -46.6 11 -43.4 Z",
  bob: "M 11.6 -39.6 Q 12.8 -51.6 0 -51.8 Q -14.4 -51.4 -14 -36 Q -14.6 -27.4 -11.4 -25.6 Q -2.4 -24.4 1.2 -27.4 Q 0.4 -34 1.6 -41 Q 6.4 -41.6 11.6 -39.6 Z",
  long: "M 11.4 -41 Q 12.4 -51.6 0 -51.8 Q -14.2 -51.4 -13.8 -36 Q -15.4 -24 -13.6 -17.4 Q -6 -14.6 -1.4 -17.6 Q 1.4 -26 0 -33 Q 0.6 -38 3.4 -42.8 Q 7 -40.8 11.4 -41 Z",
  wavy: "M 11.6 -40.4 Q 13 -52.6 1 -52.4 Q -15.4 -52 -14.6 -38 Q -17.6 -32 -15 -28.6 Q -18.2 -23 -13.6 -18.8 Q -6 -16 -1.4 -19.4 Q 2.6 -23.4 0.2 -27.8 Q 2.6 -32 0.4 -36 Q 1.4 -40 3.4 -43.4 Q 7 -40.6 11.6 -40.4 Z",
  afro: "M 10.8 -43.6 Q 9.8 -53 0 -53 Q -14.4 -52.4 -14 -38 Q -13.6 -30.6 -9 -28.6 Q -3.4 -29.6 -1.8 -35 Q -2 -40 0.4 -43.2 Q 5 -45.6 10.8 -43.6 Z",
};
for (const style of ["side", "curly"]) SIDEWAYS[style] = SIDEWAYS.short as string;
for (const style of ["pony", "braids"]) SIDEWAYS[style] = SIDEWAYS.short as string;

export function drawHairOver(brush: Brush, figure: Figure): void {
  const { style } = figure.look;
  const { hair } = figure.colours;
  if (style === "headscarf") return drawHeadscarf(brush, figure);
  if (style === "bald") return drawScalp(brush, figure);
  if (style === "balding") return drawBalding(brush, figure);
  const worn = hatted(figure) && ["quiff", "spiky"].includes(style) ? "short" : style;
  const colour = worn === "buzz" ? mix(hair, figure.colours.skin, 0.22) : hair;
  if (figure.view === "back") drawBackOfHead(brush, figure, colour);
  else drawFringe(brush, path((figure.view === "side" ? SIDEWAYS : FRINGES)[worn] ?? (FRINGES.short as string)), colour, style);
  if (worn !== "buzz") drawShine(brush, figure);
  if (style === "curly") drawCurls(brush, figure);
  if (style === "bun" && !hatted(figure)) drawBun(brush, figure);
  if (style === "pony" && figure.view !== "front") drawTie(brush, figure.view === "side" ? -10.6 : 0, -43.4, figure.colours.accent);
  if (style === "braids") drawBraids(brush, figure);
}

/** An afro is one cloud: no line parts what lies before the head from what stands round it. */
function drawFringe(brush: Brush, fringe: Shape, colour: string, style: string): void {
  if (style === "afro") brush.stroke(fringe, darker(colour, 0.3), 0.8, 0.5).fill(fringe, colour);
  else brush.shape(fringe, colour);
}

function drawShine(brush: Brush, figure: Figure): void {
  brush.line("M -7 -46 Q -2 -50 4 -48.6", lighter(figure.colours.hair, 0.4), 1.8, 0.7);
}

/** Seen from behind: how far down hair reaches, how wide it bulges and how wide it ends. */
const NAPES: Record<string, readonly [number, number, number]> = {
  long: [-17.5, 13.4, 9.4], wavy: [-19.5, 16, 10], bob: [-25.6, 13.6, 9.6], braids: [-28.4, 12.8, 9], afro: [-27, 14.6, 9.4],
};

const SPIKY_BACK =
  "M -12.2 -36 L -14.4 -42 L -12.4 -44 L -13.4 -50 L -8.6 -50 L -7 -55.4 L -2.4 -52 L 1.6 -56.6 L 4.8 -51.8 L 10 -54 L 10.4 -49 L 14 -47.4 L 12.4 -43.6 L 14 -39.6 " +
  "L 12 -36 L 8.6 -31.4 L 5 -33 L 2 -29.6 L -1.4 -32.6 L -5 -29.8 L -7.6 -32.6 Z";

function drawBackOfHead(brush: Brush, figure: Figure, colour: string): void {
  if (figure.look.style === "spiky" && !hatted(figure)) return void brush.shape(path(SPIKY_BACK), colour);
  const [bottom, wide, nape] = NAPES[figure.look.style] ?? [-31.4, 12.2, 7.6];
  brush.shape(path(`M -12 -39 Q -13.2 -51.4 0 -51.4 Q 13.2 -51.4 12 -39 Q ${wide} ${bottom - 4} ${nape} ${bottom} Q 0 ${bottom + 2.6} ${-nape} ${bottom} Q ${-wide} ${bottom - 4} -12 -39 Z`), colour);
  if (figure.look.style === "buzz" || figure.look.style === "afro") return;
  for (const x of [-5, 0, 5]) brush.line(`M ${x * 0.7} -44 Q ${x * 1.5} -38 ${x * 1.2} ${bottom}`, darker(colour, 0.22), 0.9, 0.55);
  if (figure.look.style === "pony") brush.shape(path("M -4.4 -43 Q -7 -29 -1 -20.6 Q 0 -19.6 1 -20.6 Q 7 -29 4.4 -43 Z"), darker(colour, 0.1));
}

function drawCurls(brush: Brush, figure: Figure): void {
  const { hair } = figure.colours;
  const low = figure.view === "side" ? [[-12.4, -38, 4.6], [-11, -32, 4]] : [[-12.4, -38, 4.4], [12.4, -38, 4.4]];
  const high = hatted(figure) ? [] : [[-10.4, -45, 5.2], [-5.4, -49.6, 5.2], [0.6, -51.4, 5.2], [6.2, -49.4, 5.2], [10.6, -44.8, 4.8]];
  const back = figure.view === "back" ? [[-7, -32, 4.6], [0, -30.6, 4.8], [7, -32, 4.6]] : [];
  brush.cluster([...low, ...high, ...back].map(([x, y, r]) => lump(x as number, y as number, r as number, 7, 0.08)), hair);
  for (const [x, y] of [...high, ...back]) brush.line(`M ${(x as number) - 2} ${y} Q ${x} ${(y as number) - 2.6} ${(x as number) + 1.8} ${(y as number) - 0.6}`, lighter(hair, 0.26), 1, 0.75);
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
    brush.cluster([0, 1, 2].map((knot) => oval(x + way * knot, -28.6 + knot * 4.4, 3.1 - knot * 0.2, 2.9)), darker(hair, 0.06));
    drawTie(brush, x + way * 3, -16.6, accent);
    brush.shape(oval(x + way * 3.2, -13.6, 2, 2.3), hair);
  }
}

function drawScalp(brush: Brush, figure: Figure): void {
  brush.line("M -5 -46 Q -1 -48 3 -47", SUN, 1.6, 0.6);
  if (figure.view === "back") brush.line("M -6 -29.6 Q 0 -27.8 6 -29.6", darker(figure.colours.skin, 0.2), 1);
}

function drawBalding(brush: Brush, figure: Figure): void {
  brush.line("M -4 -46.4 Q 0 -48 4 -47", SUN, 1.6, 0.6);
  const { hair } = figure.colours;
  if (figure.view === "back") {
    brush.shape(path("M -12.6 -42 Q -13.4 -31 -8.6 -29 Q 0 -26.6 8.6 -29 Q 13.4 -31 12.6 -42 Q 9.4 -38.6 0 -38.2 Q -9.4 -38.6 -12.6 -42 Z"), hair);
  } else if (figure.view === "side") {
    brush.shape(path("M -11.6 -42.6 Q -14.2 -33 -9.6 -29.4 Q -5.4 -30.4 -5 -36.4 Q -1.4 -38 -1.2 -41.6 Q -5.4 -38.6 -11.6 -42.6 Z"), hair);
  } else {
    for (const side of [-1, 1]) brush.shape(path(`M ${side * 9.8} -43.4 Q ${side * 13.2} -42.4 ${side * 12.6} -35.4 Q ${side * 11.4} -34 ${side * 10.9} -36.6 Q ${side * 10.8} -40 ${side * 9.8} -43.4 Z`), hair);
  }
}

function drawHeadscarf(brush: Brush, figure: Figure): void {
  const { hair } = figure.colours;
  const whole = "M -12.8 -38 Q -13.8 -51.8 0 -51.8 Q 13.8 -51.8 12.8 -38 Q 13.4 -27 9.6 -24 Q 0 -20.4 -9.6 -24 Q -13.4 -27 -12.8 -38 Z";
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
  brush.line(figure.view === "side" ? "M 6 -25 Q -2 -22.6 -8 -27" : "M 5 -24.4 Q -4 -22.6 -9 -28.4 M -7 -46.6 Q -1 -50 5 -48.6", darker(hair, 0.2), 1, 0.8);
}
