import { get, httpSource } from "../source/http";
import type { Source } from "../source/source";

/** The source behind a rater's link: the replay, and the mind of one person. */
export function sourceOf(person: string): Source {
  const all = httpSource();
  return {
    ...all,
    can: { command: false, ask: false, retrieve: true },
    marks: (from_step, to_step) => get("marks", { from_step, to_step, who: person }),
    calls: () => Promise.resolve([]),
    ties: (at) => all.ties(at, person),
    listen: () => () => undefined,
    send: () => undefined,
  };
}
