import type { Says } from "../protocol/messages";
import type { Talk } from "./moment";

/** The real time that every line stays, and the time that each of its letters adds. */
const LEAST_MS = 2500;
const LETTER_MS = 35;
const MOST_MS = 7000;

/** How many lines may wait; the oldest are skipped if the playback is faster than a reader. */
const WAITING = 3;

/** A line that is shown now. */
interface Readable {
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
 * Chooses the line of each talk that is shown now. At any playback speed, lines follow each other in real time, and each
 * stays long enough to be read. After a seek (`reset`) the latest line of each talk is shown at once.
 */
export class Reading {
  private readonly threads = new Map<string, Thread>();

  reset(): void {
    this.threads.clear();
  }

  /** Advances to real time `now` (milliseconds), with the talks of the moment shown. */
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

  /** Whether the shown lines will change by themselves: lines are waiting, or the last line of an ended talk still stays. */
  get goesOn(): boolean {
    for (const { waiting, over } of this.threads.values()) if (waiting.length || over) return true;
    return false;
  }

  /** The lines shown now; at most one for each talk. */
  *lines(): Generator<Readable> {
    for (const thread of this.threads.values()) yield thread.shown;
  }

  of(talk: string): Readable | undefined {
    return this.threads.get(talk)?.shown;
  }

  /** The line by a person that is shown now. */
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

/** How long a line stays, in milliseconds. */
export function readingTime(text: string): number {
  return Math.min(MOST_MS, Math.max(LEAST_MS, 800 + text.length * LETTER_MS));
}
