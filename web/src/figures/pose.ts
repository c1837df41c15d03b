/** The pose of a figure: its posture, the direction that it faces, and the frame of its gait. */

import type { Colours } from "./palette";
import type { Look } from "./look";

type Direction = "down" | "up" | "left" | "right";

export interface Pose {
  readonly does: "stand" | "walk" | "sit" | "lie";
  readonly facing: Direction;
  /** The frame of the gait: 0 and 2 stand, 1 and 3 step. */
  readonly frame?: 0 | 1 | 2 | 3;
  readonly eyesClosed?: boolean;
}

/** A figure to draw. A side view faces right; left is its mirror image. */
export interface Figure {
  readonly look: Look;
  readonly colours: Colours;
  readonly view: "front" | "side" | "back";
  /** Which leg is in front: 1 or -1; 0 for neither. */
  readonly swing: number;
  readonly sitting: boolean;
  readonly eyesClosed: boolean;
}

export function figureOf(look: Look, colours: Colours, pose: Pose): Figure {
  const side = pose.facing === "left" || pose.facing === "right";
  return {
    look,
    colours,
    view: side ? "side" : pose.facing === "up" ? "back" : "front",
    swing: pose.does === "walk" ? ([0, 1, 0, -1][pose.frame ?? 0] as number) : 0,
    sitting: pose.does === "sit",
    eyesClosed: pose.eyesClosed ?? pose.does === "lie",
  };
}

export function wears(figure: Figure, extra: string): boolean {
  return figure.look.extra.includes(extra);
}
