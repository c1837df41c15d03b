/** What lies on the ground under a figure: its shadow, and the ring of whoever is selected. Feet are at the origin. */

import { type Context, oval } from "./brush";
import { CREAM, INK, RING } from "./palette";

/** A soft shadow towards the south-east, `scale` pixels to a u. */
export function drawShadow(context: Context, scale = 1): void {
  context.save();
  context.scale(scale, scale);
  context.translate(1.5, 0.5);
  context.scale(1, 5 / 12);
  const dark = context.createRadialGradient(0, 0, 8.5, 0, 0, 13.6);
  dark.addColorStop(0, `${INK}61`);
  dark.addColorStop(1, `${INK}00`);
  context.fillStyle = dark;
  context.fill(oval(0, 0, 13.6).path);
  context.restore();
}

export function drawRing(context: Context, scale = 1): void {
  context.save();
  context.scale(scale, scale);
  for (const [colour, width] of [
    [CREAM, 4.2],
    [RING, 2.2],
  ] as const) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.stroke(oval(0, 0, 17, 8.5).path);
  }
  context.restore();
}
