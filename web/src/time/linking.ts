import { linkedStep, linkNow, readLink } from "../state/link";
import { openChapter } from "../state/story";
import { followed, linkedView, selected, session, tab } from "../state/signals";
import { seek, standStill } from "./clock";

/** Follows a link that is put into the address of the open page. Returns a function that stops it. */
export function watchLinks(): () => void {
  const follow = () => {
    const watched = session.peek();
    if (!watched || location.hash === linkNow()) return;
    // Parse all of it first: setting the selection rewrites the address.
    const [linked, step] = [readLink(), linkedStep(watched)];
    selected.value = linked.selection;
    tab.value = linked.tab;
    if (step !== undefined) seek(step);
    if (linked.paused) standStill();
    // Before the view: the map moves to a newly followed person first.
    followed.value = linked.follow;
    // A copy, since the same view may be asked for again after the user has moved the map.
    linkedView.value = linked.view && { ...linked.view };
    void openChapter(linked);
  };
  addEventListener("hashchange", follow);
  return () => removeEventListener("hashchange", follow);
}
