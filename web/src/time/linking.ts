import { linkedStep, linkNow, readLink } from "../state/link";
import { selected, session, tab } from "../state/signals";
import { seek } from "./clock";

/** Goes where a link leads that is put into the address of a page that is open already. Returns how to stop. */
export function watchLinks(): () => void {
  const follow = () => {
    const watched = session.peek();
    if (!watched || location.hash === linkNow()) return;
    // Read as a whole first: what is opened is written into the address at once.
    const [linked, step] = [readLink(), linkedStep(watched)];
    selected.value = linked.selection;
    tab.value = linked.tab;
    if (step !== undefined) seek(step);
  };
  addEventListener("hashchange", follow);
  return () => removeEventListener("hashchange", follow);
}
