/** Where the focus can always go, nearest to the eye first: what is open beside the map, and the map itself. */
const PLACES = [".side", ".town-map"];

/** Has what keys do next follow them there, as somebody who uses a keyboard, or has the page read out, expects. */
export function focusOn(place: ".side" | ".town-map"): void {
  document.querySelector<HTMLElement>(place)?.focus({ preventScroll: true });
}

/**
 * Keeps the focus on the page. When what had it is gone (somebody chosen from a list that closes, a panel put away), it
 * goes to the nearest thing around that is still there and can have it, else to one of `PLACES`. Returns how to stop.
 */
export function keepFocus(): () => void {
  let around: HTMLElement[] = [];
  const hold = (event: FocusEvent) => (around = event.composedPath().filter((each) => each instanceof HTMLElement));
  const mend = () => {
    if (document.activeElement !== document.body || !around.length || around[0]?.isConnected) return;
    const places = PLACES.map((each) => document.querySelector<HTMLElement>(each));
    const near = around.find((each) => each.isConnected && each.hasAttribute("tabindex")) ?? places.find((each) => each);
    // Where there is nothing yet, it is tried again with what comes.
    if (near) around = [];
    near?.focus({ preventScroll: true });
  };
  const watch = new MutationObserver(mend);
  watch.observe(document.body, { childList: true, subtree: true });
  addEventListener("focusin", hold);
  return () => {
    watch.disconnect();
    removeEventListener("focusin", hold);
  };
}
