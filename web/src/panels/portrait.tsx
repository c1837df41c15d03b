import { useEffect, useRef } from "preact/hooks";

import { type Look, lookOf } from "../figures/look";
import { drawPortrait } from "../figures/portrait";
import { source, town } from "../state/run";

const DENSITY = 2;

/** A person's head and shoulders; from the first frame of the town's own sprite sheet if the person has one. */
export function Portrait({ who, side = 56 }: { who: string; side?: number }) {
  const look = town.value?.people.find(({ name }) => name === who)?.look;
  if (look?.sheet) return <SheetPortrait path={look.sheet} who={who} side={side} />;
  return <Picture look={lookOf(look?.words ?? "", who)} label={who} side={side} />;
}

/** The portrait of a look. */
export function Picture({ look, label, side }: { look: Look; label: string; side: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const words = JSON.stringify(look);
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context) return;
    context.clearRect(0, 0, side * DENSITY, side * DENSITY);
    drawPortrait(context, look, side * DENSITY);
  }, [words, side]);
  return <Canvas canvas={canvas} label={label} side={side} />;
}

/** The portrait from the town's own sprite sheet: the upper half of the frame that faces the viewer. */
function SheetPortrait({ path, who, side }: { path: string; who: string; side: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const picture = new Image();
    picture.onload = () => {
      const context = canvas.current?.getContext("2d");
      if (!context) return;
      const [width, height] = [picture.width / 4, picture.height / 4];
      const square = Math.min(width, height);
      context.imageSmoothingEnabled = false;
      context.clearRect(0, 0, side * DENSITY, side * DENSITY);
      context.drawImage(picture, (width - square) / 2, 0, square, square, 0, 0, side * DENSITY, side * DENSITY);
    };
    picture.src = source.file(path);
    return () => void (picture.onload = null);
  }, [path, side]);
  return <Canvas canvas={canvas} label={who} side={side} />;
}

function Canvas({ canvas, label, side }: { canvas: { current: HTMLCanvasElement | null }; label: string; side: number }) {
  const size = side * DENSITY;
  return <canvas class={`portrait portrait-${side}`} ref={canvas} width={size} height={size} role="img" aria-label={label} />;
}
