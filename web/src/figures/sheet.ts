/** A sprite sheet of a look: all its pictures on one canvas, with their positions. Made once per look, on first use. */

import type { Context } from "./brush";
import { drawFigure } from "./figure";
import type { Look } from "./look";
import { INK, SUN } from "./palette";
import type { Pose } from "./pose";

/** The size of a frame in u. The feet are in the horizontal middle, `below` above the lower edge. */
export const FRAME = { width: 42, height: 70, below: 5 } as const;

/** The widths of the ink rim and the cream halo, which make a figure stand out from every floor, in u. */
const RIM = 0.55;
const HALO = 1.5;
const HALO_ALPHA = 0.88;

/** The frames of a drawn sheet; `left` and `right` name the leg that steps. */
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

interface Shown {
  readonly frame: Rectangle;
  /** Whether to mirror the frame. */
  readonly mirrored: boolean;
}

/** Returns the frame of a sheet that shows a pose. */
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

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Sheet {
  readonly canvas: Canvas | HTMLImageElement | ImageBitmap;
  readonly frames: Readonly<Record<FrameName, Rectangle>>;
  /** Separate frames for facing left; without them the frames that face right are mirrored. */
  readonly facingLeft?: Readonly<Record<"stand" | "left" | "right" | "sit", Rectangle>>;
  /** The position of the feet in every frame, as shares of its width and height. */
  readonly feet: { readonly x: number; readonly y: number };
}

/** Draws every frame of a look, with rim and halo, at `pixelsPerTile` pixels per tile (32 u). */
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

/** Returns the canvas with an ink rim around every figure, and a cream halo around the rim. */
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

/** Returns the silhouettes of the figures in one colour. */
function tinted(figures: Canvas, colour: string): Canvas {
  const canvas = canvasOf(figures.width, figures.height);
  const context = contextOf(canvas);
  context.drawImage(figures, 0, 0);
  context.globalCompositeOperation = "source-in";
  context.fillStyle = colour;
  context.fillRect(0, 0, canvas.width, canvas.height);
  return canvas;
}

/** Dilates everything on the canvas, by drawing shifted copies. Shifts are whole pixels: other copies take ten times as long. */
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

/** Returns a context whose pixels stay in main memory; hundreds of small canvases would burden the graphics card. */
export function contextOf(canvas: Canvas): Context {
  const context = canvas.getContext("2d", { willReadFrequently: true }) as Context | null;
  if (!context) throw new Error("This browser draws no canvas.");
  return context;
}

const ROWS = ["down", "left", "right", "up"] as const;

/** The share of a standing figure that is shown when the person sits: everything but the legs. */
const SEATED = 0.75;

/** Makes a sheet of an image. The image has frames for standing and walking only: a sitting person is drawn without legs,
 * and a lying one as if standing. */
export function cutSheet(image: HTMLImageElement | ImageBitmap): Sheet {
  const [width, height] = [image.width / 4, image.height / ROWS.length];
  const cut = (way: (typeof ROWS)[number]): Record<"stand" | "left" | "right" | "sit", Rectangle> => {
    const at = (column: number): Rectangle => ({ x: column * width, y: ROWS.indexOf(way) * height, width, height });
    return { stand: at(0), left: at(1), right: at(3), sit: { ...at(0), height: height * SEATED } };
  };
  const frames = {} as Record<FrameName, Rectangle>;
  for (const way of ["down", "up", "right"] as const) {
    for (const [step, frame] of Object.entries(cut(way))) frames[`${way}-${step}` as FrameName] = frame;
  }
  frames["down-blink"] = frames.lie = frames["down-stand"];
  return { canvas: image, frames, facingLeft: cut("left"), feet: { x: 0.5, y: 1 } };
}
