import { Canvas, Path2D as DrawnPath } from "@napi-rs/canvas";
import { beforeAll, describe, expect, it, vi } from "vitest";

import { emptySeen } from "../src/feed/scene";
import { Reading } from "../src/feed/reading";
import type { Says } from "../src/protocol/messages";
import { Camera } from "../src/map/camera";
import type { LoadedMap } from "../src/map/load";
import { Overlay, type Marked } from "../src/map/overlay";
import type { Actor } from "../src/map/people";
import { overlap } from "../src/map/placement";
import type { TownView } from "../src/protocol/messages";

const TILE = 64;
const COVERED = { left: 0, top: 69, right: 0, bottom: 297 };
const TEXT = "I'm told that the council is going to sell the lighthouse, and I don't know what to make of it. Have you heard?";

beforeAll(() => {
  vi.stubGlobal("document", { createElement: () => new Canvas(1, 1) });
  vi.stubGlobal("Path2D", DrawnPath);
});

function actor(who: string, x: number, y: number): Actor {
  const placed = { x, y, rise: 0, depth: y, facing: "south", bearing: "stand", pose: undefined } as const;
  return { clothing: { who }, seen: emptySeen(who), placed, inSight: true, lowered: 0 } as unknown as Actor;
}

/** A telephone's window on people, the first of whom speaks to the second below the name of a place; the camera is on the first. */
function drawn(people: readonly Actor[], { heard, zoom = 0.75, bottom = COVERED.bottom, place = 0 }: { heard: boolean; zoom?: number; bottom?: number; place?: number }) {
  const [speaker, hearer] = people as [Actor, Actor];
  const camera = new Camera(60 * TILE, 60 * TILE, () => true);
  camera.resize(390, 844, 1);
  camera.cover({ ...COVERED, bottom });
  camera.send(speaker.placed.x, speaker.placed.y - 60, zoom);
  const [column, row] = [speaker.placed.x / TILE, (speaker.placed.y - 84) / TILE + place];
  const map = { layout: { sectors: [{ name: "Ferry Landing", areas: [{ x: column - 2, y: row, width: 4, height: 9 }] }] }, tileHeight: TILE } as unknown as LoadedMap;
  const overlay = new Overlay(new Canvas(390, 844) as unknown as HTMLCanvasElement, camera, map, { places: [] } as unknown as TownView, (who) => who);
  const line: Says = { e: "says", s: 1, who: speaker.seen.who, to: hearer.seen.who, talk: "t", text: TEXT } as unknown as Says;
  const reading = new Reading();
  reading.advance(0, new Map([["t", { id: "t", participants: [line.who, line.to], lines: [line] }]]));
  const marked: Marked = { person: "", hovered: "", thing: "", heard: new Set(heard ? [line.to] : []), thinking: new Set(), notes: [], announced: new Map(), spread: undefined };
  overlay.draw(people, [], reading, marked, Infinity);
  return { all: overlay.drawn, free: camera.free, line: overlay.drawn.find(({ kind }) => kind === "line")?.box };
}

const pair = () => [actor("Ada", 1920, 1920), actor("Bo", 1920 + TILE, 1920)];

/** People on every tile around the speaker. */
const crowd = () => [...pair(), ...Array.from({ length: 60 }, (_, each) => actor(`guest ${each}`, 1920 + ((each % 10) - 5) * TILE, 1920 + (Math.floor(each / 10) - 3) * TILE)).filter(({ placed }) => placed.y !== 1920)];

describe("the words of a talk that is followed", () => {
  it.each([
    ["below the name of a place", pair(), {}],
    ["from far away", pair(), { zoom: 0.35 }],
    ["in the lowest window", pair(), { bottom: 660 }],
    ["amid a crowd", crowd(), { zoom: 0.5 }],
  ])("can be read %s", (_, people, given) => {
    for (const place of [-0.6, -0.4, -0.2, 0, 0.2]) {
      const { line, free, all } = drawn(people, { heard: true, place, ...given });
      expect(line?.width).toBeGreaterThan(100);
      expect(line!.left >= free.left && line!.left + line!.width <= free.left + free.width).toBe(true);
      expect(line!.top >= free.top && line!.top + line!.height <= free.top + free.height).toBe(true);
      expect(all.filter(({ kind, box }) => kind !== "line" && overlap(box, line!))).toEqual([]);
    }
  });
});

it("any other talk has a sign at least, whatever place is named where it is", () => {
  for (const place of [-0.6, -0.4, -0.2, 0, 0.2]) expect(drawn(pair(), { heard: false, place }).line).toBeDefined();
});
