import "./town_map.css";

import { computed, effect, signal } from "@preact/signals";
import type Phaser from "phaser";
import { useEffect, useRef } from "preact/hooks";

import type { Tile } from "../feed/walk";
import { focusOn } from "../panels/focus";
import { shortener } from "../panels/words";
import type { SessionInfo, TownView } from "../protocol/messages";
import { overhear } from "../sound/levels";
import { follow, followed, led, takeCamera } from "../state/camera";
import { embodied } from "../state/embodied";
import { feed, feedVersion, newest, pace, session, source, town } from "../state/run";
import { personIn, select, selected, selectPerson } from "../state/selection";
import { littleDetail } from "../state/settings";
import { showTrouble } from "../state/trouble";
import { thread } from "../story/thread";
import { typeReady } from "../styles/type";
import { playhead } from "../time/clock";
import { leave } from "../time/keys";
import { CameraWork } from "./camera_work";
import { clothingOf } from "./clothing";
import { type FilmedMap, offerFilm } from "./frames";
import { type Meant, watchHands } from "./input";
import { TILE } from "./layout";
import { type LoadedMap, loadMap } from "./load";
import { Marks } from "./marked";
import { type Picked, Picking } from "./picking";
import { openMap, type OpenMap, type Stage, startGame, type Watched } from "./stage";
import { Strides } from "./walking";

/** The map that is being loaded, which is nothing if that fails. It is loaded as soon as the town is known, before the page is drawn. */
export const loading = signal<Promise<LoadedMap | void> | undefined>(undefined);

/** Whether the pictures of the map are on their way. They are what the town's first picture waits for longest. */
export const mapAsked = signal(false);

const path = computed(() => town.value && `${town.value.name} ${town.value.map}`);
effect(() => {
  const shown = path.value && town.peek();
  if (!shown) return;
  const asked = () => void (mapAsked.value = true);
  const loaded = loadMap(source, shown, asked).catch(showTrouble).finally(asked);
  loading.value = Promise.all([loaded, typeReady()]).then(([map]) => map);
});

/** The map of the town. It fills its parent element. */
export function TownMap() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => (host.current && loading.value ? open(host.current, loading.value) : undefined), [loading.value]);

  return <div class="town-map" ref={host} tabIndex={0} role="application" aria-label="Map of the town" />;
}

/** Shows a map in an element once it is loaded. Returns a function that removes it. */
function open(host: HTMLElement, loaded: Promise<LoadedMap | void>): () => void {
  const game = startGame(host);
  const shown = loaded.then((map) => (map ? show(game, host, map) : () => game.destroy(true)));
  return () => void shown.then((close) => close());
}

/** Shows a map in an element. Returns a function that removes it. */
function show(game: Phaser.Game, host: HTMLElement, map: LoadedMap): () => void {
  const [shown, opened] = [town.peek(), session.peek()];
  if (!shown || !opened) return () => game.destroy(true);
  const picking = new Picking(map, shown);
  const marks = new Marks(picking);
  const strides = new Strides(map.layout, (to) => source.send({ type: "order", command: { command: "Walk", agent: embodied.peek(), to } }));
  const motion = matchMedia("(prefers-reduced-motion: reduce)");
  const wishes = { still: () => motion.matches, little: () => littleDetail.peek() };
  const world = openMap(game, host, map, watchedTown(shown, opened), wishes, frame);
  const cameraWork = new CameraWork(world, picking, map);

  function frame(stage: Stage, now: number, elapsed: number): void {
    stage.go(playhead.peek(), newest.peek(), now, (seen) => {
      if (seen.who === embodied.peek()) strides.lead(seen, elapsed);
    });
    const follows = cameraWork.advance(stage, now, elapsed);
    marks.update(stage);
    stage.draw(now, elapsed, marks.marked);
    overhear(talksInView(stage), world.camera.zoom);
    if (follows || strides.busy) world.rest.stir();
    cameraWork.drawn(stage);
  }

  const stops = [
    world.rest.watch([playhead, newest, feedVersion, selected, followed, led, embodied, town, pace, thread]),
    offerFilm(filmed(host, world)),
    town.subscribe(() => world.stage()?.crowd.reclothe()),
    embodied.subscribe(() => strides.reset()),
    cameraWork.watch(),
    watchHands(host, world.camera, meant(host, map, world, picking, marks, strides)),
  ];
  return () => {
    stops.forEach((stop) => stop());
    world.close();
  };
}

/** What the stage has to know of the town and its run. */
function watchedTown(shown: TownView, opened: SessionInfo): Watched {
  return {
    feed,
    get session() {
      return session.value ?? opened;
    },
    town: shown,
    clothe(who) {
      const look = town.peek()?.people.find(({ name }) => name === who)?.look;
      return clothingOf(who, look?.words ?? "", look?.sheet ? source.file(look.sheet) : "");
    },
    shortName: shortener(shown.people.map(({ name }) => name)),
  };
}

/** The map for who films it. */
function filmed(host: HTMLElement, world: OpenMap): FilmedMap {
  return {
    host,
    settled: () => !world.camera.moving && world.stage()?.moment !== undefined && world.stage()?.crowd.undressed === 0,
    next: (take) =>
      new Promise((taken) => {
        world.game.events.once("postrender", () => {
          take(world.game.canvas, world.overlay);
          taken();
        });
        world.rest.stir();
      }),
  };
}

/** What the user's hands do on the map. */
function meant(host: HTMLElement, map: LoadedMap, world: OpenMap, picking: Picking, marks: Marks, strides: Strides): Meant {
  function pickedAt(x: number, y: number): Picked {
    const stage = world.stage();
    if (!stage) return { who: "", address: "" };
    const at = world.camera.onMap(x, y);
    const who = picking.person(at.x, at.y, world.camera.zoom, stage.crowd.actors.values());
    return { who, address: who ? "" : stage.overlay.placeAt(x, y) || picking.thing(at.x, at.y) };
  }

  function tileAt(x: number, y: number): Tile {
    const at = world.camera.onMap(x, y);
    return [Math.floor(at.x / TILE), Math.floor(at.y / map.tileHeight)];
  }

  return {
    pick(x, y) {
      host.focus();
      const { who, address } = pickedAt(x, y);
      if (!who && embodied.peek() && !picking.isObject(address) && strides.go(tileAt(x, y))) return;
      select(who ? { kind: "person", name: who } : address ? { kind: "thing", address } : null);
    },
    point(x, y) {
      const { who, address } = pickedAt(x, y);
      marks.point(who, address);
      host.style.cursor = who || address ? "pointer" : "grab";
    },
    leave: () => marks.point("", ""),
    moved: () => follow(""),
    zoom(factor) {
      takeCamera();
      world.camera.zoomBy(factor);
    },
    fit() {
      follow("");
      world.camera.fit();
    },
    next: (by) => chooseNext(world, by),
    enter: () => focusOn(".side"),
    escape: leave,
    stride(key, down) {
      if (!embodied.peek()) return false;
      strides.press(key, down);
      return true;
    },
  };
}

/** Selects the next person by name and shows them; false past the last, and if only one person may be selected. */
function chooseNext(world: OpenMap, by: number): boolean {
  const names = [...(world.stage()?.crowd.actors.keys() ?? [])].sort();
  const chosen = personIn(selected.peek());
  const name = names[(chosen ? names.indexOf(chosen) : by > 0 ? -1 : names.length) + by];
  if (name === undefined) return false;
  selectPerson(name);
  return personIn(selected.peek()) === name;
}

/** The number of talks of which somebody is in the view. */
function talksInView({ moment, crowd }: Stage): number {
  const talks = [...(moment?.talks.values() ?? [])];
  return talks.filter(({ participants }) => participants.some((who) => crowd.actors.get(who)?.inSight)).length;
}
