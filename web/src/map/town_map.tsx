import "./town_map.css";

import { useComputed, useSignalEffect } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";

import type { Tile } from "../feed/walk";
import { focusOn } from "../panels/focus";
import { shortener } from "../panels/words";
import { overhear } from "../sound/levels";
import { follow, followed, type MapView, noteView, wantedView } from "../state/camera";
import { arrivesAt, embodied } from "../state/embodied";
import { feed, feedVersion, newest, pace, session, source, town } from "../state/run";
import { select, selected, type Selection, selectPerson } from "../state/selection";
import { littleDetail } from "../state/settings";
import { showTrouble } from "../state/trouble";
import { spreadNow, thread } from "../story/thread";
import { typeReady } from "../styles/type";
import { playhead } from "../time/clock";
import { leave } from "../time/keys";
import { coveredOf } from "./covered";
import type { Actor, Lead } from "./crowd";
import { clothingOf } from "./dressing";
import { offerFilm } from "./film";
import { watchHands } from "./hands";
import { type LoadedMap, loadMap } from "./load";
import { type OpenMap, openMap } from "./open";
import type { Marked } from "./overlay";
import { Picking } from "./picking";
import { TILE } from "./pieces";
import { announcedAt, noteOn, talksInView, thinkersOf } from "./remarks";
import type { Stage } from "./stage";
import { Strides } from "./strides";

const NO_NOTES: Marked["notes"] = [];

/** The zoom for showing a person, and how far above their feet the camera looks, since bubbles are above them. */
const CLOSE = 0.75;
const ABOVE_FEET = 1.2 * TILE;

/** Up to this distance the camera keeps the user's person and their partner in a talk in the view, in units. */
const MOST_APART = 8 * TILE;

/** The map of the town. It fills its parent element. */
export function TownMap() {
  const host = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<LoadedMap | undefined>(undefined);

  const path = useComputed(() => town.value && `${town.value.name} ${town.value.map}`);
  useSignalEffect(() => {
    const shown = path.value && town.peek();
    if (shown) Promise.all([loadMap(source, shown), typeReady()]).then(([loaded]) => setMap(loaded), showTrouble);
  });
  useEffect(() => (map && host.current ? show(host.current, map) : undefined), [map]);

  return <div class="town-map" ref={host} tabIndex={0} role="application" aria-label="Map of the town" />;
}

/** Shows a map in an element. Returns a function that removes it. */
function show(host: HTMLElement, map: LoadedMap): () => void {
  const shown = town.value;
  const opened = session.value;
  if (!shown || !opened) return () => undefined;
  const motion = matchMedia("(prefers-reduced-motion: reduce)");
  const picking = new Picking(map, shown);
  const announced = new Map<string, string>();
  const thinking = new Set<string>();
  const marked: Marked = { person: "", hovered: "", thing: "", thinking, notes: [], announced, spread: undefined };
  let pointed = "";
  const watched = {
    feed,
    get session() {
      return session.value ?? opened;
    },
    town: shown,
    clothe: (who: string) => {
      const look = town.peek()?.people.find(({ name }) => name === who)?.look;
      return clothingOf(who, look?.words ?? "", look?.sheet ? source.file(look.sheet) : "");
    },
    shortName: shortener(shown.people.map(({ name }) => name)),
  };
  const strides = new Strides(map.layout, (to) => source.send({ type: "order", command: { command: "Walk", agent: embodied.peek(), to } }));
  let sinceLast = 0;
  const lead: Lead = (seen) => {
    if (seen.who === embodied.peek()) strides.lead(seen, sinceLast);
  };
  const world = openMap(host, map, watched, { still: () => motion.matches, little: () => littleDetail.peek() }, frame);
  const unrest = world.rest.watch([playhead, newest, feedVersion, selected, followed, embodied, town, pace, thread]);

  const unfilm = offerFilm({
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
  });

  let peopled = false;

  /** The person or talk to show as soon as the town is there. */
  let awaited: Selection | null = followed.peek() ? { kind: "person", name: followed.peek() } : selected.peek();
  const unbind = [
    town.subscribe(() => world.stage()?.crowd.reclothe()),
    embodied.subscribe(() => strides.reset()),
    followed.subscribe((who) => who && lookAt(who)),
    selected.subscribe((chosen) => {
      const who = shownBy(chosen);
      if (who && !inView(who)) lookAt(who);
    }),
    wantedView.subscribe((view) => view && showView(view)),
  ];

  function frame(stage: Stage, now: number, elapsed: number): void {
    const chosen = selected.peek();
    if (awaited && stage.moment) lookAtAwaited(stage);
    marked.person = nameOf(chosen);
    marked.thing = chosen?.kind === "thing" ? chosen.address : "";
    marked.notes = notes(stage);
    marked.spread = spreadNow(playhead.peek());
    thinkersOf(stage.moment, pace.peek(), playhead.peek() >= newest.peek() - 2, thinking);
    announcedAt(stage.moment, Math.floor(playhead.peek()), announced);
    const after = followed.peek() || embodied.peek();
    const at = after ? placeOf(stage, after) : undefined;
    const follows = at !== undefined && world.camera.follow(at.x, at.y, elapsed);
    world.camera.advance(elapsed);
    const target = world.camera.target;
    noteView(target && { x: target.x / TILE, y: target.y / TILE, zoom: target.zoom });
    sinceLast = elapsed;
    stage.draw(playhead.peek(), newest.peek(), now, elapsed, marked, lead);
    overhear(talksInView(stage.moment, stage.crowd.actors), world.camera.zoom);
    if (follows || strides.busy) world.rest.stir();
    if (!peopled && stage.crowd.actors.size) {
      peopled = true;
      if (!awaited && !world.camera.target) world.camera.open(...middleOf(stage.crowd.actors.values()));
      // For benchmarks of the time to the first picture.
      performance.mark("townlet: people on the map");
    }
  }

  function pickedAt(x: number, y: number): { who: string; address: string } {
    const stage = world.stage();
    if (!stage) return { who: "", address: "" };
    const at = world.camera.onMap(x, y);
    const who = picking.person(at.x, at.y, world.camera.zoom, stage.crowd.actors.values());
    return { who, address: who ? "" : stage.overlay.placeAt(x, y) || picking.thing(at.x, at.y) };
  }

  function notes(stage: Stage): Marked["notes"] {
    if (!marked.thing && !pointed) return NO_NOTES;
    const on = [noteOn(marked.thing, true, stage.moment, picking)];
    if (pointed !== marked.thing) on.push(noteOn(pointed, false, stage.moment, picking));
    return on.filter((note) => note !== undefined);
  }

  function inView(who: string): boolean {
    return world.stage()?.crowd.actors.get(who)?.inSight === true;
  }

  /** Moves the camera to a person and zooms in on them; waits if they are not in the town yet. */
  function lookAt(who: string): void {
    const stage = world.stage();
    const at = stage && placeOf(stage, who);
    awaited = at ? null : { kind: "person", name: who };
    world.camera.cover(coveredOf(host));
    if (at) world.camera.send(at.x, at.y, Math.max(world.camera.zoom, CLOSE));
    else if (who === embodied.peek()) lookAtPlace(arrivesAt.peek());
  }

  /** Moves the camera to an object or an arena, such as the place where the user is going to arrive. */
  function lookAtPlace(address: string): void {
    const middle = picking.middleOf(address);
    if (middle) world.camera.send(middle.x, middle.y, Math.max(world.camera.zoom, CLOSE));
  }

  /** Where the camera looks to show a person; if the user is that person and talks, between them and their partner. */
  function placeOf(stage: Stage, who: string): { x: number; y: number } | undefined {
    const actor = stage.crowd.actors.get(who);
    if (!actor) return undefined;
    const { x, y } = actor.placed;
    const talk = who === embodied.peek() ? stage.moment?.talks.get(actor.seen.talk) : undefined;
    const partner = stage.crowd.actors.get(talk?.participants.find((each) => each !== who) ?? who)?.placed ?? actor.placed;
    if (Math.hypot(partner.x - x, partner.y - y) > MOST_APART) return { x, y: y - ABOVE_FEET };
    return { x: (x + partner.x) / 2, y: (y + partner.y) / 2 - ABOVE_FEET };
  }

  /** Shows the person or one of the people of the talk that the map waits for, unless neither is in the town. */
  function lookAtAwaited(stage: Stage): void {
    const who = shownBy(awaited);
    if (!who) awaited = null;
    else if (stage.crowd.actors.has(who)) lookAt(who);
  }

  /** The person whom a selection shows: themselves, or one of those who talk at the moment. */
  function shownBy(chosen: Selection | null): string {
    if (chosen?.kind !== "talk") return nameOf(chosen);
    return world.stage()?.moment?.talks.get(chosen.id)?.participants[0] ?? "";
  }

  /** Moves the camera to the view of a link; at once if the map has just been opened. */
  function showView({ x, y, zoom }: MapView): void {
    awaited = null;
    world.camera.cover(coveredOf(host));
    world.camera.send(x * TILE, y * TILE, zoom);
    if (!peopled) world.camera.advance(1e6);
  }

  function tileAt(x: number, y: number): Tile {
    const at = world.camera.onMap(x, y);
    return [Math.floor(at.x / TILE), Math.floor(at.y / map.tileHeight)];
  }

  const unwatch = watchHands(host, world.camera, {
    pick(x, y) {
      host.focus();
      const { who, address } = pickedAt(x, y);
      if (!who && embodied.peek() && !picking.isObject(address) && strides.go(tileAt(x, y))) return;
      select(who ? { kind: "person", name: who } : address ? { kind: "thing", address } : null);
    },
    point(x, y) {
      const { who, address } = pickedAt(x, y);
      marked.hovered = who;
      host.style.cursor = who || address ? "pointer" : "grab";
      pointed = who ? "" : address;
    },
    leave: () => (marked.hovered = pointed = ""),
    moved: () => follow(""),
    zoom: (factor) => world.camera.zoomBy(factor),
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
  });
  return () => {
    unwatch();
    unrest();
    unfilm();
    unbind.forEach((each) => each());
    world.close();
  };
}

/** The selected person; empty for nobody. */
function nameOf(selection: Selection | null): string {
  return selection?.kind === "person" ? selection.name : "";
}

/** The median of where people are, in units. */
function middleOf(actors: Iterable<Actor>): [number, number] {
  const all = [...actors];
  const median = (values: number[]) => values.sort((one, other) => one - other)[values.length >> 1] as number;
  return [median(all.map(({ placed }) => placed.x)), median(all.map(({ placed }) => placed.y))];
}

/** Selects the next person by name and shows them; false past the last, and if only one person may be selected. */
function chooseNext(world: OpenMap, by: number): boolean {
  const actors = world.stage()?.crowd.actors;
  const names = [...(actors?.keys() ?? [])].sort();
  const chosen = selected.peek();
  const index = (chosen?.kind === "person" ? names.indexOf(chosen.name) : by > 0 ? -1 : names.length) + by;
  const name = names[index];
  if (name === undefined) return false;
  selectPerson(name);
  return nameOf(selected.peek()) === name;
}
