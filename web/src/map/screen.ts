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

/** A box on the screen, in CSS pixels. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const GAP = 2;
const CELL = 128;

/** Places boxes on the screen so that none covers another: later ones move up. */
export class Stack {
  private readonly cells = new Map<number, Box[]>();
  private readonly used: Box[][] = [];

  clear(): void {
    for (const cell of this.used) cell.length = 0;
    this.used.length = 0;
  }

  /** Moves a box up past all others, by at most `most` pixels, and reserves its place; returns whether there was room. */
  place(box: Box, most: number): boolean {
    const lowest = box.top;
    for (let hit = this.hit(box); hit; hit = this.hit(box)) {
      box.top = hit.top - box.height - GAP;
      if (lowest - box.top > most) return false;
    }
    this.take(box);
    return true;
  }

  /** Returns the shortest sideways move after which a box covers no other; undefined if it is longer than `most`. */
  aside(box: Box, most: number): number | undefined {
    const right = this.slide(box, most, (hit) => hit.left + hit.width + GAP);
    const left = this.slide(box, most, (hit) => hit.left - box.width - GAP);
    return right !== undefined && left !== undefined ? (right <= -left ? right : left) : (right ?? left);
  }

  private slide(box: Box, most: number, past: (hit: Box) => number): number | undefined {
    const moved = { ...box };
    for (let hit = this.hit(moved); hit; hit = this.hit(moved)) {
      moved.left = past(hit);
      if (Math.abs(moved.left - box.left) > most) return undefined;
    }
    return moved.left - box.left;
  }

  take(box: Box): void {
    this.eachCell(box, (cell) => {
      if (!cell.length) this.used.push(cell);
      cell.push(box);
      return false;
    });
  }

  private hit(box: Box): Box | undefined {
    let found: Box | undefined;
    this.eachCell(box, (cell) => {
      found = cell.find((other) => overlap(box, other));
      return found !== undefined;
    });
    return found;
  }

  private eachCell(box: Box, each: (cell: Box[]) => boolean): void {
    for (let row = Math.floor(box.top / CELL); row <= Math.floor((box.top + box.height) / CELL); row++) {
      for (let column = Math.floor(box.left / CELL); column <= Math.floor((box.left + box.width) / CELL); column++) {
        const key = (row + 4096) * 8192 + column + 4096;
        let cell = this.cells.get(key);
        if (!cell) this.cells.set(key, (cell = []));
        if (each(cell)) return;
      }
    }
  }
}

function overlap(one: Box, other: Box): boolean {
  return one.left < other.left + other.width && other.left < one.left + one.width && one.top < other.top + other.height && other.top < one.top + one.height;
}
