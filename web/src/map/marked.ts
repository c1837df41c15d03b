import { ANNOUNCED_STEPS, type Moment } from "../feed/moment";
import { followed, led } from "../state/camera";
import { embodied } from "../state/embodied";
import { newest, pace } from "../state/run";
import { personIn, selected } from "../state/selection";
import { spreadNow } from "../story/thread";
import { playhead } from "../time/clock";
import type { Marked } from "./overlay";
import type { Picking } from "./picking";
import type { Stage } from "./stage";
import { looksOf } from "./states";

/** Within this many steps of the newest, a model that thinks does so about what is shown. */
const EDGE_STEPS = 2;

type Note = Marked["notes"][number];

const NO_NOTES: readonly Note[] = [];

/** Collects what the map shows besides people: what is selected and pointed at, who thinks, what is announced. */
export class Marks {
  /** The address of the object or place that is pointed at; empty for none. */
  private pointed = "";
  private readonly announced = new Map<string, string>();
  private readonly thinking = new Set<string>();
  private readonly heard = new Set<string>();
  readonly marked: Marked = { person: "", hovered: "", thing: "", heard: this.heard, thinking: this.thinking, notes: NO_NOTES, announced: this.announced, spread: undefined };

  constructor(private readonly picking: Picking) {}

  /** Takes over what is under the pointer: a person or an address, or neither. */
  point(who: string, address: string): void {
    this.marked.hovered = who;
    this.pointed = address;
  }

  update({ moment }: Stage): void {
    const { marked } = this;
    const chosen = selected.peek();
    marked.person = personIn(chosen);
    marked.thing = chosen?.kind === "thing" ? chosen.address : "";
    marked.notes = this.notes(moment);
    marked.spread = spreadNow(playhead.peek());
    this.findHeard(moment);
    this.findThinking(moment);
    this.findAnnounced(moment);
  }

  private notes(moment: Moment | undefined): readonly Note[] {
    const { marked: { thing }, pointed } = this;
    if (!thing && !pointed) return NO_NOTES;
    const on = [this.noteOn(thing, true, moment), pointed === thing ? undefined : this.noteOn(pointed, false, moment)];
    return on.filter((note) => note !== undefined);
  }

  /**
   * The note on an object or a place: its name, and its state if that is not the usual one. It stands below an object whose
   * state is drawn, such as a fire, which it would cover.
   */
  private noteOn(address: string, chosen: boolean, moment: Moment | undefined): Note | undefined {
    const state = moment?.objects.get(address);
    const below = state !== undefined && looksOf(state) !== undefined;
    const spot = this.picking.spotOf(address, below);
    if (!spot) return undefined;
    const name = address.split(":").at(-1)?.trim() ?? "";
    return { ...spot, below, text: state ? `${name}: ${state}` : name, chosen };
  }

  /** The announcements of places, by the address of their sector. */
  private findAnnounced(moment: Moment | undefined): void {
    this.announced.clear();
    const after = Math.floor(playhead.peek()) - ANNOUNCED_STEPS;
    for (const { s, place, text } of moment?.announced ?? []) {
      if (s > after) this.announced.set(place.split(":").slice(0, 2).join(":"), text);
    }
  }

  /** Whose talks the user follows: those of the scene that is shown, and of whom they follow, play or have selected. */
  private findHeard(moment: Moment | undefined): void {
    const [scene, chosen] = [led.peek(), selected.peek()];
    const talking = chosen?.kind === "talk" ? moment?.talks.get(chosen.id)?.participants : undefined;
    this.heard.clear();
    for (const who of [followed.peek(), embodied.peek(), this.marked.person, ...(talking ?? []), ...(scene === "director" ? [] : scene ?? [])]) if (who) this.heard.add(who);
  }

  /** The people for whom a model is thinking: if the run waits for model calls, whoever was spoken to last in each talk. */
  private findThinking(moment: Moment | undefined): void {
    this.thinking.clear();
    if (!pace.peek()?.thinking || playhead.peek() < newest.peek() - EDGE_STEPS) return;
    for (const { lines } of moment?.talks.values() ?? []) {
      const last = lines.at(-1);
      if (last) this.thinking.add(last.to);
    }
  }
}
