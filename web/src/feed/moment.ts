import type { Announces, FeedEvent, Says, TownSnapshot, PersonSnapshot, TalkView } from "../protocol/messages";
import { type Facing, facingAt, type Walk } from "./walk";

/** What is visible of a person (see `PersonSnapshot`), and their walk, from which the way here is drawn. */
export interface Person extends Walk {
  readonly who: string;
  doing: string;
  emoji: string;
  at: string;
  using: string;
  arrived: boolean;
  /** Whether the activity is sleep; the person sleeps once they have arrived. */
  sleeps: boolean;
  talk: string;
  byPerson: boolean;
}

export interface Talk {
  readonly id: string;
  participants: string[];
  lines: Says[];
}

/** Everything that is visible once a step has happened. `FeedStore` reuses the moments that it returns: keep no references. */
export interface Moment {
  people: Map<string, Person>;
  objects: Map<string, string>;
  talks: Map<string, Talk>;
  announced: Announces[];
}

/** How many steps the announcement of a place is shown for. */
export const ANNOUNCED_STEPS = 12;

export function opening(scene: TownSnapshot): Moment {
  return {
    people: new Map(scene.people.map((shown) => [shown.who, personOf(shown)])),
    objects: new Map(Object.entries(scene.objects)),
    talks: new Map(scene.talks.map((talk) => [talk.talk, talkOf(talk)])),
    announced: [],
  };
}

function personOf(shown: PersonSnapshot): Person {
  const { who, path, departed, doing, emoji, at, using, arrived, talk } = shown;
  const walk = { path, departed, facing: "south" as Facing, before: undefined };
  return { ...walk, who, doing, emoji, at, using, arrived, talk, sleeps: shown.asleep, byPerson: shown.by_person };
}

function talkOf(shown: TalkView): Talk {
  return { id: shown.talk, participants: [...shown.participants], lines: [...shown.lines] };
}

/** Returns the moment as a snapshot, as segments of the event feed begin with one. */
export function sceneOf(moment: Moment, step: number): TownSnapshot {
  const people = [...moment.people.values()].map(shownOf);
  const talks = [...moment.talks.values()].map(({ id, participants, lines }) => ({ talk: id, participants, lines: [...lines] }));
  return { step, people, objects: Object.fromEntries(moment.objects), talks };
}

function shownOf(person: Person): PersonSnapshot {
  const { who, path, departed, doing, emoji, at, using, arrived, talk } = person;
  return { who, path, departed, doing, emoji, at, using, arrived, talk, asleep: person.sleeps, by_person: person.byPerson };
}

/** Applies the next event to the moment. Events have to come in order. */
export function happen(moment: Moment, event: FeedEvent): void {
  switch (event.e) {
    case "appears":
      moment.people.set(event.who, appeared(event.who, event.tile, event.s));
      return;
    case "departs":
      moment.people.delete(event.who);
      return;
    case "turns":
      if (event.state) moment.objects.set(event.object, event.state);
      else moment.objects.delete(event.object);
      return;
    case "says":
      say(moment, event);
      return;
    case "parts":
      part(moment, event.talk);
      return;
    case "announces":
      moment.announced = [...moment.announced.filter((other) => other.s > event.s - ANNOUNCED_STEPS), event];
      return;
    default: {
      const person = moment.people.get(event.who);
      if (person) move(person, event);
    }
  }
}

function appeared(who: string, tile: [number, number], step: number): Person {
  const walk = { path: [tile], departed: step, facing: "south" as Facing, before: undefined };
  return { ...walk, who, doing: "", emoji: "", at: "", using: "", arrived: true, sleeps: false, talk: "", byPerson: false };
}

function move(person: Person, event: Extract<FeedEvent, { e: "acts" | "arrives" | "halts" | "embodies" }>): void {
  switch (event.e) {
    case "acts":
      depart(person, event.path, event.s);
      person.doing = event.doing;
      person.emoji = event.emoji;
      person.at = event.at;
      person.sleeps = event.asleep;
      person.using = "";
      person.arrived = false;
      return;
    case "arrives":
      depart(person, [event.tile], event.s);
      person.using = event.using;
      person.arrived = true;
      return;
    case "halts":
      depart(person, [event.tile], event.s);
      person.sleeps = false;
      return;
    case "embodies":
      person.byPerson = event.by_person;
  }
}

/** Begins a new walk, and keeps the part of the old one that is needed to draw its last step. */
function depart(person: Person, path: [number, number][], step: number): void {
  person.facing = facingAt(person, step);
  if (person.departed !== step) person.before = { path: person.path, departed: person.departed };
  person.path = path;
  person.departed = step;
}

function say(moment: Moment, line: Says): void {
  const talk = moment.talks.get(line.talk) ?? { id: line.talk, participants: [line.who, line.to], lines: [] };
  moment.talks.set(line.talk, talk);
  talk.lines.push(line);
  for (const name of talk.participants) {
    const person = moment.people.get(name);
    if (person) person.talk = line.talk;
  }
}

function part(moment: Moment, id: string): void {
  for (const name of moment.talks.get(id)?.participants ?? []) {
    const person = moment.people.get(name);
    if (person?.talk === id) person.talk = "";
  }
  moment.talks.delete(id);
}
