import { INK, type Stamp, Stamps, WHITE } from "./stamps";
import type { Camera } from "./view";

/** Half the width of a bubble's tail at its base, and the tail's least distance from the bubble's ends, in CSS pixels. */
const TAIL = 5;
const TAIL_INSET = 14;

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

  /** Draws a bubble with the middle of its lower edge at a point, and a tail to its person. */
  putBubble(stamp: Stamp, x: number, y: number, tipX: number, tipY: number): void {
    this.put(stamp, x, y);
    const { pen } = this;
    const reach = Math.max(0, stamp.width / 2 - TAIL_INSET);
    const base = Math.max(x - reach, Math.min(x + reach, tipX));
    pen.save();
    pen.scale(this.camera.ratio, this.camera.ratio);
    pen.beginPath();
    pen.moveTo(base - TAIL, y - 1.3);
    pen.lineTo(base - TAIL, y);
    pen.lineTo(tipX, tipY);
    pen.lineTo(base + TAIL, y);
    pen.lineTo(base + TAIL, y - 1.3);
    pen.fillStyle = WHITE;
    pen.fill();
    pen.beginPath();
    pen.moveTo(base - TAIL, y);
    pen.lineTo(tipX, tipY);
    pen.lineTo(base + TAIL, y);
    pen.lineJoin = "round";
    pen.lineWidth = 1.3;
    pen.strokeStyle = INK;
    pen.stroke();
    pen.restore();
  }
}
