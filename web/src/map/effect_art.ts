import { INK, mix } from "../figures/palette";
import { drawnCanvas } from "./textures";

/** The pictures of the effects that show states of objects: flames, smoke, water and so on, in one atlas. */

/** The side of a picture in units, and in pixels of the atlas. */
export const SIDE = 64;
const PIXELS = 128;
const COLUMNS = 4;

/** How many pictures a flame has. */
export const FLICKERS = 6;

type Pen = CanvasRenderingContext2D;
type Draw = (pen: Pen) => void;

/** Colours of the palette (ART.md); outlines are a colour mixed towards ink. */
const RED = "#d9604f";
const ORANGE = "#f0a050";
const YELLOW = "#f6cb5c";
const TEAL = "#4f9c9c";
const PINK = "#eba0ad";
const LEAF = "#7fae5c";
const CREAM = "#fff3d6";
const WATER = "#86cbd6";
const SMOKE = "#8d8292";

const PICTURES: Record<string, Draw> = {
  ...Object.fromEntries([...Array(FLICKERS).keys()].map((index) => [`fire ${index}`, (pen: Pen) => drawFire(pen, index / FLICKERS)])),
  smoke: (pen) => drawPuff(pen, SMOKE, mix(SMOKE, CREAM, 0.4)),
  steam: (pen) => drawPuff(pen, mix(CREAM, SMOKE, 0.16), "#fffdf6"),
  puddle: drawPuddle,
  drop: drawDrop,
  crack: drawCrack,
  shards: drawShards,
  balloons: drawBalloons,
  garland: drawGarland,
  flowers: drawFlowers,
  dirt: drawDirt,
};

/** Draws all pictures into one canvas. `add` is told the name and the place of each. */
export function drawEffects(add: (name: string, x: number, y: number, side: number) => void): HTMLCanvasElement {
  const names = Object.keys(PICTURES);
  const height = 2 ** Math.ceil(Math.log2(Math.ceil(names.length / COLUMNS) * PIXELS));
  return drawnCanvas(COLUMNS * PIXELS, height, (pen) => names.forEach((name, index) => {
    const [x, y] = [(index % COLUMNS) * PIXELS, Math.floor(index / COLUMNS) * PIXELS];
    pen.save();
    pen.beginPath();
    pen.rect(x, y, PIXELS, PIXELS);
    pen.clip();
    pen.translate(x, y);
    pen.scale(PIXELS / SIDE, PIXELS / SIDE);
    pen.lineJoin = pen.lineCap = "round";
    (PICTURES[name] as Draw)(pen);
    pen.restore();
    add(name, x, y, PIXELS);
  }));
}

/** Three tongues on one base, each with an orange and a yellow heart; `turn` is the part of a flicker, 0 to 1. */
function drawFire(pen: Pen, turn: number): void {
  const swing = (shift: number) => Math.sin((turn + shift) * 2 * Math.PI);
  const tongues = [
    { x: 18, wide: 10, tall: 30 + 5 * swing(0.3), lean: 3 * swing(0.1) - 2 },
    { x: 46, wide: 10, tall: 27 + 6 * swing(0.7), lean: 3 * swing(0.5) + 2 },
    { x: 32, wide: 16, tall: 50 + 5 * swing(0), lean: 4 * swing(0.25) },
  ];
  const all = (share: number, rise: number) => {
    pen.beginPath();
    for (const { x, wide, tall, lean } of tongues) tongue(pen, x, 59 - rise, wide * share, tall * share, lean * share);
  };
  all(1, 0);
  pen.lineWidth = 4;
  pen.strokeStyle = mix(RED, INK, 0.52);
  pen.stroke();
  pen.fillStyle = RED;
  pen.fill();
  for (const [share, rise, colour] of [[0.78, 1, ORANGE], [0.52, 2, YELLOW], [0.27, 3, CREAM]] as const) {
    all(share, rise);
    pen.fillStyle = colour;
    pen.fill();
  }
}

function tongue(pen: Pen, x: number, base: number, wide: number, tall: number, lean: number): void {
  const tip = base - tall;
  pen.moveTo(x, base);
  pen.bezierCurveTo(x - wide * 1.5, base, x - wide * 1.1, base - tall * 0.5, x - wide * 0.25 + lean * 0.5, base - tall * 0.66);
  pen.quadraticCurveTo(x + lean, base - tall * 0.85, x + lean, tip);
  pen.quadraticCurveTo(x + wide * 0.5 + lean, base - tall * 0.72, x + wide * 0.75, base - tall * 0.5);
  pen.bezierCurveTo(x + wide * 1.35, base - tall * 0.2, x + wide * 1.1, base, x, base);
  pen.closePath();
}

function drawPuff(pen: Pen, colour: string, light: string): void {
  const lumps = [[22, 38, 14], [42, 37, 13], [32, 26, 15], [32, 41, 14]] as const;
  pen.fillStyle = mix(colour, INK, 0.16);
  for (const [x, y, radius] of lumps) disc(pen, x, y, radius + 1.3);
  pen.fillStyle = colour;
  for (const [x, y, radius] of lumps) disc(pen, x, y, radius);
  pen.fillStyle = light;
  for (const [x, y, radius] of [[25, 24, 7], [18, 35, 5], [39, 32, 5]] as const) disc(pen, x, y, radius);
}

function drawPuddle(pen: Pen): void {
  const pool = (grow: number) => {
    pen.beginPath();
    for (const [x, y, across, down] of [[30, 34, 24, 10], [44, 37, 15, 8], [18, 38, 12, 6]] as const) {
      pen.moveTo(x + across + grow, y);
      pen.ellipse(x, y, across + grow, down + grow * 0.7, 0, 0, 7);
    }
    pen.fill();
  };
  pen.fillStyle = mix(WATER, INK, 0.42);
  pool(1.9);
  pen.fillStyle = mix(WATER, INK, 0.1);
  pool(0);
  pen.fillStyle = mix(WATER, CREAM, 0.25);
  pen.beginPath();
  pen.ellipse(30, 33, 18, 6, 0, 0, 7);
  pen.fill();
  pen.strokeStyle = "#fffdf6";
  pen.lineWidth = 2;
  for (const [x, y, across] of [[24, 30, 8], [44, 37, 6]] as const) {
    pen.beginPath();
    pen.ellipse(x, y, across, 2.6, 0, Math.PI * 1.05, Math.PI * 1.8);
    pen.stroke();
  }
}

function drawDrop(pen: Pen): void {
  pen.beginPath();
  pen.moveTo(32, 20);
  pen.bezierCurveTo(36, 28, 40, 32, 40, 37);
  pen.arc(32, 37, 8, 0, Math.PI);
  pen.bezierCurveTo(24, 32, 28, 28, 32, 20);
  outlined(pen, WATER);
  pen.fillStyle = "#fffdf6";
  disc(pen, 29, 36, 2.2);
}

function drawCrack(pen: Pen): void {
  const cracks = [
    [[34, 6], [27, 18], [37, 27], [25, 38], [34, 46], [29, 58]],
    [[37, 27], [49, 24], [54, 30]],
    [[25, 38], [14, 37], [9, 44]],
  ] as const;
  const trace = (shift: number) => {
    for (const points of cracks) {
      pen.beginPath();
      for (const [x, y] of points) pen.lineTo(x + shift, y + shift);
      pen.stroke();
    }
  };
  pen.strokeStyle = CREAM;
  pen.globalAlpha = 0.75;
  pen.lineWidth = 4;
  trace(1.6);
  pen.globalAlpha = 1;
  pen.strokeStyle = INK;
  pen.lineWidth = 3.4;
  trace(0);
}

function drawShards(pen: Pen): void {
  const shards = [[[8, 40], [17, 35], [19, 43]], [[27, 46], [36, 41], [38, 47], [31, 51]], [[46, 38], [55, 41], [48, 45]]] as const;
  for (const shard of shards) {
    pen.beginPath();
    for (const [x, y] of shard) pen.lineTo(x, y);
    pen.closePath();
    outlined(pen, mix(CREAM, SMOKE, 0.35));
  }
}

function drawBalloons(pen: Pen): void {
  const balloons = [[18, 21, RED], [46, 22, TEAL], [32, 15, YELLOW]] as const;
  pen.strokeStyle = mix(SMOKE, INK, 0.3);
  pen.lineWidth = 1.2;
  for (const [x, y] of balloons) {
    pen.beginPath();
    pen.moveTo(x, y + 13);
    pen.quadraticCurveTo(x + (32 - x) * 0.2, 48, 32, 62);
    pen.stroke();
  }
  for (const [x, y, colour] of balloons) {
    pen.beginPath();
    pen.ellipse(x, y, 10.5, 12.5, 0, 0, 7);
    pen.moveTo(x, y + 12);
    pen.lineTo(x - 2.6, y + 16);
    pen.lineTo(x + 2.6, y + 16);
    pen.closePath();
    outlined(pen, colour);
    pen.fillStyle = mix(colour, CREAM, 0.65);
    pen.beginPath();
    pen.ellipse(x - 4, y - 4.5, 2.4, 3.8, 0.5, 0, 7);
    pen.fill();
  }
}

/** A string that sags over the width of the picture, so that pictures side by side make one garland. */
function drawGarland(pen: Pen): void {
  const sag = (x: number) => 20 + 12 * (1 - ((x - 32) / 32) ** 2);
  pen.beginPath();
  for (let x = 0; x <= SIDE; x += 4) pen.lineTo(x, sag(x));
  pen.strokeStyle = mix("#8a5a44", INK, 0.2);
  pen.lineWidth = 1.8;
  pen.stroke();
  [RED, YELLOW, TEAL, PINK].forEach((colour, index) => {
    const x = 8 + 16 * index;
    pen.beginPath();
    pen.moveTo(x - 6.5, sag(x - 6.5));
    pen.lineTo(x + 6.5, sag(x + 6.5));
    pen.lineTo(x, sag(x) + 16);
    pen.closePath();
    outlined(pen, colour);
  });
}

function drawFlowers(pen: Pen): void {
  pen.strokeStyle = mix(LEAF, INK, 0.3);
  pen.lineWidth = 2.4;
  const heads = [[20, 24, PINK], [44, 25, YELLOW], [32, 16, RED], [27, 32, CREAM], [38, 33, PINK]] as const;
  for (const [x, y] of heads) {
    pen.beginPath();
    pen.moveTo(x, y);
    pen.quadraticCurveTo(32 + (x - 32) * 0.4, 44, 32, 52);
    pen.stroke();
  }
  pen.beginPath();
  pen.moveTo(23, 43);
  pen.lineTo(41, 43);
  pen.lineTo(38, 59);
  pen.lineTo(26, 59);
  pen.closePath();
  outlined(pen, TEAL);
  for (const [x, y, colour] of heads) {
    pen.beginPath();
    for (let petal = 0; petal < 5; petal++) {
      const turn = (petal / 5) * 2 * Math.PI - 1.57;
      pen.moveTo(x + 4.4 * Math.cos(turn) + 4.4, y + 4.4 * Math.sin(turn));
      pen.arc(x + 4.4 * Math.cos(turn), y + 4.4 * Math.sin(turn), 4.4, 0, 7);
    }
    outlined(pen, colour);
    pen.fillStyle = ORANGE;
    disc(pen, x, y, 2.8);
  }
}

function drawDirt(pen: Pen): void {
  const mud = "#8a5a44";
  pen.globalAlpha = 0.8;
  pen.fillStyle = mix(mud, INK, 0.25);
  for (const [x, y, across, down] of [[22, 40, 13, 6], [42, 44, 11, 5], [34, 36, 7, 4]] as const) {
    pen.beginPath();
    pen.ellipse(x, y, across, down, 0, 0, 7);
    pen.fill();
  }
  pen.fillStyle = mud;
  for (const [x, y, radius] of [[20, 39, 6], [43, 43, 5], [11, 30, 2.5], [50, 34, 2.5], [30, 28, 3], [37, 52, 2.5]] as const) disc(pen, x, y, radius);
}

/** Fills the path, with an outline of its own colour. */
function outlined(pen: Pen, colour: string): void {
  pen.lineWidth = 3;
  pen.strokeStyle = mix(colour, INK, 0.52);
  pen.stroke();
  pen.fillStyle = colour;
  pen.fill();
}

function disc(pen: Pen, x: number, y: number, radius: number): void {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 7);
  pen.fill();
}
