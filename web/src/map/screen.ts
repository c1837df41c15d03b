import { INK } from "../figures/palette";
import type { Camera } from "./camera";
import { type Stamp, Stamps, WHITE } from "./stamps";

/** Half the width of a bubble's tail at its base, and the tail's least distance from the bubble's ends, in CSS pixels. */
const TAIL = 5;
const TAIL_INSET = 14;

/** The colours of a thread that is drawn on the map, and the length of its arrows' heads in CSS pixels. */
const THREAD = "#c2417c";
const THREAD_SOFT = "rgb(194 65 124 / 22%)";
const HEAD = 9;

/** A canvas over the map on which stamps are drawn, in CSS pixels. */
export class Screen {
  stamps: Stamps;
  private readonly pen: CanvasRenderingContext2D;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    readonly camera: Camera,
  ) {
    this.pen = canvas.getContext("2d") as CanvasRenderingContext2D;
    this.stamps = new Stamps(camera.ratio);
  }

  resize(): void {
    const { deviceWidth, deviceHeight, ratio } = this.camera;
    this.canvas.width = deviceWidth;
    this.canvas.height = deviceHeight;
    this.stamps = new Stamps(ratio);
  }

  clear(): void {
    this.pen.clearRect(0, 0, this.canvas.width, this.canvas.height);
  }

  /** Draws a stamp with its anchor at a point. */
  put(stamp: Stamp, x: number, y: number): void {
    const { ratio, width, height } = this.camera;
    const [left, top] = [x - stamp.anchorX, y - stamp.anchorY];
    if (left > width || top > height || left + stamp.width < 0 || top + stamp.height < 0) return;
    this.pen.drawImage(stamp.canvas, Math.round(left * ratio), Math.round(top * ratio));
  }

  /** Draws a ring around a point; a flat one lies on the ground. */
  putRing(x: number, y: number, radius: number, upright: boolean): void {
    this.draw((pen) => {
      pen.ellipse(x, y, radius, upright ? radius : radius / 2, 0, 0, 2 * Math.PI);
      pen.fillStyle = THREAD_SOFT;
      pen.fill();
    }, 3.5);
  }

  /** Draws an arrow from one point to another, as strong as `strength` between 0 and 1. */
  putArrow([fromX, fromY]: readonly [number, number], [toX, toY]: readonly [number, number], strength: number): void {
    const [across, down] = [toX - fromX, toY - fromY];
    const length = Math.hypot(across, down) || 1;
    const [rightX, downY] = [across / length, down / length];
    this.pen.globalAlpha = strength;
    this.draw((pen) => {
      pen.moveTo(fromX, fromY);
      pen.lineTo(toX, toY);
      pen.moveTo(toX - HEAD * (rightX - downY), toY - HEAD * (downY + rightX));
      pen.lineTo(toX, toY);
      pen.lineTo(toX - HEAD * (rightX + downY), toY - HEAD * (downY - rightX));
    }, 4);
    this.pen.globalAlpha = 1;
  }

  private draw(path: (pen: CanvasRenderingContext2D) => void, width: number): void {
    const { pen } = this;
    pen.save();
    pen.scale(this.camera.ratio, this.camera.ratio);
    pen.lineCap = pen.lineJoin = "round";
    pen.lineWidth = width;
    pen.strokeStyle = THREAD;
    pen.beginPath();
    path(pen);
    pen.stroke();
    pen.restore();
  }

  /** Draws a bubble with the middle of its lower edge at a point, and a tail from its nearest edge to its person. */
  putBubble(stamp: Stamp, x: number, y: number, tipX: number, tipY: number): void {
    this.put(stamp, x, y);
    const { pen } = this;
    const half = stamp.width / 2 - 3;
    const beside = tipY < y && Math.abs(tipX - x) > half;
    const reach = Math.max(0, stamp.width / 2 - TAIL_INSET);
    // The base of the tail: its middle, and how far it extends from there; `in` leads back into the bubble.
    const base = beside
      ? { x: x + Math.sign(tipX - x) * half, y: Math.max(Math.min(y - TAIL_INSET, tipY), y - stamp.height + TAIL_INSET), across: 0, down: TAIL, inX: 1.3 * Math.sign(x - tipX), inY: 0 }
      : { x: Math.max(x - reach, Math.min(x + reach, tipX)), y, across: TAIL, down: 0, inX: 0, inY: -1.3 };
    pen.save();
    pen.scale(this.camera.ratio, this.camera.ratio);
    const side = new Path2D();
    side.moveTo(base.x - base.across, base.y - base.down);
    side.lineTo(tipX, tipY);
    side.lineTo(base.x + base.across, base.y + base.down);
    const whole = new Path2D(side);
    whole.lineTo(base.x + base.across + base.inX, base.y + base.down + base.inY);
    whole.lineTo(base.x - base.across + base.inX, base.y - base.down + base.inY);
    pen.fillStyle = WHITE;
    pen.fill(whole);
    pen.lineJoin = "round";
    pen.lineWidth = 1.3;
    pen.strokeStyle = INK;
    pen.stroke(side);
    pen.restore();
  }
}
