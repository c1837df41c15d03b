import { session, trouble } from "../state/signals";
import { Icon } from "./icons";
import { answersFor } from "./words";

/** What everybody who watches ought to know, always to be seen. */
export function Programs() {
  const watched = session.value;
  if (!watched) return null;
  return (
    <p class="programs">
      The people of this town are programs; {answersFor(watched.offline ? "offline" : watched.model)}.
    </p>
  );
}

/** What went wrong, in one line, until it is put away. */
export function Trouble() {
  if (!trouble.value) return null;
  return (
    <p class="trouble" role="alert">
      {trouble.value}
      <button class="plain" type="button" aria-label="Put away" onClick={() => (trouble.value = "")}>
        <Icon name="close" />
      </button>
    </p>
  );
}
