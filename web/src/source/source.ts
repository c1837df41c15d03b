import type {
  AnswerShown,
  CallShown,
  FromClient,
  FromServer,
  Mark,
  MemoryShown,
  Passing,
  PersonNow,
  Reel,
  Revision,
  Scored,
  Session,
  ThingNow,
  Tie,
  TownShown,
} from "../protocol/messages";

/** Lines of a talk as they were said up to a moment. */
export interface Transcript {
  talk: string;
  participants: string[];
  lines: { s: number; who: string; to: string; text: string; number: number; hearers: string[] }[];
}

/** Where a page gets the run from: a server, or the page itself if it was exported. `at` is a step. */
export interface Source {
  readonly can: { command: boolean; ask: boolean; retrieve: boolean };
  session(): Promise<Session>;
  town(): Promise<TownShown>;
  /** Address of a file of the town, for images to load. */
  file(path: string): string;
  reel(from: number, to: number): Promise<Reel>;
  marks(from: number, to: number): Promise<Mark[]>;
  person(name: string, at: number): Promise<PersonNow>;
  plans(name: string, at: number): Promise<Revision[]>;
  memories(name: string, at: number, which: MemoryQuery): Promise<MemoryShown[]>;
  retrieval(name: string, at: number, query: string, limit: number): Promise<Scored[]>;
  /** Reflections, newest first, together with all memories that they rest on. */
  reflections(name: string, at: number): Promise<MemoryShown[]>;
  ties(at: number, name?: string): Promise<Tie[]>;
  talks(name: string, at: number): Promise<Transcript[]>;
  talk(id: string, at: number): Promise<Transcript>;
  calls(name: string, around: number): Promise<CallShown[]>;
  call(id: string): Promise<CallShown>;
  origin(memory: string): Promise<Passing[]>;
  thing(address: string, at: number): Promise<ThingNow>;
  ask(person: string, persona: string, question: string, at: number): Promise<AnswerShown>;
  fork(at: number): Promise<Session>;
  /** Messages of the server from now on; returns how to stop listening. Silent for an exported page. */
  listen(heard: (message: FromServer) => void): () => void;
  send(message: FromClient): void;
}

export interface MemoryQuery {
  kind?: MemoryShown["kind"];
  search?: string;
  /** Only memories before this one (its id), for paging; newest first. */
  before?: string;
  limit?: number;
}
