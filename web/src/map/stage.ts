import type Phaser from "phaser";

import type { Moment } from "../feed/moment";
import { Reading } from "../feed/reading";
import type { FeedStore } from "../feed/store";
import type { SessionInfo, TownView } from "../protocol/messages";
import { Crowd, type Lead } from "./crowd";
import { type Clothing, Dressing } from "./dressing";
import { Effects } from "./effects";
import { Fixtures } from "./fixtures";
import { Ground } from "./ground";
import { lampsOf, litAreas } from "./lamps";
import { Light, litRooms } from "./light";
import type { LoadedMap } from "./load";
import { type Marked, Overlay } from "./overlay";
import { labelsOf } from "./picking";
import { Placing } from "./placing";
import { Poses } from "./poses";
import { Sites } from "./sites";
import { hourAt, skyAt } from "./sky";
import { Standing } from "./standing";
import { PictureTextures } from "./textures";
import { addUnderfoot, RING } from "./underfoot";
import { Camera, FAR } from "./view";

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
  private readonly lit: Uint8Array;
  private readonly ring: Phaser.GameObjects.Image;
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
    private readonly map: LoadedMap,
    readonly camera: Camera,
    private readonly watched: Watched,
    private readonly still: () => boolean,
  ) {
    const { layout, pieces, paints, tiled, tileHeight } = map;
    const textures = new PictureTextures(scene);
    const poses = new Poses(tiled, pieces);
    this.ground = new Ground(scene, paints, map.width, map.height, DEPTHS);
    this.standing = new Standing(scene, textures, pieces, DEPTHS.changing);
    this.fixtures = new Fixtures(map, this.standing);
    const rooms = layout.arenas.map((arena) => (arena.indoors ? litAreas(layout, arena, tileHeight, paints.hasOver) : []));
    const lamps = lampsOf(tiled, layout);
    this.light = new Light(scene, rooms, lamps, DEPTHS.light);
    this.effects = new Effects(scene, new Sites(map, watched.town.places), this.standing, lamps, { floor: DEPTHS.puddles, above: DEPTHS.smoke });
    this.lit = new Uint8Array(rooms.length);
    addUnderfoot(scene);
    const dressing = new Dressing(scene, () => this.crowd.actors.size, camera.ratio);
    const placing = new Placing(poses, watched.town.places, tileHeight);
    this.crowd = new Crowd(scene, dressing, placing, this.standing, textures, watched.clothe, DEPTHS.shadows);
    this.overlay = new Overlay(overlay, camera, labelsOf(map, watched.town), watched.shortName);
    this.ring = scene.add.image(0, 0, RING).setDepth(DEPTHS.ring).setVisible(false);
  }

  /** Whether the picture of this moment will still change: sheets are being drawn, or lines wait to be read. */
  get busy(): boolean {
    return this.unpainted || this.crowd.undressed > 0 || this.reading.goesOn;
  }

  /** The moment shown; undefined while its hour is being fetched. */
  moment: Moment | undefined;

  /** Draws the moment at a playhead; `next` is the first step that has not happened. `now` is real time in milliseconds,
   * `elapsed` the milliseconds since the frame before. */
  draw(playhead: number, next: number, now: number, elapsed: number, marked: Marked, lead: Lead): void {
    const { feed, session } = this.watched;
    const [step, fraction] = within(playhead, next);
    feed.want(step);
    const moment = feed.momentAt(step);
    this.moment = moment;
    this.stands = playhead === this.playhead;
    this.playhead = playhead;
    if (moment) {
      if (step > this.last + LEAP || step < this.last - LEAP_BACK) this.reading.reset();
      this.last = step;
      this.crowd.update(moment, step, fraction, lead);
      this.effects.update(moment.objects);
      this.reading.advance(now, moment.talks);
    }
    this.frame(skyAt(hourAt(session.start, session.step_seconds, playhead)), now, elapsed, marked);
  }

  private frame(sky: ReturnType<typeof skyAt>, now: number, elapsed: number, marked: Marked): void {
    const { camera, crowd, effects } = this;
    // With little detail, flames and the like stand still, and only rooms and lamps give light.
    const little = camera.sharpness < 1;
    const motionless = this.stands || this.still() || little;
    if (!motionless) this.seconds = now / 1000;
    const view = camera.view;
    const far = camera.zoom < FAR;
    const actors = [...crowd.actors.values()];
    this.scene.cameras.main.setZoom(view.scale).centerOn(camera.x, camera.y);
    this.unpainted = this.ground.show(view, far, elapsed);
    const { columns, arenaOf } = this.map.layout;
    litRooms(actors, (column, row) => arenaOf[row * columns + column] ?? -1, this.lit);
    this.fixtures.update(actors, sky.lamps, this.lit, effects.on, effects.off);
    this.standing.show(view, far);
    crowd.show(view, far, now, elapsed, motionless);
    effects.show(view, this.seconds);
    const lit = { fires: effects.fires, out: effects.out, flicker: flickerAt(this.seconds) };
    this.light.show(view, sky, this.lit, actors, lit, far || little, this.still() ? Infinity : elapsed);
    this.markChosen(marked.person, far);
    this.overlay.draw(actors, effects.all, this.reading, marked, this.still() ? Infinity : elapsed);
  }

  private markChosen(who: string, far: boolean): void {
    const actor = this.crowd.actors.get(who);
    this.ring.setVisible(!far && actor !== undefined && actor.placed.bearing !== "lie");
    if (actor) this.ring.setPosition(actor.placed.x, actor.placed.y - actor.placed.rise - 2);
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
