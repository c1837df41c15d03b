import { session, trouble } from "../state/signals";
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

/** The error message of the page, until the user closes it. */
export function Trouble() {
  if (!trouble.value) return null;
  return (
    <p class="trouble" role="alert">
      {trouble.value}
      <button class="plain" type="button" aria-label="Dismiss" onClick={() => (trouble.value = "")}>
        <Icon name="close" />
      </button>
    </p>
  );
}
