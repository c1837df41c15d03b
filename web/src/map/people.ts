import type Phaser from "phaser";

import type { Moment, Person } from "../feed/moment";
import { emptySeen, see, type Seen } from "../feed/scene";
import { type Facing, type Tile, towards } from "../feed/walk";
import type { Pose as Posture } from "../figures/pose";
import type { PlaceView } from "../protocol/messages";
import type { View } from "./camera";
import { type Clothing, Dressing } from "./clothing";
import { type Piece, type Pose, Poses } from "./furniture";
import type { Standing } from "./furniture_sprites";
import { TILE } from "./layout";
import type { LoadedMap } from "./load";
import { addPicture, drawnCanvas, type PictureTextures } from "./textures";

/** Size of a figure, in units. */
export const FIGURE = { width: 48, height: 100 } as const;

/** How far above a person's feet their pin is drawn at a low zoom, in units. */
export const PIN_RISE = 20;

/** The opacity of a tall piece while it hides a person (ART.md), and how tall it has to be for that, in units. */
const SHINES = 0.45;
const TALL = 1.6 * TILE;

/** A person on the map: their state, where they are drawn, and their sprites while they are in the view. */
export interface Actor {
  clothing: Clothing;
  readonly seen: Seen;
  readonly placed: Placed;
  /** A phase shift, so that people do not blink at the same time. */
  readonly phase: number;
  inSight: boolean;
  /** How far below the person their pin is drawn at a low zoom, in CSS pixels, so that it does not cover the name of a place. */
  lowered: number;
  sprite: Phaser.GameObjects.Image | undefined;
  shadow: Phaser.GameObjects.Image | undefined;
  cover: Phaser.GameObjects.Image | undefined;
  frame: number;
}

/** Corrects the state of the person whom the user of this page controls, who is ahead of the event feed. */
export type Lead = (seen: Seen) => void;

/** Draws everybody in the town. */
export class Crowd {
  readonly actors = new Map<string, Actor>();
  /** How many people in the view have no picture yet. */
  undressed = 0;
  private readonly fading = new Set<Piece>();
  private readonly dressing: Dressing;
  private readonly placing: Placing;
  private readonly ring: Phaser.GameObjects.Image;
  private frame = 0;

  constructor(
    private readonly scene: Phaser.Scene,
    map: LoadedMap,
    places: readonly PlaceView[],
    private readonly standing: Standing,
    private readonly textures: PictureTextures,
    private readonly clothe: (who: string) => Clothing,
    ratio: number,
    private readonly depths: { readonly shadows: number; readonly ring: number },
  ) {
    addUnderfoot(scene);
    this.dressing = new Dressing(scene, () => this.actors.size, ratio);
    this.placing = new Placing(new Poses(map.tiled, map.pieces), places, map.tileHeight);
    this.ring = scene.add.image(0, 0, RING).setDepth(depths.ring).setVisible(false);
  }

  /** Computes where everybody of a moment is drawn. */
  update(moment: Moment, step: number, fraction: number, lead: Lead): void {
    this.frame++;
    this.placing.begin();
    const standers: Stander[] = [];
    for (const person of moment.people.values()) {
      const actor = this.actors.get(person.who) ?? this.enter(person.who);
      actor.frame = this.frame;
      see(person, moment, step, fraction, actor.seen);
      lead(actor.seen);
      this.placing.place(actor.seen, actor.placed);
      if (!actor.seen.walking && actor.placed.bearing !== "lie") standers.push(standerOf(person, moment, actor.placed));
    }
    for (const [who, by] of sideBySide(standers)) shift(this.actors.get(who)?.placed, by);
    for (const [who, actor] of this.actors) {
      if (actor.frame === this.frame) continue;
      this.hide(actor);
      this.actors.delete(who);
    }
  }

  /** Draws the people in the view; nobody at a low zoom, where the overlay draws pins. */
  show(view: View, far: boolean, now: number, elapsed: number, still: boolean): void {
    this.dressing.begin(elapsed);
    this.fading.clear();
    this.undressed = 0;
    for (const actor of this.actors.values()) {
      const { x, y, rise } = actor.placed;
      actor.inSight = x > view.left - TILE && x < view.right + TILE && y > view.top - TILE && y - rise < view.bottom + 2 * TILE;
      if (far || !actor.inSight) this.hide(actor);
      else this.draw(actor, !still && (now + actor.phase) % 4300 < 130);
    }
    this.standing.fade(this.fading, SHINES, elapsed);
  }

  /** Draws the ring around the feet of who is selected; `who` is empty for nobody. */
  mark(who: string, far: boolean): void {
    const placed = this.actors.get(who)?.placed;
    this.ring.setVisible(!far && placed !== undefined && placed.bearing !== "lie");
    if (placed) this.ring.setPosition(placed.x, placed.y - placed.rise - 2);
  }

  /** Looks up everybody's clothing again. */
  reclothe(): void {
    for (const [who, actor] of this.actors) actor.clothing = this.clothe(who);
  }

  private enter(who: string): Actor {
    const placed: Placed = { x: 0, y: 0, rise: 0, depth: 0, facing: "south", bearing: "stand", pose: undefined };
    const phase = [...who].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 4300, 7);
    const actor: Actor = { clothing: this.clothe(who), seen: emptySeen(who), placed, phase, inSight: false, lowered: 0, sprite: undefined, shadow: undefined, cover: undefined, frame: 0 };
    this.actors.set(who, actor);
    return actor;
  }

  private draw(actor: Actor, blinking: boolean): void {
    const { placed, seen } = actor;
    actor.sprite ??= this.scene.add.image(0, 0, "__WHITE").setVisible(false);
    const dressed = this.dressing.dress(actor.sprite, actor.clothing, placed.bearing, placed.facing, seen.walked, blinking);
    if (!dressed) this.undressed++;
    if (placed.bearing === "lie" && placed.pose?.piece?.cover) actor.sprite.setCrop(0, 0, actor.sprite.width, actor.sprite.height * BARE);
    else if (actor.sprite.isCropped) actor.sprite.setCrop();
    actor.sprite.setVisible(dressed).setPosition(placed.x, footOf(placed)).setDepth(placed.depth);
    actor.shadow ??= this.scene.add.image(0, 0, SHADOW).setDepth(this.depths.shadows);
    actor.shadow.setVisible(dressed && placed.bearing !== "lie" && placed.bearing !== "sit").setPosition(placed.x, placed.y - placed.rise);
    this.drawCover(actor);
    if (placed.bearing !== "lie") this.shineThrough(placed);
  }

  /** Draws the blanket of a bed over the person who lies in it. */
  private drawCover(actor: Actor): void {
    const piece = actor.placed.bearing === "lie" ? actor.placed.pose?.piece : undefined;
    if (!piece?.cover) {
      actor.cover?.destroy();
      actor.cover = undefined;
      return;
    }
    if (actor.cover) return;
    actor.cover = this.scene.add.image(piece.x, piece.y, "__WHITE").setOrigin(0, 0).setDepth(piece.depth + 0.9);
    this.textures.dress(actor.cover, piece.cover);
    actor.cover.setDisplaySize(piece.width, piece.height).setFlip(piece.flips.across, piece.flips.down);
  }

  private shineThrough({ x, y, depth }: Placed): void {
    this.standing.eachIn(x - 5, y - FIGURE.height + 8, x + 5, y - 8, (piece) => {
      const hidden = Math.min(y, piece.y + piece.height) - Math.max(y - FIGURE.height, piece.y);
      if (piece.depth > depth && piece.height > TALL && hidden > FIGURE.height * 0.6) this.fading.add(piece);
    });
  }

  private hide(actor: Actor): void {
    actor.sprite?.destroy();
    actor.shadow?.destroy();
    actor.cover?.destroy();
    actor.sprite = actor.shadow = actor.cover = undefined;
  }
}

function standerOf({ who, path, departed, talk }: Person, moment: Moment, { x, y }: Placed): Stander {
  const partner = talk ? moment.talks.get(talk)?.participants.find((name) => name !== who) : undefined;
  return { who, x: x / TILE, y: y / TILE, since: departed + path.length, partner: partner ?? "" };
}

/** The share of a sleeper that is above the blanket, if the bed has its own blanket. */
const BARE = 0.62;

/** The distances from a pillow, and from a seat, down to the feet of the person who uses it, in units. */
const PILLOW = 80;
const SEAT = 20;

/** The y position at which a figure's feet are drawn. */
export function footOf({ y, rise, bearing }: Placed): number {
  return y - rise + (bearing === "lie" ? PILLOW : bearing === "sit" ? SEAT : 0);
}

/** The y position of the top of a person's head, above which bubbles are drawn. */
export function headOf(placed: Placed): number {
  const tall = placed.bearing === "lie" ? PILLOW + 26 : placed.bearing === "sit" ? FIGURE.height + 6 : FIGURE.height + 4;
  return footOf(placed) - tall;
}

/** Where and how a person is drawn, in units. `x`, `y` is the ground under their feet, seat or pillow. */
interface Placed {
  x: number;
  y: number;
  rise: number;
  depth: number;
  facing: Facing;
  bearing: Posture["does"];
  /** The pose if they sit, lie or stand raised. */
  pose: Pose | undefined;
}

/** How far down in a tile the feet are, as a share of its height. */
const FEET = 0.82;

/** Computes where each person is drawn. */
class Placing {
  private readonly things: Map<string, PlaceView>;
  /** The pillows on which somebody lies. */
  private readonly taken = new Set<Pose>();

  constructor(
    private readonly poses: Poses,
    places: readonly PlaceView[],
    private readonly tileHeight: number,
  ) {
    this.things = new Map(places.filter(({ kind }) => kind === "object").map((place) => [place.address, place]));
  }

  /** Call this before placing the people of a frame: it frees all beds. */
  begin(): void {
    this.taken.clear();
  }

  place(seen: Seen, into: Placed): void {
    const pose = seen.walking ? undefined : this.poseOf(seen);
    into.pose = pose;
    into.facing = seen.facing;
    into.bearing = seen.walking ? "walk" : "stand";
    if (pose) return this.inPose(seen, pose, into);
    into.x = (seen.x + 0.5) * TILE;
    into.y = (seen.y + FEET) * this.tileHeight;
    into.rise = 0;
    into.depth = into.y;
    if (seen.using && !seen.talk) into.facing = this.facingThing(seen);
  }

  private inPose(seen: Seen, pose: Pose, into: Placed): void {
    into.x = pose.x;
    into.y = pose.y;
    into.rise = pose.rise;
    into.depth = pose.depth;
    if (pose.kind !== "stand") into.bearing = pose.kind;
    if (!seen.talk || behind(pose, seen.facing)) into.facing = pose.facing;
  }

  private poseOf(seen: Seen): Pose | undefined {
    if (seen.posture === "asleep" || seen.posture === "using") {
      const thing = this.things.get(seen.using || seen.at);
      const bed = thing && this.bedFor(thing);
      if (bed) return bed;
    }
    const here = this.poses.at(Math.round(seen.x), Math.round(seen.y));
    return here.find(({ kind }) => kind !== "lie");
  }

  /** The first pillow of a bed that is not taken. */
  private bedFor(thing: PlaceView): Pose | undefined {
    for (const [column, row] of thing.tiles) {
      for (const pose of this.poses.at(column, row)) {
        if (pose.kind !== "lie" || this.taken.has(pose)) continue;
        this.taken.add(pose);
        return pose;
      }
    }
    return undefined;
  }

  /** A person who uses a thing looks at its nearest tile. */
  private facingThing(seen: Seen): Facing {
    const thing = this.things.get(seen.using);
    let best = Infinity;
    let facing = seen.facing;
    for (const tile of thing?.tiles ?? []) {
      const distance = Math.hypot(tile[0] - seen.x, tile[1] - seen.y);
      if (distance >= best) continue;
      best = distance;
      facing = towards([seen.x, seen.y], tile, seen.facing);
    }
    return facing;
  }
}

/** Moves a person beside others at the same spot, and turns them to their partner, as far as their seat allows. */
function shift(placed: Placed | undefined, { across, down, facing }: Aside): void {
  if (!placed) return;
  placed.x += across * TILE;
  placed.y += down * TILE;
  if (!placed.pose) placed.depth += down * TILE;
  if (facing && !(placed.pose && behind(placed.pose, facing))) placed.facing = facing;
}

const OPPOSITE = { north: "south", south: "north", east: "west", west: "east" } as const;

/** Whether a direction is behind a seat. People who sit turn to those with whom they talk, but not right round. */
function behind({ kind, facing }: Pose, way: Facing): boolean {
  return kind === "sit" && way === OPPOSITE[facing];
}

/** A person who stands or sits somewhere, in tiles. */
export interface Stander {
  readonly who: string;
  readonly x: number;
  readonly y: number;
  /** The step at which they came there. */
  readonly since: number;
  /** With whom they talk; empty for nobody. */
  readonly partner: string;
}

/** How far beside their spot a person is drawn, in tiles, and where they look if they talk. */
interface Aside {
  readonly across: number;
  readonly down: number;
  readonly facing: Facing | undefined;
}

/** The places at one spot, in the order in which they are taken; more people stand on a ring around it. */
const PLACES: readonly Tile[] = [[0, 0], [0.42, 0.06], [-0.42, 0.06], [0.22, -0.2], [-0.22, -0.2], [0.2, 0.16], [-0.2, 0.16]];
const AROUND: Tile = [0.48, 0.26];
const GOLDEN = 2.4;

/**
 * Spreads people who are at the same spot, and turns those who talk to each other. Whoever came first keeps the middle,
 * so nobody who stays moves when somebody else comes.
 */
export function sideBySide(people: readonly Stander[]): Map<string, Aside> {
  const moved = new Map<string, Tile>();
  const spots = new Map<string, number>();
  for (const { who, x, y } of [...people].sort(byComing)) {
    const spot = `${x.toFixed(2)} ${y.toFixed(2)}`;
    const taken = spots.get(spot) ?? 0;
    spots.set(spot, taken + 1);
    moved.set(who, placeOf(taken));
  }
  const at = new Map(people.map(({ who, x, y }) => [who, plus([x, y], moved.get(who))]));
  return new Map(
    people.map(({ who, partner }) => {
      const [across, down] = moved.get(who) as Tile;
      const other = at.get(partner);
      return [who, { across, down, facing: other && towards(at.get(who) as Tile, other, "south") }];
    }),
  );
}

function byComing(one: Stander, other: Stander): number {
  return one.since - other.since || (one.who < other.who ? -1 : 1);
}

function placeOf(taken: number): Tile {
  const turn = taken * GOLDEN + 0.5;
  return PLACES[taken] ?? [AROUND[0] * Math.cos(turn), AROUND[1] * Math.sin(turn)];
}

function plus([x, y]: Tile, by: Tile | undefined): Tile {
  return by ? [x + by[0], y + by[1]] : [x, y];
}

const SHADOW = "shadow of a person";
const RING = "ring around who is selected";

const INK = "58, 42, 68";
const CREAM = "#fff3d6";
const ORANGE = "#f0a050";

/** Adds the textures that are drawn under people: the soft shadow, and the ring of the selected person. */
function addUnderfoot(scene: Phaser.Scene): void {
  addPicture(scene, SHADOW, underfoot(drawShadow));
  addPicture(scene, RING, underfoot(drawRing));
}

function underfoot(draw: (pen: CanvasRenderingContext2D) => void): HTMLCanvasElement {
  return drawnCanvas(128, 64, (pen) => {
    pen.translate(64, 32);
    pen.scale(TILE / 32, TILE / 32);
    draw(pen);
  });
}

/** Draws a shadow to the south-east, like all shadows (ART.md). */
function drawShadow(pen: CanvasRenderingContext2D): void {
  pen.translate(1.5, 0.5);
  pen.scale(1, 0.42);
  const dark = pen.createRadialGradient(0, 0, 8, 0, 0, 14);
  dark.addColorStop(0, `rgba(${INK}, 0.38)`);
  dark.addColorStop(1, `rgba(${INK}, 0)`);
  pen.fillStyle = dark;
  pen.fillRect(-14, -14, 28, 28);
}

function drawRing(pen: CanvasRenderingContext2D): void {
  for (const [colour, width] of [[CREAM, 4.2], [ORANGE, 2.2]] as const) {
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.beginPath();
    pen.ellipse(0, 0, 17, 8.5, 0, 0, 7);
    pen.stroke();
  }
}
