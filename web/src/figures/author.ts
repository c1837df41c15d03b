/** Cuts a town's own sprite sheet of a person into frames: rows facing down, left, right, up; columns stand, step, stand, step. */

import type { FrameName, Rectangle, Sheet } from "./sheet";

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
