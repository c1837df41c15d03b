/** Drawing tools in town units (u): a tile is 32 u wide, the feet are at (0, 0), and y is negative upwards. */

import { INK, mix, SUN } from "./palette";

export type Context = CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D;

/** An outline with its bounding box, which the shading needs. */
export interface Shape {
  readonly path: Path2D;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const LINE = 0.95;
/** How far the colour of an outline is mixed from the colour of its shape towards ink. */
const INKED = 0.52;

const known = new Map<string, Shape>();

/** Parses an SVG path that uses absolute M, L, Q, C and Z only, such as 'M0 0L4 0Q6 2 4 4Z'. */
export function path(d: string): Shape {
  let shape = known.get(d);
  if (!shape) known.set(d, (shape = traced(d)));
  return shape;
}

function traced(d: string): Shape {
  const numbers = d.match(/-?\d+(\.\d+)?/g)?.map(Number) ?? [];
  const xs = numbers.filter((_, at) => at % 2 === 0);
  const ys = numbers.filter((_, at) => at % 2 === 1);
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { path: new Path2D(d), left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

export function box(x: number, y: number, width: number, height: number, radius = 2): Shape {
  const outline = new Path2D();
  outline.roundRect(x, y, width, height, Math.min(radius, width / 2, height / 2));
  return { path: outline, left: x, top: y, width, height };
}

export function oval(x: number, y: number, rx: number, ry = rx): Shape {
  const outline = new Path2D();
  outline.ellipse(x, y, rx, ry, 0, 0, 2 * Math.PI);
  return { path: outline, left: x - rx, top: y - ry, width: 2 * rx, height: 2 * ry };
}

/** A soft lumpy circle: curls, buns, bobbles. */
export function lump(x: number, y: number, radius: number, lumps = 9, depth = 0.12): Shape {
  const at = (turn: number): [number, number] => {
    const angle = (2 * Math.PI * turn) / lumps;
    const reach = radius * (1 + (turn % 1 === 0 ? depth : -depth));
    return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
  };
  const outline = new Path2D();
  outline.moveTo(...at(-0.5));
  for (let turn = 0; turn < lumps; turn++) outline.quadraticCurveTo(...at(turn), ...at(turn + 0.5));
  outline.closePath();
  return { path: outline, left: x - radius, top: y - radius, width: 2 * radius, height: 2 * radius };
}

export class Brush {
  constructor(readonly context: Context) {
    context.lineCap = "round";
    context.lineJoin = "round";
  }

  /** Draws a shape with outline, fill and the standard shading: cream from the top left, plum below. */
  shape(shape: Shape, colour: string, light = 0.1): this {
    this.outline(shape, colour);
    this.fill(shape, colour);
    const { left, top, width, height } = shape;
    const glow = this.context.createLinearGradient(left, top, left + width * 0.25, top + height);
    const tinted = (ink: string, share: number): string =>
      `${ink}${Math.round(share * 255)
        .toString(16)
        .padStart(2, "0")}`;
    glow.addColorStop(0, tinted(SUN, light * 2.2));
    glow.addColorStop(0.45, tinted(SUN, 0));
    glow.addColorStop(0.55, tinted(INK, 0));
    glow.addColorStop(1, tinted(INK, light * 1.5));
    this.context.fillStyle = glow;
    this.context.fill(shape.path);
    return this;
  }

  outline(shape: Shape, colour: string): this {
    return this.stroke(shape, mix(colour, INK, INKED), 2 * LINE);
  }

  fill(shape: Shape, colour: string, alpha = 1): this {
    this.context.globalAlpha = alpha;
    this.context.fillStyle = colour;
    this.context.fill(shape.path);
    this.context.globalAlpha = 1;
    return this;
  }

  stroke(shape: Shape, colour: string, width = 1, alpha = 1): this {
    this.context.globalAlpha = alpha;
    this.context.strokeStyle = colour;
    this.context.lineWidth = width;
    this.context.stroke(shape.path);
    this.context.globalAlpha = 1;
    return this;
  }

  /** Draws a line along an SVG path. */
  line(d: string, colour: string, width = 1, alpha = 1): this {
    return this.stroke({ path: new Path2D(d), left: 0, top: 0, width: 0, height: 0 }, colour, width, alpha);
  }

  /** Draws several shapes as one: all outlines first, so that none is visible inside. */
  cluster(shapes: readonly Shape[], colour: string): this {
    for (const shape of shapes) this.outline(shape, colour);
    for (const shape of shapes) this.fill(shape, colour);
    return this;
  }

  /** Clips drawing to a shape. */
  inside(shape: Shape, draw: () => void): this {
    this.context.save();
    this.context.clip(shape.path);
    draw();
    this.context.restore();
    return this;
  }

  /** Draws with the origin moved to a point and rotated by an angle in degrees. */
  at(x: number, y: number, draw: () => void, degrees = 0): this {
    this.context.save();
    this.context.translate(x, y);
    this.context.rotate((degrees * Math.PI) / 180);
    draw();
    this.context.restore();
    return this;
  }
}
