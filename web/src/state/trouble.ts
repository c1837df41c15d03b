import { signal } from "@preact/signals";

/** The error message of the page, one line; empty if there is none. */
export const trouble = signal("");

/** Shows what went wrong, until the user closes it or it is over. */
export function showTrouble(why: string | Error): void {
  trouble.value = typeof why === "string" ? why : why.message;
}

/** Takes the message away; with `only`, if it is that one. */
export function clearTrouble(only = trouble.peek()): void {
  if (trouble.peek() === only) trouble.value = "";
}
