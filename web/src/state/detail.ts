import { effect, signal } from "@preact/signals";

const KEY = "townlet: little detail";

/** Whether the map is drawn with little detail, for slow computers. The browser remembers it. */
export const littleDetail = signal(remembered());

effect(() => {
  const little = littleDetail.value;
  try {
    if (little !== remembered()) localStorage.setItem(KEY, String(little));
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
