import type { Moment } from "../film/moment";
import type { PlaybackState } from "../protocol/messages";
import type { Marked } from "./overlay";
import type { Picking } from "./picking";

/** Steps for which an announcement is shown. */
const ANNOUNCED_STEPS = 12;

/** What is told of an object or a place where it is: its name, and its state if that is not the usual one. */
export function noteOn(address: string, chosen: boolean, moment: Moment | undefined, picking: Picking): Marked["notes"][number] | undefined {
  const spot = picking.spotOf(address);
  if (!spot) return undefined;
  const name = address.split(":").at(-1)?.trim() ?? "";
  const state = moment?.objects.get(address);
  return { ...spot, text: state ? `${name}: ${state}` : name, chosen };
}

/** What places announce at a step, by the address of their sector. */
export function announcedAt(moment: Moment | undefined, step: number, into: Map<string, string>): void {
  into.clear();
  for (const { s, place, text } of moment?.announced ?? []) {
    if (s > step - ANNOUNCED_STEPS) into.set(place.split(":").slice(0, 2).join(":"), text);
  }
}

/** Who a model is asked for: in a run that waits for answers, whoever was spoken to last in each talk. */
export function thinkersOf(moment: Moment | undefined, pace: PlaybackState | null, atEdge: boolean, into: Set<string>): void {
  into.clear();
  if (!pace?.thinking || !atEdge) return;
  for (const { lines } of moment?.talks.values() ?? []) {
    const last = lines.at(-1);
    if (last) into.add(last.to);
  }
}
