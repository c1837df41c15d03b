/** Draws heads: the portrait of a person's panel, and the pin that stands for a person on a map at a low zoom. */

import { Brush, type Context, box, oval } from "./brush";
import { drawBust } from "./figure";
import type { Look } from "./look";
import { CREAM, INK, SUN, wallpaperFor } from "./palette";
import { type Canvas, canvasOf, contextOf, withHalo } from "./sheet";

/** The radius of a portrait's corners, as a share of its side. */
const ROUNDED = 0.22;

/** Draws head and shoulders in front of a wallpaper, `side` pixels wide and high. */
export function drawPortrait(context: Context, look: Look, side: number): void {
  context.save();
  const frame = box(0, 0, side, side, ROUNDED * side);
  const brush = new Brush(context);
  brush.fill(frame, wallpaperFor(look));
  context.clip(frame.path);
  brush.fill(oval(side / 2, side * 1.02, side * 0.62, side * 0.4), SUN, 0.45);
  context.drawImage(bust(look, side, side / 44, 0.5 * side, 1.36 * side), 0, 0);
  context.restore();
}

/** Draws a head in a round frame, `side` pixels wide and high. */
export function drawPin(context: Context, look: Look, side = 22): void {
  const brush = new Brush(context);
  const round = oval(side / 2, side / 2, side / 2 - 1);
  brush.fill(oval(side / 2, side / 2, side / 2), INK).fill(round, CREAM);
  context.save();
  context.clip(round.path);
  brush.fill(round, wallpaperFor(look));
  context.drawImage(bust(look, side, side / 31, 0.5 * side, 1.72 * side), 0, 0);
  context.restore();
}

function bust(look: Look, side: number, scale: number, x: number, y: number): Canvas {
  const canvas = canvasOf(side, side);
  const context = contextOf(canvas);
  context.translate(x, y);
  context.scale(scale, scale);
  drawBust(context, look);
  return withHalo(canvas, scale * 0.6);
}
