/** Draws a person: feet at (0, 0), 24 u wide and 50 u tall, of which the head is two fifths. */

import { drawBody, drawLegs } from "./body";
import { box, Brush, type Context, oval, path } from "./brush";
import { drawHairBehind } from "./hair";
import { drawCane, drawScarf } from "./hats";
import { drawHead } from "./head";
import type { Look } from "./look";
import { coloursOf, CREAM, darker, INK, lighter, mix } from "./palette";
import { type Figure, figureOf, type Pose } from "./pose";

/** How far a walking figure rises with every step, in u. */
const BOB = 1.2;
/** How far a seated figure is lifted: the height of a seat, less the bend of the knees. */
const SEAT = 4;

/** Draws the figure without halo and shadow, at `scale` pixels per u, with the feet at the context's origin. */
export function drawFigure(context: Context, look: Look, pose: Pose, scale = 1): void {
  const figure = figureOf(look, coloursOf(look), pose);
  context.save();
  context.scale(pose.facing === "left" ? -scale : scale, scale);
  const brush = new Brush(context);
  if (pose.does === "lie") drawSleeper(brush, figure);
  else brush.at(0, figure.sitting ? -SEAT : 0, () => drawUpright(brush, figure));
  context.restore();
}

/** Draws only the part above the hips, for portraits and pins. */
export function drawBust(context: Context, look: Look): void {
  const figure = figureOf(look, coloursOf(look), { does: "stand", facing: "down" });
  const brush = new Brush(context);
  drawTrunkAndHead(brush, figure);
}

function drawUpright(brush: Brush, figure: Figure): void {
  drawLegs(brush, figure);
  brush.at(0, figure.swing ? -BOB : 0, () => drawTrunkAndHead(brush, figure));
  drawCane(brush, figure);
}

function drawTrunkAndHead(brush: Brush, figure: Figure): void {
  if (figure.view !== "back") drawHairBehind(brush, figure);
  drawHood(brush, figure);
  drawBody(brush, figure);
  drawScarf(brush, figure);
  if (figure.view === "back") drawHairBehind(brush, figure);
  drawHead(brush, figure);
}

function drawHood(brush: Brush, figure: Figure): void {
  if (figure.look.outfit !== "hoodie") return;
  const x = figure.view === "side" ? -5 : 0;
  brush.shape(oval(x, -28, figure.view === "side" ? 7 : 11, 4.6), darker(figure.colours.top, 0.14));
}

/** Draws a sleeper in bed from above: the head on a pillow at the top, a blanket over the rest. */
function drawSleeper(brush: Brush, figure: Figure): void {
  brush.shape(box(-16, -49, 32, 18, 6), CREAM);
  brush.line("M -12 -34 Q -13.6 -40 -12 -45 M 12 -34 Q 13.6 -40 12 -45", mix(CREAM, INK, 0.18), 1);
  brush.at(0, 3.4, () => {
    drawHairBehind(brush, figure);
    drawHead(brush, { ...figure, look: { ...figure.look, extra: figure.look.extra.filter(keptOnInBed) } });
  });
  const blanket = figure.colours.top;
  brush.shape(path("M -13.6 -22 Q 0 -26.4 13.6 -22 Q 15 -10 14 -1 Q 0 1.6 -14 -1 Q -15 -10 -13.6 -22 Z"), blanket);
  brush.line("M -13.2 -20.4 Q 0 -24.6 13.2 -20.4", lighter(blanket, 0.62), 3.4);
  brush.line("M -6.6 -14 Q -8 -7 -6.4 -1.8 M 6.4 -15 Q 5 -8 6.6 -2", darker(blanket, 0.2), 1, 0.8);
}

const keptOnInBed = (extra: string): boolean => extra === "beard" || extra === "moustache";
