/** All pictures of a look on one canvas, each with its place on it: made once a look, on first need. */

import type { Context } from "./brush";
import { drawFigure } from "./figure";
import type { Look } from "./look";
import { INK, SUN } from "./palette";
import type { Pose } from "./pose";

/** A frame in u: the feet are in the middle, `BELOW` above its lower edge. */
export const FRAME = { width: 42, height: 70, below: 5 } as const;

/** The ink rim and the cream halo that lift a figure off every floor, in u. */
const RIM = 0.55;
const HALO = 1.5;
const HALO_ALPHA = 0.88;

/** What a drawn sheet shows: `left` and `right` are the legs that step. */
export type FrameName = `${"down" | "up" | "right"}-${"stand" | "left" | "right" | "sit"}` | "down-blink" | "lie";

export const POSES: Readonly<Record<FrameName, Pose>> = {
  "down-stand": { does: "stand", facing: "down" },
  "down-left": { does: "walk", facing: "down", frame: 1 },
  "down-right": { does: "walk", facing: "down", frame: 3 },
  "down-sit": { does: "sit", facing: "down" },
  "down-blink": { does: "stand", facing: "down", eyesClosed: true },
  "up-stand": { does: "stand", facing: "up" },
  "up-left": { does: "walk", facing: "up", frame: 1 },
  "up-right": { does: "walk", facing: "up", frame: 3 },
  "up-sit": { does: "sit", facing: "up" },
  "right-stand": { does: "stand", facing: "right" },
  "right-left": { does: "walk", facing: "right", frame: 1 },
  "right-right": { does: "walk", facing: "right", frame: 3 },
  "right-sit": { does: "sit", facing: "right" },
  lie: { does: "lie", facing: "down" },
};

export const FRAMES = Object.keys(POSES) as readonly FrameName[];
const COLUMNS = 7;

const STEPS = ["stand", "left", "stand", "right"] as const;

export interface Shown {
  readonly frame: Rectangle;
  /** Whether the frame is to be drawn as in a mirror. */
  readonly mirrored: boolean;
}

/** The frame of a sheet that shows a pose. */
export function frameFor(sheet: Sheet, pose: Pose): Shown {
  const { frames, facingLeft } = sheet;
  if (pose.does === "lie") return { frame: frames.lie, mirrored: false };
  const step = pose.does === "walk" ? STEPS[pose.frame ?? 0] : pose.does;
  if (pose.facing === "left" && facingLeft) return { frame: facingLeft[step], mirrored: false };
  if (pose.facing === "left") return { frame: frames[`right-${step}`], mirrored: true };
  if (pose.eyesClosed && pose.facing === "down" && step === "stand")
    return { frame: frames["down-blink"], mirrored: false };
  return { frame: frames[`${pose.facing}-${step}`], mirrored: false };
}

export type Canvas = HTMLCanvasElement | OffscreenCanvas;

export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Sheet {
  readonly canvas: Canvas | HTMLImageElement | ImageBitmap;
  readonly frames: Readonly<Record<FrameName, Rectangle>>;
  /** Frames of their own for facing left; without them, those that face right are mirrored. */
  readonly facingLeft?: Readonly<Record<"stand" | "left" | "right" | "sit", Rectangle>>;
  /** Where the feet are in every frame, as shares of its width and height. */
  readonly feet: { readonly x: number; readonly y: number };
}

/** Draws every frame of a look, with rim and halo, at so many pixels a tile of 32 u. */
export function bakeSheet(look: Look, pixelsPerTile = 64): Sheet {
  const scale = pixelsPerTile / 32;
  const [width, height] = [Math.ceil(FRAME.width * scale), Math.ceil(FRAME.height * scale)];
  const figures = canvasOf(width * COLUMNS, height * Math.ceil(FRAMES.length / COLUMNS));
  const frames = {} as Record<FrameName, Rectangle>;
  FRAMES.forEach((name, at) => {
    const frame = { x: (at % COLUMNS) * width, y: Math.floor(at / COLUMNS) * height, width, height };
    frames[name] = frame;
    const context = contextOf(figures);
    context.save();
    const margin = (RIM + HALO) * scale;
    context.beginPath();
    context.rect(frame.x + margin, frame.y + margin, width - 2 * margin, height - 2 * margin);
    context.clip();
    context.translate(frame.x + width / 2, frame.y + height - FRAME.below * scale);
    drawFigure(context, look, POSES[name], scale);
    context.restore();
  });
  return { canvas: withHalo(figures, scale), frames, feet: { x: 0.5, y: 1 - FRAME.below / FRAME.height } };
}

/** The canvas with a rim of ink round every figure on it and a halo of cream round that. */
export function withHalo(figures: Canvas, scale: number): Canvas {
  const whole = canvasOf(figures.width, figures.height);
  const context = contextOf(whole);
  context.globalAlpha = HALO_ALPHA;
  context.drawImage(spread(tinted(figures, SUN), (RIM + HALO) * scale, 20), 0, 0);
  context.globalAlpha = 1;
  context.drawImage(spread(tinted(figures, INK), RIM * scale, 8), 0, 0);
  context.drawImage(figures, 0, 0);
  return whole;
}

/** The silhouettes alone, in one colour. */
function tinted(figures: Canvas, colour: string): Canvas {
  const canvas = canvasOf(figures.width, figures.height);
  const context = contextOf(canvas);
  context.drawImage(figures, 0, 0);
  context.globalCompositeOperation = "source-in";
  context.fillStyle = colour;
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Everything on the canvas made wider on all sides. Whole pixels: a copy between them takes ten times as long. */
function spread(figures: Canvas, reach: number, copies: number): Canvas {
  const canvas = canvasOf(figures.width, figures.height);
  const context = contextOf(canvas);
  const pixels = Math.max(1, reach);
  for (let copy = 0; copy < copies; copy++) {
    const angle = (2 * Math.PI * copy) / copies;
    context.drawImage(figures, Math.round(pixels * Math.cos(angle)), Math.round(pixels * Math.sin(angle)));
  }
  return canvas;
}

export function canvasOf(width: number, height: number): Canvas {
  if (typeof OffscreenCanvas !== "undefined") return new OffscreenCanvas(width, height);
  return Object.assign(document.createElement("canvas"), { width, height });
}

/** A context whose pixels stay in memory, where hundreds of small canvases cost a graphics card nothing. */
export function contextOf(canvas: Canvas): Context {
  const context = canvas.getContext("2d", { willReadFrequently: true }) as Context | null;
  if (!context) throw new Error("This browser draws no canvas.");
  return context;
}
