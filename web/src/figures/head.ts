/** Draws the head: face, ears, and what is worn on the face. */

import { box, type Brush, oval, path } from "./brush";
import { drawHairOver } from "./hair";
import { drawHat } from "./hats";
import { BLUSH, CREAM, darker, INK, LENS, lightness, LIP, mix, SUN } from "./palette";
import { type Figure, wears } from "./pose";

export function drawHead(brush: Brush, figure: Figure): void {
  const { skin } = figure.colours;
  if (figure.view === "front" || (figure.view === "back" && !COVERED.has(figure.look.style)))
    for (const x of [-11.4, 11.4]) brush.shape(oval(x, -35.4, 2.3, 2.8), skin);
  brush.shape(box(-11.3, -48.5, 22.6, 22, 10.6), skin);
  if (figure.view !== "back") drawFace(brush, figure);
  drawHairOver(brush, figure);
  if (figure.view === "side" && !COVERED.has(figure.look.style)) drawEar(brush, figure);
  if (wears(figure, "glasses") && figure.view !== "back") drawGlasses(brush, figure);
  drawHat(brush, figure);
}

/** Styles that hide the ears. */
const COVERED = new Set(["bob", "long", "wavy", "afro", "curly", "headscarf"]);

function drawEar(brush: Brush, figure: Figure): void {
  brush.fill(oval(-2.6, -34.8, 2.4, 3), figure.colours.skin);
  brush.line("M -4 -36 Q -2.4 -38 -1.4 -35.4 Q -1.4 -33.4 -3 -33", darker(figure.colours.skin, 0.3), 0.9);
}

/** The x positions of the eyes; seen from the side, the farther eye is closer to the edge of the face. */
const eyesOf = (figure: Figure): readonly [number, number] => (figure.view === "side" ? [4, 9.3] : [-4.8, 4.8]);

function drawFace(brush: Brush, figure: Figure): void {
  const { skin } = figure.colours;
  const side = figure.view === "side";
  for (const x of side ? [3] : [-7.5, 7.5]) brush.fill(oval(x, -31.9, 2.6, 1.6), BLUSH, 0.28);
  if (wears(figure, "glasses"))
    for (const x of eyesOf(figure)) brush.fill(oval(x, -36, lensOf(figure, x), 3.6), LENS, 0.5);
  for (const x of eyesOf(figure)) drawEye(brush, figure, x);
  drawBrows(brush, figure);
  const nose = side ? "M 8.2 -33.6 Q 8.8 -33 8 -32.7" : "M -0.6 -33.2 Q 0 -32.7 0.6 -33.2";
  brush.line(nose, darker(skin, 0.24), 0.9);
  if (wears(figure, "beard")) drawBeard(brush, figure);
  brush.line(side ? "M 5.2 -30.6 Q 7 -29 8.8 -30.4" : "M -2.3 -30.8 Q 0 -28.7 2.3 -30.8", mix(skin, LIP, 0.75), 1.15);
  if (wears(figure, "moustache")) drawMoustache(brush, figure);
  if (isOld(figure)) drawLines(brush, figure);
}

function drawEye(brush: Brush, figure: Figure, x: number): void {
  const { skin } = figure.colours;
  if (lightness(skin) < 130) brush.fill(oval(x, -36, 2.35, 2.85), mix(skin, SUN, 0.62), figure.eyesClosed ? 0.4 : 0.9);
  if (figure.eyesClosed) {
    brush.line(`M ${x - 1.8} -36 Q ${x} -34.4 ${x + 1.8} -36`, INK, 1.1);
    return;
  }
  brush.fill(oval(x, -36, 1.65, 2.3), INK).fill(oval(x + 0.55, -37, 0.65), CREAM);
}

function drawBrows(brush: Brush, figure: Figure): void {
  const { hair, skin } = figure.colours;
  const colour =
    figure.look.style === "headscarf" ? darker(skin, 0.6) : darker(hair, lightness(hair) > 200 ? 0.3 : 0.12);
  for (const x of eyesOf(figure)) {
    const lean = figure.view === "side" ? 0.2 : x > 0 ? 0.35 : -0.35;
    brush.line(`M ${x - 1.7} ${-39.7 - lean} Q ${x} -40.9 ${x + 1.7} ${-39.7 + lean}`, colour, 1, 0.85);
  }
}

/** Whether the figure gets lines beside the eyes: if its hair is grey or white. */
const isOld = ({ look }: Figure): boolean => look.hair === "grey" || look.hair === "white";

function drawLines(brush: Brush, figure: Figure): void {
  const colour = darker(figure.colours.skin, 0.26);
  const d =
    figure.view === "side"
      ? "M 0.9 -35 L -0.4 -34.4 M 1.2 -33.9 L 0.2 -33"
      : "M -8.2 -35.2 L -9.4 -34.7 M -8 -34 L -8.9 -33.2 M 8.2 -35.2 L 9.4 -34.7 M 8 -34 L 8.9 -33.2";
  brush.line(d, colour, 0.75, 0.9);
}

function drawBeard(brush: Brush, figure: Figure): void {
  const outline =
    figure.view === "side"
      ? "M -4 -35 Q -4.5 -24.6 4 -24.2 Q 11.6 -24.8 11.3 -32.4 Q 9.4 -32.8 6.6 -32.6 Q 1 -31 -4 -35 Z"
      : "M -11.2 -36 Q -11 -24.6 0 -24.2 Q 11 -24.6 11.2 -36 " +
        "Q 9.6 -31 5.4 -32.2 Q 0 -33.6 -5.4 -32.2 Q -9.6 -31 -11.2 -36 Z";
  brush.shape(path(outline), darker(figure.colours.hair, 0.05), 0.06);
  brush.fill(oval(figure.view === "side" ? 7 : 0, -30, 2.9, 1.5), mix(figure.colours.skin, LIP, 0.22));
}

function drawMoustache(brush: Brush, figure: Figure): void {
  const x = figure.view === "side" ? 7.2 : 0;
  const d =
    `M ${x} -32.6 Q ${x + 3} -33.4 ${x + 5} -30.4 Q ${x + 2.4} -30.2 ${x} -31.2 ` +
    `Q ${x - 2.4} -30.2 ${x - 5} -30.4 Q ${x - 3} -33.4 ${x} -32.6 Z`;
  brush.shape(path(d), darker(figure.colours.hair, 0.08), 0.06);
}

const lensOf = (figure: Figure, x: number): number => (figure.view === "side" && x > 5 ? 2.7 : 3.7);

function drawGlasses(brush: Brush, figure: Figure): void {
  const [left, right] = eyesOf(figure);
  for (const x of [left, right]) {
    brush.stroke(oval(x, -36, lensOf(figure, x), 3.6), INK, 1.1);
  }
  brush.line(`M ${left + 3.6} -36.6 Q ${(left + right) / 2} -37.4 ${right - 3.2} -36.6`, INK, 1);
  brush.line(
    figure.view === "side" ? `M ${left - 3.7} -36.4 L -3.4 -37` : "M -8.5 -36.4 L -11 -37 M 8.5 -36.4 L 11 -37",
    INK,
    1,
  );
}
