import { effect } from "@preact/signals";

import { playing, selected, type Selection, session, step } from "./signals";

/** What a link holds: a moment, and who or what is open. */
export interface Linked {
  step: number | undefined;
  selection: Selection | null;
}

/** Reads the page's address: `#step=4200&person=Ada`, `&thing=..`, `&talk=..`. */
export function readLink(hash: string = location.hash): Linked {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const at = fields.get("step");
  const whole = at !== null && /^\d{1,9}$/.test(at) ? Number(at) : undefined;
  return { step: whole, selection: selectionIn(fields) };
}

function selectionIn(fields: URLSearchParams): Selection | null {
  const name = fields.get("person");
  if (name) return { kind: "person", name };
  const address = fields.get("thing");
  if (address) return { kind: "thing", address };
  const id = fields.get("talk");
  return id ? { kind: "talk", id } : null;
}

/** The link to a moment and what is open, beginning with `#`. */
export function writeLink(at: number, selection: Selection | null): string {
  const fields = new URLSearchParams({ step: String(at) });
  if (selection?.kind === "person") fields.set("person", selection.name);
  if (selection?.kind === "thing") fields.set("thing", selection.address);
  if (selection?.kind === "talk") fields.set("talk", selection.id);
  return `#${fields}`;
}

/** Keeps the page's address at the moment shown while the clock stands, and at what is open. */
export function keepLink(): () => void {
  selected.value = readLink().selection;
  return effect(() => {
    const selection = selected.value;
    if (!session.value || playing.value) return;
    history.replaceState(null, "", writeLink(step.value, selection));
  });
}
