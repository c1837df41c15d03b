import { followed, led, type MapView, noteView, wantedView, wholeAsked } from "../state/camera";
import { arrivesAt, embodied } from "../state/embodied";
import { personIn, selected, type Selection } from "../state/selection";
import { Director, type Shot } from "./director";
import { TILE } from "./layout";
import type { LoadedMap } from "./load";
import type { Actor } from "./people";
import type { Picking } from "./picking";
import type { OpenMap, Stage } from "./stage";

/** The zoom for showing a person, and how far above their feet the camera looks, since bubbles are above them. */
const CLOSE = 0.75;
const ABOVE_FEET = 1.2 * TILE;

/** Moves the camera to who is selected, to whom the user follows, and to the view of a link. */
export class CameraWork {
  /** The person or talk to show as soon as the town is there. */
  private awaited: Selection | null = followed.peek() ? { kind: "person", name: followed.peek() } : selected.peek();
  /** Whether anybody has been there yet to be drawn. */
  private peopled = false;
  private marked = false;
  private readonly director: Director;
  private shot: Shot | undefined;
  /** The talk for which the camera has last zoomed out, so that all of it can be seen. */
  private widened = "";

  constructor(
    private readonly world: OpenMap,
    private readonly picking: Picking,
    { layout, tileHeight }: LoadedMap,
  ) {
    this.director = new Director(layout, tileHeight, world.camera);
  }

  /** Heeds what the user selects, follows and asks for. Returns a function that stops it. */
  watch(): () => void {
    const stops = [
      led.subscribe((by) => {
        this.shot = undefined;
        if (by) this.director.cut();
      }),
      followed.subscribe((who) => who && this.lookAt(who)),
      selected.subscribe((chosen) => {
        const who = this.shownBy(chosen);
        if (who && !this.inView(who)) this.lookAt(who);
      }),
      wholeAsked.subscribe((asked) => asked && this.showWhole()),
      // Last, since the view of a link counts for more than the person in it.
      wantedView.subscribe((view) => view && this.showView(view)),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /** Moves on before a picture is drawn. Returns whether the camera is still on its way to a person whom it follows. */
  advance(stage: Stage, now: number, elapsed: number): boolean {
    const { camera } = this.world;
    this.begin(stage);
    if (led.peek()) this.show(this.directed(stage, now));
    this.peopled ||= stage.crowd.actors.size > 0;
    const after = followed.peek() || embodied.peek();
    const follows = after !== "" && this.follow(stage, after, elapsed);
    camera.advance(elapsed);
    const { target } = camera;
    noteView(target && { x: target.x / TILE, y: target.y / TILE, zoom: target.zoom });
    return follows;
  }

  /** Follows a person, and with them whom they talk to. Returns whether the camera is on its way. */
  private follow(stage: Stage, who: string, elapsed: number): boolean {
    const { camera } = this.world;
    const { zoom } = camera.target ?? camera;
    const at = this.shotOf(stage, who, zoom);
    if (!at) return false;
    const talk = stage.crowd.actors.get(who)?.seen.talk ?? "";
    if (talk !== this.widened && at.zoom < zoom) camera.send(at.x, at.y, at.zoom);
    this.widened = talk;
    return camera.follow(at.x, at.y, elapsed);
  }

  private directed({ crowd, moment, reading, fires }: Stage, now: number): Shot | undefined {
    const by = led.peek();
    if (!by || !moment || !crowd.actors.size) return undefined;
    return by === "director" ? this.director.liveliest(crowd.actors.values(), reading, fires, now) : this.director.scene(by, crowd.actors, moment);
  }

  /** Moves to a shot: gently if it is near, or else with a cut. */
  private show(shot: Shot | undefined): void {
    if (!shot || shot === this.shot) return;
    this.shot = shot;
    const { camera } = this.world;
    const far = Math.abs(camera.onScreenX(shot.x) - camera.width / 2) > camera.width || Math.abs(camera.onScreenY(shot.y) - camera.height / 2) > camera.height;
    camera.send(shot.x, shot.y, shot.zoom);
    if (far || !this.peopled) camera.advance(1e6);
    this.world.rest.stir();
  }

  /** Shows whom the map waits for, and the town as it is first seen, before its people are drawn for the first time. */
  private begin(stage: Stage): void {
    if (this.awaited && stage.moment) this.lookAtAwaited(stage);
    if (this.peopled || !stage.crowd.actors.size) return;
    const { camera } = this.world;
    if (!this.awaited && !led.peek() && !camera.target) this.showWhole();
    camera.advance(1e6);
  }

  private showWhole(): void {
    const actors = this.world.stage()?.crowd.actors;
    if (actors?.size) this.world.camera.open(...middleOf(actors.values()));
    this.world.rest.stir();
  }

  /** Marks the first picture with everybody in it, for benchmarks of the time to it. */
  drawn({ crowd }: Stage): void {
    if (this.marked || !crowd.actors.size || crowd.undressed) return;
    this.marked = true;
    performance.mark("townlet: people on the map");
  }

  private inView(who: string): boolean {
    return this.world.stage()?.crowd.actors.get(who)?.inSight === true;
  }

  /** Moves to a person and zooms in on them; waits if they are not in the town yet. */
  private lookAt(who: string): void {
    const stage = this.world.stage();
    this.world.measure();
    const { camera } = this.world;
    const zoom = Math.max(camera.zoom, CLOSE);
    const shot = stage && this.shotOf(stage, who, zoom);
    this.awaited = shot ? null : { kind: "person", name: who };
    // The user's own visitor is awaited where they are going to arrive.
    const spot = shot ?? (who === embodied.peek() ? this.picking.middleOf(arrivesAt.peek()) : undefined);
    if (spot) camera.send(spot.x, spot.y, shot?.zoom ?? zoom);
  }

  /** What the camera shows of a person at a zoom; of who talks, all of the talk, if necessary from further away. */
  private shotOf({ crowd, moment }: Stage, who: string, zoom: number): Shot | undefined {
    const actor = crowd.actors.get(who);
    if (!actor) return undefined;
    const { placed: { x, y }, seen: { talk } } = actor;
    return (talk && moment && this.director.frame([who], crowd.actors, moment, zoom)) || { x, y: y - ABOVE_FEET, zoom };
  }

  /** Shows the person or one of the people of the talk that the map waits for, unless neither is in the town. */
  private lookAtAwaited(stage: Stage): void {
    const who = this.shownBy(this.awaited);
    if (!who) this.awaited = null;
    else if (stage.crowd.actors.has(who)) this.lookAt(who);
  }

  /** The person whom a selection shows: themselves, or one of those who talk at the moment. */
  private shownBy(chosen: Selection | null): string {
    if (chosen?.kind !== "talk") return personIn(chosen);
    return this.world.stage()?.moment?.talks.get(chosen.id)?.participants[0] ?? "";
  }

  /** Moves to the view of a link; at once if the map has just been opened. */
  private showView({ x, y, zoom }: MapView): void {
    const { camera } = this.world;
    this.awaited = null;
    this.world.measure();
    camera.send(x * TILE, y * TILE, zoom);
    if (!this.peopled) camera.advance(1e6);
  }
}

/** The median of where people are, in units. */
function middleOf(actors: Iterable<Actor>): [number, number] {
  const all = [...actors];
  const median = (values: number[]) => values.sort((one, other) => one - other)[values.length >> 1] as number;
  return [median(all.map(({ placed }) => placed.x)), median(all.map(({ placed }) => placed.y))];
}
