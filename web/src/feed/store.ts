import type { FeedEvent, FeedSegment, SessionInfo, StepsMessage } from "../protocol/messages";
import { happen, type Moment, opening, sceneOf } from "./moment";

/** The feed segment of a game hour, and the moment up to which it has been applied. */
interface Chunk {
  segment: FeedSegment;
  moment: Moment;
  /** How many events have been applied to `moment`, and the step up to which. */
  seen: number;
  next: number;
}

/** How many game hours are cached. */
const KEPT = 36;

/** The wait before a failed hour is fetched again. */
const RETRY_MS = 2000;

/**
 * A cache of the event feed: the hours around the moment shown; the latest hour grows while the run is computed.
 * A moment depends on the feed alone, not on what was shown before.
 */
export class FeedStore {
  private readonly chunks = new Map<number, Chunk>();
  private readonly coming = new Set<number>();
  private hour: number;
  private newest: number;
  private edition = 0;

  constructor(
    private readonly fetch: (from: number, end: number) => Promise<FeedSegment>,
    session: SessionInfo,
    private readonly changed: () => void = () => undefined,
    private readonly failed: (error: Error) => void = () => undefined,
  ) {
    this.hour = Math.max(1, Math.round(3600 / session.step_seconds));
    this.newest = session.next_step;
  }

  /** Drops everything and starts with another run. */
  forget(session: SessionInfo): void {
    this.edition++;
    this.chunks.clear();
    this.coming.clear();
    this.hour = Math.max(1, Math.round(3600 / session.step_seconds));
    this.newest = session.next_step;
  }

  /** Fetches the hour of a step, and once that is cached the next `ahead` ones, unless they are cached or on the way. */
  want(step: number, ahead = 1): void {
    const first = this.hourOf(step);
    const last = this.whole(first) ? first + ahead : first;
    for (let hour = first; hour <= last; hour++) {
      if (hour * this.hour < Math.max(this.newest, 1) && !this.whole(hour) && !this.coming.has(hour)) void this.bring(hour);
    }
  }

  /** Everything that is visible once a step has happened; undefined while its hour is being fetched. */
  momentAt(step: number): Moment | undefined {
    const last = Math.max(0, Math.min(step, this.newest - 1));
    const chunk = this.chunks.get(this.hourOf(last));
    if (!chunk || last >= Math.max(chunk.segment.to_step, 1)) return undefined;
    if (last < chunk.seen) rewind(chunk);
    return wind(chunk, last);
  }

  /** Events between two steps, oldest first; hours that are not cached are left out. */
  *eventsBetween(from: number, end: number): Generator<FeedEvent> {
    for (let hour = this.hourOf(from); hour * this.hour < end; hour++) {
      for (const event of this.chunks.get(hour)?.segment.events ?? []) if (event.s >= from && event.s < end) yield event;
    }
  }

  /** Appends new steps of a growing run. Steps with a gap before them are fetched when they are needed. */
  follow(steps: StepsMessage): void {
    let from = steps.from_step;
    while (from < steps.to_step) {
      const hour = this.hourOf(from);
      const to = Math.min(steps.to_step, (hour + 1) * this.hour);
      this.lengthen(hour, from, to, steps.events.filter((event) => event.s >= from && event.s < to));
      from = to;
    }
    this.newest = Math.max(this.newest, steps.to_step);
    this.changed();
  }

  private hourOf(step: number): number {
    return Math.floor(Math.max(0, step) / this.hour);
  }

  private whole(hour: number): boolean {
    const segment = this.chunks.get(hour)?.segment;
    return segment !== undefined && segment.to_step >= Math.min((hour + 1) * this.hour, this.newest);
  }

  private async bring(hour: number): Promise<void> {
    const edition = this.edition;
    this.coming.add(hour);
    try {
      const segment = await this.fetch(hour * this.hour, (hour + 1) * this.hour);
      if (edition !== this.edition) return;
      if (segment.to_step >= (this.chunks.get(hour)?.segment.to_step ?? 0)) this.put(hour, segment);
      this.newest = Math.max(this.newest, segment.to_step);
      this.coming.delete(hour);
      this.changed();
    } catch (error) {
      this.failed(error as Error);
      setTimeout(() => edition === this.edition && this.coming.delete(hour), RETRY_MS);
    }
  }

  private put(hour: number, segment: FeedSegment): void {
    this.chunks.delete(hour);
    this.chunks.set(hour, { segment, moment: opening(segment.scene), seen: segment.from_step - 1, next: 0 });
    const latest = this.hourOf(this.newest - 1);
    for (const old of this.chunks.keys()) {
      if (this.chunks.size <= KEPT) return;
      if (old !== latest && old !== hour) this.chunks.delete(old);
    }
  }

  private lengthen(hour: number, from: number, to: number, events: FeedEvent[]): void {
    const chunk = this.chunks.get(hour) ?? this.openedBy(hour, from);
    if (!chunk || from > chunk.segment.to_step || to <= chunk.segment.to_step) return;
    // An hour that was fetched meanwhile may contain some of these events already.
    chunk.segment.events.push(...events.filter(({ s }) => s >= chunk.segment.to_step));
    chunk.segment.to_step = to;
  }

  /** A new hour at the end of the feed: its snapshot is the end of the hour before. */
  private openedBy(hour: number, from: number): Chunk | undefined {
    const last = this.chunks.get(hour - 1);
    if (from !== hour * this.hour || last?.segment.to_step !== from) return undefined;
    if (from - 1 < last.seen) rewind(last);
    const scene = sceneOf(wind(last, from - 1), from);
    this.put(hour, { from_step: from, to_step: from, scene, events: [] });
    return this.chunks.get(hour);
  }
}

function rewind(chunk: Chunk): void {
  chunk.moment = opening(chunk.segment.scene);
  chunk.seen = chunk.segment.from_step - 1;
  chunk.next = 0;
}

function wind(chunk: Chunk, step: number): Moment {
  const events = chunk.segment.events;
  for (let event = events[chunk.next]; event && event.s <= step; event = events[++chunk.next]) happen(chunk.moment, event);
  chunk.seen = Math.max(chunk.seen, step);
  return chunk.moment;
}
