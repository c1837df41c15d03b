import { effect, signal } from "@preact/signals";

const KEY = "townlet: sound";

/** Whether the user wants to hear the town. The browser remembers it. */
export const sound = signal(remembered());

/** What the map shows of what can be heard: the number of talks in the view, and the zoom. */
export const earshot = signal({ talks: 0, zoom: 1 });

/** Tells what the map shows, which changes far less often than its frames. */
export function overhear(talks: number, zoom: number): void {
  const before = earshot.peek();
  if (before.talks !== talks || Math.abs(before.zoom - zoom) > 0.02) earshot.value = { talks, zoom };
}

effect(() => {
  const on = sound.value;
  try {
    if (on !== remembered()) localStorage.setItem(KEY, String(on));
  } catch {
    // The browser keeps nothing for this page: it holds until the page is closed.
  }
});

function remembered(): boolean {
  try {
    return localStorage.getItem(KEY) === "true";
  } catch {
    return false;
  }
}
