import type { TimelineMarker } from "../protocol/messages";

export type MarkKind = TimelineMarker["kind"];

/** The kinds of marks from the top of the timeline to its bottom, and what they are called. */
export const KINDS: readonly { kind: MarkKind; one: string; many: string }[] = [
  { kind: "talk", one: "Conversation", many: "Conversations" },
  { kind: "reflection", one: "Reflection", many: "Reflections" },
  { kind: "reaction", one: "Reaction", many: "Reactions" },
  { kind: "state", one: "State", many: "States" },
  { kind: "command", one: "Command", many: "Commands" },
];

export function kindName(kind: MarkKind): string {
  return KINDS.find((each) => each.kind === kind)?.one ?? kind;
}

/** Marks of kinds that are not hidden; of one person, where a name is given. */
export function shownMarks(marks: readonly TimelineMarker[], hidden: ReadonlySet<MarkKind>, who = ""): TimelineMarker[] {
  return marks.filter((mark) => !hidden.has(mark.kind) && (!who || mark.who.includes(who)));
}

/** The first mark after a step, or with `by` -1 the last one before it. Marks at one step count as one. */
export function neighbour(marks: readonly TimelineMarker[], step: number, by: 1 | -1): TimelineMarker | undefined {
  let best: TimelineMarker | undefined;
  for (const mark of marks) {
    const ahead = (mark.s - step) * by;
    if (ahead > 0 && (!best || ahead < (best.s - step) * by)) best = mark;
  }
  return best;
}

/** Marks of one kind that are so close on the screen that they are drawn as one. */
export interface Cluster {
  kind: MarkKind;
  /** Pixels from the left, the middle of its marks. */
  x: number;
  marks: TimelineMarker[];
  /** Whether one of them is of the person whose marks stand out. */
  own: boolean;
}

/** Joins marks of a kind that would lie within `apart` pixels of one another. Marks come in the order of their steps. */
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
