/** The user's settings of the page, which the browser remembers. */

import { signal } from "@preact/signals";

import { keep, recall } from "./browser_storage";

/** Whether the user wants to hear the town. */
export const sound = signal(recall("sound") === "true");

/** Whether the map is drawn with little detail, for slow computers. */
export const littleDetail = signal(recall("little detail") === "true");

export function toggleSound(): void {
  keep("sound", String((sound.value = !sound.value)));
}

export function toggleDetail(): void {
  keep("little detail", String((littleDetail.value = !littleDetail.value)));
}
