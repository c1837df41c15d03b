import type { Says } from "../protocol/messages";
import type { Talk } from "./moment";

/** Real time for which a line stays at least, and what each of its letters adds. */
const LEAST_MS = 2500;
const LETTER_MS = 35;
const MOST_MS = 7000;

/** How many lines may wait; the oldest are passed over when the film is faster than a reader. */
const WAITING = 3;

/** A line that is to be read now. */
export interface Readable {
  line: Says;
  since: number;
}

interface Thread {
  shown: Readable;
  waiting: Says[];
  taken: number;
  over: boolean;
}

/**
 * Which line of each talk is to be read now. The film may run at any speed; lines follow one another by real time, each
 * long enough to be read. Looking elsewhere in the film (`reset`) shows the latest line of each talk at once.
 */
export class Reading {
  private readonly threads = new Map<string, Thread>();

  reset(): void {
    this.threads.clear();
  }

  /** Goes on to real time `now` (milliseconds), with the talks that are going on in the film. */
  advance(now: number, talks: ReadonlyMap<string, Talk>): void {
    for (const talk of talks.values()) this.take(talk, now);
    for (const [id, thread] of this.threads) {
      thread.over = !talks.has(id);
      if (now - thread.shown.since < readingTime(thread.shown.line.text)) continue;
      const line = thread.waiting.shift();
      if (line) thread.shown = { line, since: now };
      else if (thread.over) this.threads.delete(id);
    }
  }

  /** Whether what is to be read will change by itself: lines wait, or the last one of a talk that is over still stays. */
  get goesOn(): boolean {
    for (const { waiting, over } of this.threads.values()) if (waiting.length || over) return true;
    return false;
  }

  /** The lines to be read now; one for each talk at most. */
  *lines(): Generator<Readable> {
    for (const thread of this.threads.values()) yield thread.shown;
  }

  of(talk: string): Readable | undefined {
    return this.threads.get(talk)?.shown;
  }

  /** The line that somebody is to be read saying. */
  by(who: string): Readable | undefined {
    for (const { shown } of this.threads.values()) if (shown.line.who === who) return shown;
    return undefined;
  }

  private take(talk: Talk, now: number): void {
    const thread = this.threads.get(talk.id);
    const newest = talk.lines.at(-1);
    if (!newest) return;
    if (!thread || talk.lines.length < thread.taken) {
      this.threads.set(talk.id, { shown: { line: newest, since: now }, waiting: [], taken: talk.lines.length, over: false });
    } else if (talk.lines.length > thread.taken) {
      thread.waiting.push(...talk.lines.slice(thread.taken));
      thread.waiting.splice(0, thread.waiting.length - WAITING);
      thread.taken = talk.lines.length;
    }
  }
}

/** Milliseconds that a line is to stay. */
export function readingTime(text: string): number {
  return Math.min(MOST_MS, Math.max(LEAST_MS, 800 + text.length * LETTER_MS));
}
