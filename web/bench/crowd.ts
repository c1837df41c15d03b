import "../src/map/town_map.css";
import "./crowd.css";

import { FeedStore } from "../src/feed/store";
import { lookFrom, lookInWords } from "../src/figures/look";
import { clothingOf } from "../src/map/clothing";
import { layoutOf, TILE } from "../src/map/layout";
import type { LoadedMap } from "../src/map/load";
import { GROUND, PlainPainter } from "../src/map/paint";
import { openMap, startGame } from "../src/map/stage";
import { readTiled, Tiles } from "../src/map/tiled";
import { madeUpFeed, madeUpSession, segmentOf } from "../test/made_up_feed";

/**
 * Measures how long the script of a frame takes with a crowd, such as `?people=500&zoom=0.3&hour=22`. Prints milliseconds:
 * the work of the processor, without that of the graphics card.
 */
const asked = new URLSearchParams(location.search);
const people = Number(asked.get("people") ?? 500);
const zoom = Number(asked.get("zoom") ?? 0.3);
const hour = Number(asked.get("hour") ?? 12);
const FRAMES = 60;
/** Frames to skip before measuring, after the sheets of everybody in the view have been drawn. */
const WARMING_FRAMES = 10;
const SIZE = 64;
const STEPS = 720;

const names = [...Array(people).keys()].map((number) => `Person ${number}`);
const events = madeUpFeed(STEPS, 3, names, SIZE);
const session = { ...madeUpSession(STEPS), start: `2031-04-07T${String(hour).padStart(2, "0")}:00:00` };
const feed = new FeedStore(async (from, end) => segmentOf(events, from, Math.min(end, STEPS)), session);
feed.want(0, 2);

const tiled = readTiled({ width: SIZE, height: SIZE, tilewidth: 32, tileheight: 32, layers: [], tilesets: [] });
const layout = layoutOf(tiled, new Tiles([], new Map()));
const map: LoadedMap = { tiled, layout, pieces: [], paints: new PlainPainter(layout, TILE), tileHeight: TILE, width: SIZE * TILE, height: SIZE * TILE, background: GROUND };
const town = { name: "Made up", about: "", map: "", tile_pixels: 32, people: [], places: [] };
const watched = { feed, session, town, clothe: (who: string) => clothingOf(who, lookInWords(lookFrom(who)), ""), shortName: (who: string) => who };

const host = document.getElementById("app") as HTMLElement;
host.className = "town-map";
const marked = { person: "", hovered: "", thing: "", heard: new Set<string>(), thinking: new Set<string>(), notes: [], announced: new Map<string, string>(), spread: undefined };
let playhead = 5;
const world = openMap(startGame(host), host, map, watched, { still: () => false, little: () => false }, (stage, now, elapsed) => {
  world.camera.send((SIZE * TILE) / 2, (SIZE * TILE) / 2, zoom);
  world.camera.advance(1e6);
  stage.go((playhead += 0.1), STEPS, now, () => undefined);
  stage.draw(now, elapsed, marked);
  world.rest.stir();
});

const took: number[] = [];
let start = 0;
let warm = 0;
world.game.events.on("prestep", () => (start = performance.now()));
world.game.events.on("postrender", () => {
  const actors = [...(world.stage()?.crowd.actors.values() ?? [])];
  if (!actors.length || actors.some(({ sprite }) => sprite && !sprite.visible) || warm++ < WARMING_FRAMES) return;
  took.push(performance.now() - start);
  if (took.length === FRAMES) report();
});

function report(): void {
  took.sort((one, other) => one - other);
  const at = (share: number) => (took[Math.floor(share * (took.length - 1))] as number).toFixed(2);
  const shown = [...(world.stage()?.crowd.actors.values() ?? [])].filter(({ inSight }) => inSight).length;
  const figures = `${people} people, ${shown} in sight, zoom ${zoom}, ${hour} h: median ${at(0.5)} ms, 95 % ${at(0.95)} ms, most ${at(1)} ms a frame`;
  (document.getElementById("figures") as HTMLOutputElement).value = figures;
}
