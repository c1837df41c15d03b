import type { Moment, Person } from "./moment";
import { type Facing, type Stance, stanceAt, tileAt, towards } from "./walk";

export type Posture = "walking" | "standing" | "using" | "asleep";

/** A person as drawn at a moment. `x` and `y` are in tiles, with fractions. */
export interface Seen extends Stance {
  who: string;
  posture: Posture;
  emoji: string;
  at: string;
  using: string;
  talk: string;
}

export function emptySeen(who: string): Seen {
  const stance = { x: 0, y: 0, facing: "south" as Facing, walking: false, walked: 0 };
  return { ...stance, who, posture: "standing", emoji: "", at: "", using: "", talk: "" };
}

/** Writes how a person is drawn within a step into `into`; nothing is allocated per frame. */
export function see(person: Person, moment: Moment, step: number, fraction: number, into: Seen): Seen {
  stanceAt(person, step, fraction, into);
  into.emoji = person.emoji;
  into.at = person.at;
  into.talk = person.talk;
  into.posture = postureOf(person, into.walking);
  into.using = into.walking ? "" : person.using;
  if (!into.walking && person.talk) into.facing = facingOther(person, moment, step, into.facing);
  return into;
}

function postureOf(person: Person, walking: boolean): Posture {
  if (walking) return "walking";
  if (!person.arrived) return "standing";
  if (person.sleeps) return "asleep";
  return person.using ? "using" : "standing";
}

/** People who talk look at each other. */
function facingOther(person: Person, moment: Moment, step: number, otherwise: Facing): Facing {
  const partner = moment.talks.get(person.talk)?.participants.find((name) => name !== person.who);
  const other = partner === undefined ? undefined : moment.people.get(partner);
  return other ? towards(tileAt(person, step), tileAt(other, step), otherwise) : otherwise;
}
