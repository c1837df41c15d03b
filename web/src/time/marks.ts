import { signal } from "@preact/signals";

import type { TimelineMarker } from "../protocol/messages";

export type MarkKind = TimelineMarker["kind"];

/** The kinds of markers, from the top of the timeline to its bottom, with their names and what they stand for. */
export const KINDS: readonly { kind: MarkKind; one: string; many: string; means: string }[] = [
  { kind: "talk", one: "Conversation", many: "Conversations", means: "two people talk; the line shows for how long" },
  { kind: "reflection", one: "Reflection", many: "Reflections", means: "somebody draws a conclusion from memories" },
  { kind: "reaction", one: "Reaction", many: "Reactions", means: "somebody changes a plan because of what happens" },
  { kind: "state", one: "State", many: "States", means: "a thing changes, such as a stove that is turned on" },
  { kind: "command", one: "Command", many: "Commands", means: "a viewer did something: a whisper, a visit" },
];

/** The kinds of markers that are hidden; jumping skips them, too. */
export const hidden = signal<ReadonlySet<MarkKind>>(new Set());

/** Hides the markers of a kind, or shows them again. */
export function toggleKind(kind: MarkKind): void {
  const kinds = new Set(hidden.peek());
  if (!kinds.delete(kind)) kinds.add(kind);
  hidden.value = kinds;
}

export function kindName(kind: MarkKind): string {
  return KINDS.find((each) => each.kind === kind)?.one ?? kind;
}

/** The markers of kinds that are not hidden, of everybody or of one person. */
export function shownMarks(marks: readonly TimelineMarker[], hidden: ReadonlySet<MarkKind>, who = ""): TimelineMarker[] {
  return marks.filter((mark) => !hidden.has(mark.kind) && (!who || mark.who.includes(who)));
}

/** The first marker after a step, or with `by` -1 the last one before it. Markers at the same step count as one. */
export function neighbour(marks: readonly TimelineMarker[], step: number, by: 1 | -1): TimelineMarker | undefined {
  let best: TimelineMarker | undefined;
  for (const mark of marks) {
    const ahead = (mark.s - step) * by;
    if (ahead > 0 && (!best || ahead < (best.s - step) * by)) best = mark;
  }
  return best;
}

/** Markers of one kind that are so close on the screen that they are drawn as one. */
export interface Cluster {
  kind: MarkKind;
  /** The middle of its markers, in pixels from the left. */
  x: number;
  marks: TimelineMarker[];
  /** Whether one of them belongs to the person whose markers are highlighted. */
  own: boolean;
}

/** Joins markers of a kind that are within `apart` pixels of each other. `marks` have to be ordered by step. */
export function clusters(marks: readonly TimelineMarker[], place: (step: number) => number, apart: number, who = ""): Cluster[] {
  const last = new Map<string, Cluster>();
  const found: Cluster[] = [];
  for (const mark of marks) {
    const own = who !== "" && mark.who.includes(who);
    const x = place(mark.s);
    const key = `${mark.kind}/${own}`;
    const cluster = last.get(key);
    if (cluster && x - cluster.x < apart) cluster.marks.push(mark);
    else {
      const begun = { kind: mark.kind, x, marks: [mark], own };
      last.set(key, begun);
      found.push(begun);
    }
  }
  return found.sort((one, other) => Number(one.own) - Number(other.own));
}
