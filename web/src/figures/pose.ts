/** How a figure stands: what it does, where it faces, and which step of its gait it is in. */

import type { Colours } from "./palette";
import type { Look } from "./look";

export type Direction = "down" | "up" | "left" | "right";

export interface Pose {
  readonly does: "stand" | "walk" | "sit" | "lie";
  readonly facing: Direction;
  /** Of the gait: 0 and 2 pass, 1 and 3 step. */
  readonly frame?: 0 | 1 | 2 | 3;
  readonly eyesClosed?: boolean;
}

/** A figure about to be drawn. Seen from the side it faces right; the left is its mirror image. */
export interface Figure {
  readonly look: Look;
  readonly colours: Colours;
  readonly view: "front" | "side" | "back";
  /** Which leg is ahead: 1, -1, or 0 for none. */
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
