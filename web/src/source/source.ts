import type { InterviewResponse, CallView, ClientMessage, ServerMessage, TimelineMarker, MemoryView, ProvenanceStep, PersonView, FeedSegment, PlanRevision, RankedMemory, SearchView, SessionInfo, StoryView, ThingView, SocialTie, TownView, WhatIfRequest, WhatIfView } from "../protocol/messages";

/** Steps from the first until before the second. */
export type Span = readonly [number, number];

/** The lines of a talk up to a step. */
export interface Transcript {
  talk: string;
  participants: string[];
  lines: { s: number; who: string; to: string; text: string; number: number; hearers: string[] }[];
}

/** Where the page gets the run from: a server, or a standalone page's own data. `at` is a step. */
export interface Source {
  readonly can: { command: boolean; ask: boolean; retrieve: boolean };
  /** The spans of steps that a page of some chapters holds; empty if it has the whole run. */
  readonly spans: readonly Span[];
  session(): Promise<SessionInfo>;
  town(): Promise<TownView>;
  /** URL of a file of the town. */
  file(path: string): string;
  segment(from: number, to: number): Promise<FeedSegment>;
  story(): Promise<StoryView>;
  /** What contains every word of a query, in the whole run; at most `limit` results of each group. */
  search(query: string, limit: number): Promise<SearchView>;
  marks(from: number, to: number): Promise<TimelineMarker[]>;
  person(name: string, at: number): Promise<PersonView>;
  plans(name: string, at: number): Promise<PlanRevision[]>;
  memories(name: string, at: number, which: MemoryQuery): Promise<MemoryView[]>;
  retrieval(name: string, at: number, query: string, limit: number): Promise<RankedMemory[]>;
  /** Reflections, newest first, together with all memories that they rest on. */
  reflections(name: string, at: number): Promise<MemoryView[]>;
  ties(at: number, name?: string): Promise<SocialTie[]>;
  talks(name: string, at: number): Promise<Transcript[]>;
  talk(id: string, at: number): Promise<Transcript>;
  calls(name: string, around: number): Promise<CallView[]>;
  call(id: string): Promise<CallView>;
  origin(memory: string): Promise<ProvenanceStep[]>;
  thing(address: string, at: number): Promise<ThingView>;
  ask(person: string, persona: string, question: string, at: number): Promise<InterviewResponse>;
  fork(at: number): Promise<SessionInfo>;
  /** What would be otherwise without a line or a memory: looks at the question, tries it or stops that. */
  whatIf(request: WhatIfRequest): Promise<WhatIfView>;
  /** Calls `heard` with every message of the server from now on; returns a function that stops it. Never called on a standalone page. */
  listen(heard: (message: ServerMessage) => void): () => void;
  send(message: ClientMessage): void;
}

export interface MemoryQuery {
  kind?: MemoryView["kind"];
  search?: string;
  /** Id of a memory: only older ones are returned (for paging). */
  before?: string;
  limit?: number;
}
