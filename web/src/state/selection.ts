import { signal } from "@preact/signals";

/** What a click selects: a person, an object or a place by its address, or a talk. */
export type Selection =
  | { kind: "person"; name: string }
  | { kind: "thing"; address: string }
  | { kind: "talk"; id: string };

export const selected = signal<Selection | null>(null);

/** The person that a selection is; empty for none. */
export function personIn(what: Selection | null): string {
  return what?.kind === "person" ? what.name : "";
}

/** The tabs of a person's panel. */
export const TABS = ["now", "plan", "memories", "thoughts", "people", "talks"] as const;
export type TabName = (typeof TABS)[number];
export const tab = signal<TabName>("now");

/** Selects something, or with null nothing. */
export function select(what: Selection | null): void {
  selected.value = what;
}

export function selectPerson(name: string): void {
  select({ kind: "person", name });
}

export function openTab(name: TabName): void {
  tab.value = name;
}
