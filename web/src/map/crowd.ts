import type Phaser from "phaser";

import type { Moment, Person } from "../feed/moment";
import { emptySeen, see, type Seen } from "../feed/scene";
import type { Clothing, Dressing } from "./dressing";
import { type Piece, TILE } from "./pieces";
import { type Placed, type Placing, shift } from "./placing";
import { sideBySide, type Stander } from "./side_by_side";
import type { Standing } from "./standing";
import type { PictureTextures } from "./textures";
import { SHADOW } from "./underfoot";
import type { View } from "./view";

/** Size of a figure, in units. */
export const FIGURE = { width: 48, height: 100 } as const;

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
  private frame = 0;

  constructor(
    private readonly scene: Phaser.Scene,
    private readonly dressing: Dressing,
    private readonly placing: Placing,
    private readonly standing: Standing,
    private readonly textures: PictureTextures,
    private readonly clothe: (who: string) => Clothing,
    private readonly shadowDepth: number,
  ) {}

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
    actor.shadow ??= this.scene.add.image(0, 0, SHADOW).setDepth(this.shadowDepth);
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
