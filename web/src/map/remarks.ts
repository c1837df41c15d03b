import type { Moment } from "../feed/moment";
import type { PlaybackState } from "../protocol/messages";
import type { Actor } from "./crowd";
import type { Marked } from "./overlay";
import type { Picking } from "./picking";
import { looksOf } from "./states";

/** How many steps an announcement is shown for. */
const ANNOUNCED_STEPS = 12;

/**
 * The note on an object or a place: its name, and its state if that is not the usual one. It stands below an object whose
 * state is drawn, such as a fire, which it would cover.
 */
export function noteOn(address: string, chosen: boolean, moment: Moment | undefined, picking: Picking): Marked["notes"][number] | undefined {
  const state = moment?.objects.get(address);
  const below = state !== undefined && looksOf(state) !== undefined;
  const spot = picking.spotOf(address, below);
  if (!spot) return undefined;
  const name = address.split(":").at(-1)?.trim() ?? "";
  return { ...spot, below, text: state ? `${name}: ${state}` : name, chosen };
}

/** The announcements of places at a step, by the address of their sector. */
export function announcedAt(moment: Moment | undefined, step: number, into: Map<string, string>): void {
  into.clear();
  for (const { s, place, text } of moment?.announced ?? []) {
    if (s > step - ANNOUNCED_STEPS) into.set(place.split(":").slice(0, 2).join(":"), text);
  }
}

/** The people for whom a model is thinking: if the run waits for model calls, whoever was spoken to last in each talk. */
export function thinkersOf(moment: Moment | undefined, pace: PlaybackState | null, atEdge: boolean, into: Set<string>): void {
  into.clear();
  if (!pace?.thinking || !atEdge) return;
  for (const { lines } of moment?.talks.values() ?? []) {
    const last = lines.at(-1);
    if (last) into.add(last.to);
  }
}

/** The number of talks of which somebody is in the view. */
export function talksInView(moment: Moment | undefined, actors: ReadonlyMap<string, Actor>): number {
  const talks = [...(moment?.talks.values() ?? [])];
  return talks.filter(({ participants }) => participants.some((who) => actors.get(who)?.inSight)).length;
}
