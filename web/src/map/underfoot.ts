import type Phaser from "phaser";

import { TILE } from "./pieces";
import { addPicture } from "./textures";

export const SHADOW = "shadow of a person";
export const RING = "ring around who is selected";

const INK = "58, 42, 68";
const CREAM = "#fff3d6";
const ORANGE = "#f0a050";

/** Adds the textures that are drawn under people: the soft shadow, and the ring of the selected person. */
export function addUnderfoot(scene: Phaser.Scene): void {
  addPicture(scene, SHADOW, underfoot(drawShadow));
  addPicture(scene, RING, underfoot(drawRing));
}

function underfoot(draw: (pen: CanvasRenderingContext2D) => void): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = 128;
  canvas.height = 64;
  const pen = canvas.getContext("2d") as CanvasRenderingContext2D;
  pen.translate(64, 32);
  pen.scale(TILE / 32, TILE / 32);
  draw(pen);
  return canvas;
}

/** Draws a shadow to the south-east, like all shadows (ART.md). */
function drawShadow(pen: CanvasRenderingContext2D): void {
  pen.translate(1.5, 0.5);
  pen.scale(1, 0.42);
  const dark = pen.createRadialGradient(0, 0, 8, 0, 0, 14);
  dark.addColorStop(0, `rgba(${INK}, 0.38)`);
  dark.addColorStop(1, `rgba(${INK}, 0)`);
  pen.fillStyle = dark;
  pen.fillRect(-14, -14, 28, 28);
}

function drawRing(pen: CanvasRenderingContext2D): void {
  for (const [colour, width] of [[CREAM, 4.2], [ORANGE, 2.2]] as const) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.beginPath();
    pen.ellipse(0, 0, 17, 8.5, 0, 0, 7);
    pen.stroke();
  }
}
