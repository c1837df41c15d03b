import { feed, feedVersion, session } from "../state/run";
import { clearTrouble, trouble } from "../state/trouble";
import { serverClock, step } from "../time/clock";
import { Icon } from "./icons";
import { answersFor } from "./words";

/** The note that the people of the town are programs; it is always visible. */
export function Programs() {
  const watched = session.value;
  if (!watched) return null;
  return (
    <p class="programs">
      The people of this town are programs; {answersFor(watched.offline ? "offline" : watched.model)}.
    </p>
  );
}

/** Why a live clock is slower than the user has set: somebody is in the town in person. */
export function Slowed() {
  feedVersion.value;
  if (!serverClock.value?.slowed) return null;
  const people = feed.momentAt(step.value)?.people.values() ?? [];
  const inside = [...people].filter(({ byPerson }) => byPerson).map(({ who }) => who);
  return (
    <p class="slowed" role="status">
      Slower while {inside.join(" and ") || "a visitor"} {inside.length > 1 ? "are" : "is"} here in person.
    </p>
  );
}

/** The error message of the page, until the user closes it. */
export function Trouble() {
  if (!trouble.value) return null;
  return (
    <p class="trouble" role="alert">
      {trouble.value}
      <button class="plain" type="button" aria-label="Dismiss" onClick={() => clearTrouble()}>
        <Icon name="close" />
      </button>
    </p>
  );
}
