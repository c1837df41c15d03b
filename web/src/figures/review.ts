/** A page for developers who change figures: it shows all people of the built-in towns, and every word of a look. */

import { BOTTOMS, EXTRAS, HAIRS, type Look, lookFrom, OUTFITS, SHOES, SKINS, STYLES, TOPS } from "./look";
import { FLOORS, INK } from "./palette";
import { drawPin, drawPortrait } from "./portrait";
import { bakeSheet, FRAME, FRAMES, type FrameName, type Sheet } from "./sheet";

const FOLDERS: Record<string, string> = import.meta.glob("../../../src/townlet/towns/*/people/*.toml", {
  query: "?raw",
  import: "default",
  eager: true,
});

/** Parses just enough TOML for the [look] tables of the built-in towns. */
function lookIn(file: string): Look {
  const table = file.split("[look]\n")[1] ?? "";
  const said = Object.fromEntries(
    [...table.matchAll(/^(\w+) = (.+)$/gm)].map(([, key, value]) => [key, JSON.parse(value as string)]),
  );
  return { ...lookFrom("nobody"), extra: [], ...said } as Look;
}

const plain = lookFrom("somebody");
const words = (part: keyof Look, list: readonly string[]): [string, Look][] =>
  list.map((word) => [
    word,
    { ...plain, extra: [], outfit: "shirt", style: "short", [part]: part === "extra" ? [word] : word },
  ]);

const TILE = Number(new URLSearchParams(location.search).get("tile") ?? 64);
const SHOWN = new URLSearchParams(location.search).get("town") ?? "smallville";
const [wide, high] = [(FRAME.width * TILE) / 32, (FRAME.height * TILE) / 32];

function stage(width: number, height: number, floor: string): CanvasRenderingContext2D {
  const canvas = document.body.appendChild(Object.assign(document.createElement("canvas"), { width, height }));
  const context = canvas.getContext("2d") as CanvasRenderingContext2D;
  context.fillStyle = floor;
  context.fillRect(0, 0, width, height);
  context.font = "600 11px Quicksand, Nunito, ui-rounded, system-ui, sans-serif";
  context.textAlign = "center";
  return context;
}

function put(
  context: CanvasRenderingContext2D,
  sheet: Sheet,
  name: FrameName,
  x: number,
  y: number,
  mirrored = false,
): void {
  const frame = sheet.frames[name];
  context.save();
  context.translate(x + frame.width / 2, y);
  if (mirrored) context.scale(-1, 1);
  context.drawImage(
    sheet.canvas,
    frame.x,
    frame.y,
    frame.width,
    frame.height,
    -frame.width / 2,
    0,
    frame.width,
    frame.height,
  );
  context.restore();
}

function row(people: [string, Look][], floor: string, columns: number): void {
  const context = stage(columns * wide, Math.ceil(people.length / columns) * (high + 14), floor);
  people.forEach(([name, look], at) => {
    const [x, y] = [(at % columns) * wide, Math.floor(at / columns) * (high + 14)];
    put(context, bakeSheet(look, TILE), "down-stand", x, y);
    context.fillStyle = INK;
    context.fillText(name, x + wide / 2, y + high + 8);
  });
}

function allPoses(people: [string, Look][]): void {
  const portrait = high;
  const context = stage(portrait * 2 + wide * (FRAMES.length + 1), people.length * high, FLOORS[0] as string);
  people.forEach(([name, look], at) => {
    const sheet = bakeSheet(look, TILE);
    const y = at * high;
    context.save();
    context.translate(6, y + 6);
    drawPortrait(context, look, portrait - 24);
    context.translate(portrait, portrait / 2 - 20);
    drawPin(context, look);
    context.restore();
    context.fillStyle = INK;
    context.fillText(name, portrait + 50, y + high - 20);
    FRAMES.forEach((frame, column) => put(context, sheet, frame, portrait * 2 + column * wide, y));
    put(context, sheet, "right-left", portrait * 2 + FRAMES.length * wide, y, true);
  });
}

const people = Object.entries(FOLDERS)
  .filter(([path]) => path.includes(`/${SHOWN}/`))
  .map(([path, file]): [string, Look] => [path.replace(/.*\/(\w+)\.toml/, "$1"), lookIn(file)]);
const started = performance.now();
row(people, FLOORS[0] as string, 13);
row(people, FLOORS[1] as string, 13);
if (SHOWN === "words") {
  const lists = {
    style: STYLES,
    outfit: OUTFITS,
    extra: EXTRAS,
    hair: HAIRS,
    skin: SKINS,
    top: TOPS,
    bottom: BOTTOMS,
    shoes: SHOES,
  };
  for (const [part, list] of Object.entries(lists)) row(words(part as keyof Look, list), FLOORS[0] as string, 16);
  allPoses([...words("style", STYLES), ...words("outfit", OUTFITS)]);
} else allPoses(people);
document.title = `figures ${Math.round(performance.now() - started)} ms`;
