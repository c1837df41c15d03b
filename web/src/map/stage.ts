import type Phaser from "phaser";
import { Game } from "phaser";

import type { Moment } from "../feed/moment";
import { Reading } from "../feed/reading";
import type { FeedStore } from "../feed/store";
import type { SessionInfo, TownView } from "../protocol/messages";
import { hourAt } from "../time/calendar";
import { Camera, coveredOf, FAR } from "./camera";
import type { Clothing } from "./clothing";
import { Effects } from "./effects";
import { mapTime, Rest } from "./frames";
import { Sites } from "./furniture";
import { Fixtures, Standing } from "./furniture_sprites";
import { Ground } from "./ground";
import { Light, skyAt } from "./light";
import type { LoadedMap } from "./load";
import { type Marked, Overlay } from "./overlay";
import { Crowd, type Lead } from "./people";
import { PictureTextures } from "./textures";

/** How often to measure what covers the map, in milliseconds. */
const MEASURE_MS = 400;

/** The longest time that a frame counts for, in milliseconds; longer frames mean that the page was hidden. */
const LONGEST_MS = 1000;

/** The sharpness of a map with little detail. */
const LITTLE = 0.5;

/** The pixels of a map's canvas at most, those of 1440 x 900 at ratio 2: on a larger screen the map's pictures are enlarged anyway, and each picture takes longer. */
const MOST_PIXELS = 5.2e6;

/** A map on the page. */
export interface OpenMap {
  readonly camera: Camera;
  readonly game: Phaser.Game;
  /** The canvas with names and bubbles. */
  readonly overlay: HTMLCanvasElement;
  readonly rest: Rest;
  /** Measures what covers the map. Returns whether that has changed. */
  readonly measure: () => boolean;
  /** Undefined until its first frame. */
  readonly stage: () => Stage | undefined;
  close(): void;
}

/** How the user wants the map: `still` without movements, `little` with little detail. */
interface Wishes {
  still(): boolean;
  little(): boolean;
}

/** Starts what draws a map in an element. It takes a while, and needs nothing of the map: so it is started while the map is loaded. */
export function startGame(host: HTMLElement): Phaser.Game {
  return new Game({
    parent: host,
    banner: false,
    audio: { noAudio: true },
    input: { keyboard: false, mouse: false, touch: false, gamepad: false },
    disableContextMenu: false,
    // The map sets the size. town_map.css stretches the canvas over the map; Phaser writes no size of its own without a zoom.
    scale: { width: 1, height: 1 },
    render: { antialias: true, antialiasGL: false, mipmapFilter: "LINEAR_MIPMAP_LINEAR", roundPixels: false, powerPreference: "default" },
  });
}

/** Opens a map in an element, at the element's size, and calls `frame` before each picture. */
export function openMap(game: Phaser.Game, host: HTMLElement, map: LoadedMap, watched: Watched, wishes: Wishes, frame: (stage: Stage, now: number, elapsed: number) => void): OpenMap {
  const camera = new Camera(map.width, map.height, wishes.still);
  const overlay = document.createElement("canvas");
  overlay.className = "map-overlay";
  let stage: Stage | undefined;
  // The first frame counts as a long one, in which much may be drawn at once: nothing moves before it.
  let last = -Infinity;
  const ratio = () => Math.min(2, window.devicePixelRatio || 1);
  const pixels = () => host.clientWidth * host.clientHeight * ratio() ** 2;
  const sharpness = () => Math.min(wishes.little() ? LITTLE : 1, Math.sqrt(MOST_PIXELS / pixels()));
  const measure = () => camera.cover(coveredOf(host));
  const fit = () => {
    measure();
    camera.resize(Math.max(1, host.clientWidth), Math.max(1, host.clientHeight), ratio(), sharpness());
  };
  fit();
  camera.fit();
  camera.advance(1e6);

  const scene = {
    create(this: Phaser.Scene) {
      this.cameras.main.setBackgroundColor(map.background);
      stage = new Stage(this, overlay, map, camera, watched, wishes);
      stage.overlay.resize();
      // For tests and benchmarks: the uncovered part of the screen, and what is drawn where.
      Object.assign(overlay, { shown: () => ({ free: camera.free, zoom: camera.zoom, target: camera.target, drawn: stage?.overlay.drawn }) });
    },
    update() {
      const now = mapTime();
      if (!stage) return;
      frame(stage, now, Math.max(0, Math.min(LONGEST_MS, now - last)));
      rest.drawn(camera.moving || stage.busy);
      last = now;
    },
  };
  game.scale.resize(camera.canvasWidth, camera.canvasHeight);
  game.scene.add("town", scene, true);
  host.append(overlay);
  const rest = new Rest(game, host, () => (last = mapTime()), measure);
  const refit = () => {
    fit();
    game.scale.resize(camera.canvasWidth, camera.canvasHeight);
    stage?.overlay.resize();
    rest.stir();
  };
  const watching = new ResizeObserver(refit);
  watching.observe(host);
  const measuring = setInterval(() => {
    if (ratio() !== camera.ratio || sharpness() !== camera.sharpness) refit();
    if (measure() || camera.moving) rest.stir();
  }, MEASURE_MS);
  return {
    camera,
    game,
    overlay,
    rest,
    measure,
    stage: () => stage,
    close() {
      watching.disconnect();
      clearInterval(measuring);
      game.destroy(true);
      overlay.remove();
    },
  };
}

/** Drawing order. People and standing pieces are in between, sorted by their position (0 and more). */
const DEPTHS = { under: -40, all: -30, changing: -20, puddles: -15, shadows: -10, ring: -5, over: 1e6, smoke: 1.5e6, light: 2e6 };

/** How many steps the playhead may move in a frame, in either direction, before that counts as a seek. */
const LEAP = 240;
const LEAP_BACK = 3;

export interface Watched {
  feed: FeedStore;
  session: SessionInfo;
  town: TownView;
  clothe: (who: string) => Clothing;
  shortName: (who: string) => string;
}

/** Draws one moment after another. Created once its Phaser scene is ready. */
export class Stage {
  readonly crowd: Crowd;
  readonly overlay: Overlay;
  readonly reading = new Reading();
  private readonly ground: Ground;
  private readonly standing: Standing;
  private readonly fixtures: Fixtures;
  private readonly light: Light;
  private readonly effects: Effects;
  private last = -1;
  private unpainted = false;
  /** The playhead of the frame before: while it stands still, nobody blinks. */
  private playhead = -1;
  private stands = false;
  /** The real time of moving effects, in seconds. It stands still while the town does. */
  private seconds = 0;

  constructor(
    private readonly scene: Phaser.Scene,
    overlay: HTMLCanvasElement,
    map: LoadedMap,
    readonly camera: Camera,
    private readonly watched: Watched,
    private readonly wishes: Wishes,
  ) {
    const { town, clothe, shortName } = watched;
    const textures = new PictureTextures(scene);
    this.ground = new Ground(scene, map.paints, map.width, map.height, DEPTHS);
    this.standing = new Standing(scene, textures, map.pieces, DEPTHS.changing);
    this.fixtures = new Fixtures(map, this.standing);
    this.light = new Light(scene, map, DEPTHS.light);
    this.effects = new Effects(scene, new Sites(map, town.places), this.standing, this.light.lamps, { floor: DEPTHS.puddles, above: DEPTHS.smoke });
    this.crowd = new Crowd(scene, map, town.places, this.standing, textures, clothe, camera.ratio, DEPTHS);
    this.overlay = new Overlay(overlay, camera, map, town, shortName);
  }

  /** Whether the picture of this moment will still change: sheets are being drawn, or lines wait to be read. */
  get busy(): boolean {
    return this.unpainted || this.crowd.undressed > 0 || this.reading.goesOn;
  }

  /** Where something burns. */
  get fires(): readonly { x: number; y: number }[] {
    return this.effects.fires;
  }

  /** The moment shown; undefined while its hour is being fetched. */
  moment: Moment | undefined;

  /** Goes to the moment at a playhead; `next` is the first step that has not happened. `now` is real time in milliseconds. */
  go(playhead: number, next: number, now: number, lead: Lead): void {
    const { feed } = this.watched;
    const [step, fraction] = within(playhead, next);
    feed.want(step);
    const moment = feed.momentAt(step);
    this.moment = moment;
    this.stands = playhead === this.playhead;
    this.playhead = playhead;
    if (!moment) return;
    if (step > this.last + LEAP || step < this.last - LEAP_BACK) this.reading.reset();
    this.last = step;
    this.crowd.update(moment, step, fraction, lead);
    this.effects.update(moment.objects);
    this.reading.advance(now, moment.talks);
  }

  /** Draws the moment, `elapsed` milliseconds after the frame before; nothing until there is a first moment. */
  draw(now: number, elapsed: number, marked: Marked): void {
    if (this.last < 0) return;
    const { session } = this.watched;
    const sky = skyAt(hourAt(session.start, session.step_seconds, this.playhead));
    const { camera, crowd, effects, light } = this;
    // With little detail, flames and the like stand still, and only rooms and lamps give light.
    const [still, little] = [this.wishes.still(), this.wishes.little()];
    const motionless = this.stands || still || little;
    if (!motionless) this.seconds = now / 1000;
    const view = camera.view;
    const far = camera.zoom < FAR;
    const actors = [...crowd.actors.values()];
    this.scene.cameras.main.setZoom(view.scale).centerOn(camera.x, camera.y);
    this.unpainted = this.ground.show(view, far, elapsed);
    light.update(actors);
    this.fixtures.update(actors, sky.lamps, light.lit, effects.on, effects.off);
    this.standing.show(view, far);
    crowd.show(view, far, now, elapsed, motionless);
    effects.show(view, this.seconds);
    const { fires, out } = effects;
    light.show(view, sky, actors, { fires, out, flicker: flickerAt(this.seconds) }, far || little, still ? Infinity : elapsed);
    crowd.mark(marked.person, far);
    this.overlay.draw(actors, effects.all, this.reading, marked, still ? Infinity : elapsed);
  }
}

/** The step shown and the fraction of it, never beyond the newest step. */
function within(playhead: number, next: number): [number, number] {
  const last = Math.max(0, next - 1);
  const step = Math.max(0, Math.min(last, Math.floor(playhead)));
  return [step, Math.max(0, Math.min(1, playhead - step))];
}

/** The brightness of firelight at a time in seconds. */
function flickerAt(seconds: number): number {
  return 0.92 + 0.05 * Math.sin(seconds * 11) + 0.03 * Math.sin(seconds * 17.3);
}
