/** Legs, trunk and arms. */

import { box, type Brush, oval, path, type Shape } from "./brush";
import { drawClothes, sleevesOf } from "./outfits";
import { darker } from "./palette";
import type { Figure } from "./pose";

/** The angle by which legs and arms swing in a step, in degrees. */
const STRIDE = 27;

export function drawLegs(brush: Brush, figure: Figure): void {
  if (figure.sitting) return figure.view === "side" ? sittingSideways(brush, figure) : sitting(brush, figure);
  if (figure.view === "side") return striding(brush, figure);
  for (const [x, ahead] of [
    [-4.6, figure.swing],
    [4.6, -figure.swing],
  ] as const) {
    const lift = ahead > 0 ? -4 : 0;
    brush.shape(box(x - 3.7, -14 + lift, 7.4, 13, 3), legColour(figure));
    brush.shape(box(x - 4.2, -4 + lift, 8.4, 5, 2.4), figure.colours.shoes);
  }
}

function striding(brush: Brush, figure: Figure): void {
  for (const [ahead, shade] of [
    [-figure.swing, 0.14],
    [figure.swing, 0],
  ] as const) {
    const leg = (): void => {
      brush.shape(box(-3.5, -2, 7, 13, 3), darker(legColour(figure), shade));
      brush.shape(box(-3.6, 9, 9.4, 5, 2.4), darker(figure.colours.shoes, shade));
    };
    brush.at(ahead * 1.5, -13, leg, -ahead * STRIDE);
  }
}

function sitting(brush: Brush, figure: Figure): void {
  if (figure.view === "back") return;
  for (const x of [-4.8, 4.8]) {
    brush.shape(box(x - 3.6, -11, 7.2, 12, 3), legColour(figure));
    brush.shape(box(x - 4.1, -3.4, 8.2, 5, 2.4), figure.colours.shoes);
  }
}

function sittingSideways(brush: Brush, figure: Figure): void {
  for (const [ahead, shade] of [
    [2.4, 0.14],
    [0, 0],
  ] as const) {
    const colour = darker(legColour(figure), shade);
    brush.shape(box(4.4 + ahead, -13, 6.8, 13, 3), colour);
    brush.shape(box(-5, -14.2, 16.2 + ahead, 7.4, 3.6), colour);
    brush.shape(box(4.4 + ahead, -2.6, 9.2, 5, 2.4), darker(figure.colours.shoes, shade));
  }
}

function legColour(figure: Figure): string {
  const { look, colours } = figure;
  if (look.outfit === "dress") return colours.skin;
  return look.outfit === "skirt" ? darker(colours.skin, 0.12) : colours.bottom;
}

export function drawBody(brush: Brush, figure: Figure): void {
  const { swing } = figure;
  if (figure.view === "side") drawArm(brush, figure, 1, figure.sitting ? -38 : STRIDE * 1.2 * swing);
  else for (const side of [-1, 1]) drawArm(brush, figure, side * 8.3, -side * 13 + 13 * swing);
  const trunk = trunkOf(figure);
  brush.shape(trunk, trunkColour(figure), 0.13);
  brush.inside(trunk, () => drawClothes(brush, figure));
  if (figure.view === "side") drawArm(brush, figure, -0.5, figure.sitting ? -44 : -STRIDE * 1.2 * swing);
}

function drawArm(brush: Brush, figure: Figure, x: number, degrees: number): void {
  const sleeves = sleevesOf(figure);
  const arm = (): void => {
    brush.shape(oval(0, 10.4, 2.9), figure.colours.skin);
    brush.shape(box(-2.9, -1.5, 5.8, 11, 2.9), sleeves.short ? figure.colours.skin : sleeves.colour);
    if (sleeves.short) brush.shape(box(-3.1, -1.6, 6.2, 6, 2.6), sleeves.colour);
    else brush.line("M -2.1 7.7 L 2.1 7.7", darker(sleeves.colour, 0.26), 0.9);
  };
  brush.at(x, -26, arm, degrees);
}

/** How far down each kind of clothes reaches, and how much wider it is there, in u. */
const HEMS: Record<string, readonly [number, number]> = {
  dress: [-4.5, 3.4],
  skirt: [-5.8, 2.8],
  labcoat: [-5.4, 1.8],
  cardigan: [-8.6, 1.1],
  hoodie: [-9.4, 1.2],
  sweater: [-9.6, 1],
};

function trunkOf(figure: Figure): Shape {
  const w = figure.view === "side" ? 7.2 : 9.2;
  const [hem, flare] = figure.sitting ? [-9, 0.8] : (HEMS[figure.look.outfit] ?? [-10.2, 0.6]);
  return path(
    `M ${-w + 1.5} -28 Q 0 -31 ${w - 1.5} -28 Q ${w} -24 ${w + 0.2} -19 L ${w + flare} ${hem} ` +
      `Q 0 ${hem + 2.6} ${-w - flare} ${hem} L ${-w - 0.2} -19 Q ${-w} -24 ${-w + 1.5} -28 Z`,
  );
}

function trunkColour(figure: Figure): string {
  return figure.look.outfit === "labcoat" ? sleevesOf(figure).colour : figure.colours.top;
}
