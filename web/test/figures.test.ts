import { Canvas, Path2D as DrawnPath } from "@napi-rs/canvas";
import { beforeAll, expect, test, vi } from "vitest";
import type { Context } from "../src/figures/brush";
import { drawFigure } from "../src/figures/figure";
import { BOTTOMS, EXTRAS, HAIRS, type Look, lookFrom, lookInWords, lookOf, OUTFITS, SHOES, SKINS, STYLES, TOPS } from "../src/figures/look";
import { drawPin, drawPortrait } from "../src/figures/portrait";
import type { Pose } from "../src/figures/pose";
import { bakeSheet, cutSheet, FRAME, frameFor, FRAMES, POSES } from "../src/figures/sheet";

beforeAll(() => {
  vi.stubGlobal("Path2D", DrawnPath);
  vi.stubGlobal("OffscreenCanvas", Canvas);
});

const PLAIN: Look = {
  skin: "sand",
  hair: "brown",
  style: "short",
  top: "teal",
  bottom: "denim",
  outfit: "shirt",
  extra: [],
  shoes: "dark",
};
const STANDING: Pose = { does: "stand", facing: "down" };

/** The bytes of a picture, RGBA row by row. */
function pixels(look: Look, pose: Pose = STANDING): Uint8ClampedArray {
  const context = new Canvas(100, 120).getContext("2d");
  context.translate(50, 100);
  drawFigure(context as unknown as Context, look, pose);
  return context.getImageData(0, 0, 100, 120).data as unknown as Uint8ClampedArray;
}

const seen = (image: Uint8ClampedArray): number =>
  image.filter((_, at) => at % 4 === 3 && (image[at] as number) > 127).length;

test.each([
  ["skin", SKINS],
  ["hair", HAIRS],
  ["style", STYLES],
  ["top", TOPS],
  ["bottom", BOTTOMS],
  ["outfit", OUTFITS],
  ["shoes", SHOES],
] as const)("every word for %s is drawn like no other", (part, words) => {
  const pictures = words.map((word) => pixels({ ...PLAIN, [part]: word }).join());
  expect(new Set(pictures).size).toBe(words.length);
});

test("every extra is visible", () => {
  const pictures = EXTRAS.map((word) => pixels({ ...PLAIN, extra: [word] }).join());
  expect(new Set([...pictures, pixels(PLAIN).join()]).size).toBe(EXTRAS.length + 1);
});

test("a colour given as a value is used as it is", () => {
  const image = pixels({ ...PLAIN, top: "#00ff00" });
  const greens = image.filter(
    (_, at) => at % 4 === 1 && image[at] === 255 && image[at - 1] === 0 && image[at + 1] === 0,
  );
  expect(greens.length).toBeGreaterThan(20);
});

/** The bounding box of the visible pixels, in u from the feet: left, top, right, bottom. */
function extent(look: Look, pose: Pose): [number, number, number, number] {
  const image = pixels(look, pose);
  const shown = Array.from({ length: image.length / 4 }, (_, at) => at).filter(
    (at) => (image[4 * at + 3] as number) > 127,
  );
  const [xs, ys] = [shown.map((at) => (at % 100) - 50), shown.map((at) => Math.floor(at / 100) - 100)];
  const most = (list: number[], of: (...all: number[]) => number): number =>
    list.reduce((one, other) => of(one, other));
  return [most(xs, Math.min), most(ys, Math.min), most(xs, Math.max) + 1, most(ys, Math.max) + 1];
}

/** The width of the rim and the halo around a figure. */
const MARGIN = 2;

test.each(Object.entries(POSES))("nobody outgrows the frame: %s", (_, pose) => {
  const looks = STYLES.flatMap((style) =>
    [[], ["strawhat", "cane"], ["beanie", "headphones"]].map((extra) => ({ ...PLAIN, style, extra })),
  );
  const large = looks.filter((look) => {
    const [left, top, right, bottom] = extent({ ...look, outfit: "dress" }, pose);
    const side = FRAME.width / 2 - MARGIN;
    return left < -side || right > side || top < FRAME.below + MARGIN - FRAME.height || bottom > FRAME.below - MARGIN;
  });
  expect(large.map((look) => `${look.style} ${look.extra} ${extent(look, pose)}`)).toEqual([]);
});

test("a sheet has every frame, each with a figure, and no frame overlaps another", () => {
  const sheet = bakeSheet(PLAIN, 32);
  const context = (sheet.canvas as unknown as Canvas).getContext("2d");
  const places = FRAMES.map((name) => sheet.frames[name]);
  expect(new Set(places.map(({ x, y }) => `${x},${y}`)).size).toBe(FRAMES.length);
  for (const { x, y, width, height } of places) {
    expect(x + width <= sheet.canvas.width && y + height <= sheet.canvas.height).toBe(true);
    expect(seen(context.getImageData(x, y, width, height).data as unknown as Uint8ClampedArray)).toBeGreaterThan(500);
  }
});

test("walking has two steps, and left is the mirror image of right", () => {
  const sheet = bakeSheet(PLAIN, 16);
  const step = (frame: 0 | 1 | 2 | 3) => frameFor(sheet, { does: "walk", facing: "up", frame }).frame;
  expect([step(0), step(1), step(2), step(3)]).toEqual(
    ["stand", "left", "stand", "right"].map((name) => sheet.frames[`up-${name}` as "up-stand"]),
  );
  expect(frameFor(sheet, { does: "sit", facing: "left" })).toEqual({
    frame: sheet.frames["right-sit"],
    mirrored: true,
  });
});

test("a town's own sheet is cut into rows facing down, left, right and up", () => {
  const sheet = cutSheet({ width: 64, height: 128 } as ImageBitmap);
  const at = (pose: Pose) => frameFor(sheet, pose);
  expect(at({ does: "walk", facing: "left", frame: 3 })).toEqual({
    frame: { x: 48, y: 32, width: 16, height: 32 },
    mirrored: false,
  });
  expect(at({ does: "stand", facing: "up" }).frame).toEqual({ x: 0, y: 96, width: 16, height: 32 });
  expect(at({ does: "lie", facing: "down" }).frame).toEqual({ x: 0, y: 0, width: 16, height: 32 });
});

test("portraits have round corners and pins are round", () => {
  const corner = (draw: (context: Context) => void, side: number): [number, number] => {
    const context = new Canvas(side, side).getContext("2d");
    draw(context as unknown as Context);
    return [
      context.getImageData(0, 0, 1, 1).data[3] as number,
      context.getImageData(side / 2, side / 2, 1, 1).data[3] as number,
    ];
  };
  expect(corner((context) => drawPortrait(context, PLAIN, 80), 80)).toEqual([0, 255]);
  expect(corner((context) => drawPin(context, PLAIN), 22)).toEqual([0, 255]);
});

test("a look survives the way through words, and a person without one gets it from their name", () => {
  const look: Look = { ...PLAIN, extra: ["glasses", "scarf"] };
  expect(lookOf(lookInWords(look), "Cy")).toEqual(look);
  expect(lookOf(lookInWords(PLAIN), "Cy")).toEqual(PLAIN);
  expect(lookOf("", "Cy Dunn")).toEqual(lookFrom("Cy Dunn"));
  expect(new Set(Array.from({ length: 50 }, (_, at) => lookInWords(lookFrom(`Cy ${at}`)))).size).toBeGreaterThan(45);
});
