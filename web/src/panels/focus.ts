/** Elements that can always take the focus, in order of preference: the side panel, and the map. */
const PLACES = [".side", ".town-map"];

/** Moves the focus to the side panel, the map or the clock, as users of keyboards and screen readers expect after an action. */
export function focusOn(place: ".side" | ".town-map" | ".bottom-bar button"): void {
  document.querySelector<HTMLElement>(place)?.focus({ preventScroll: true });
}

/**
 * Keeps the focus on the page. When the focused element disappears (a menu closes after a choice, a panel is closed), the
 * focus moves to its nearest ancestor that still exists and can take it, else to one of `PLACES`. Returns a function that
 * stops it.
 */
export function keepFocus(): () => void {
  let around: HTMLElement[] = [];
  const hold = (event: FocusEvent) => (around = event.composedPath().filter((each) => each instanceof HTMLElement));
  const mend = () => {
    if (document.activeElement !== document.body || !around.length || around[0]?.isConnected) return;
    const places = PLACES.map((each) => document.querySelector<HTMLElement>(each));
    const near = around.find((each) => each.isConnected && each.hasAttribute("tabindex")) ?? places.find((each) => each);
    // If no such element exists yet, the next change of the page tries again.
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
