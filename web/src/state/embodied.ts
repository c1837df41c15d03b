import { signal } from "@preact/signals";

/** The person whom the user of this page controls; empty for nobody. */
export const embodied = signal("");

/** The address of the place where that person arrives, until they are there; for visitors of this page. */
export const arrivesAt = signal("");

export function embody(who: string, at: string): void {
  arrivesAt.value = at;
  embodied.value = who;
}

export function disembody(): void {
  embodied.value = "";
}
