import type { ExportedRelations, ExportedMind, ExportedRun, ExportedThings, ExportedMemory, MemoryView, ProvenanceStep, PersonView, FeedSegment, PlanRevision, SearchHit, StoryView, ThingView, SocialTie } from "../protocol/messages";
import { searchRecords, wordsOf } from "../state/search";
import { isHeld } from "../time/spans";
import { hasPart, part } from "./packed";
import type { MemoryQuery, Source, Span, Transcript } from "./source";

const PAGE = 50;
const LONGEST_HISTORY = 50;
const LONGEST_ORIGIN = 40;

const AWAY = "This page is an exported run and cannot do that. Open the run file with `townlet serve`.";
const NOT_YET = "They had not come to the town yet.";
const ELSEWHERE = "This page holds a few chapters of a run, and not the thoughts of those who are only passing through.";
const away = () => Promise.reject(new Error(AWAY));

/** The source of a standalone page: reads the run from the data in the page itself. */
export async function embeddedSource(): Promise<Source> {
  const run = await part<ExportedRun>("run");
  const dealings = () => part<ExportedRelations>("dealings");
  const things = () => part<ExportedThings>("things");

  async function life(name: string): Promise<ExportedMind> {
    const number = run.people.indexOf(name);
    if (number < 0) throw new Error(`Nobody here is called ${name}.`);
    return part(`life ${number}`);
  }

  async function remembered(name: string, at: number): Promise<MemoryView[]> {
    return newestFirst((await life(name)).memories, at);
  }

  return {
    can: { command: false, ask: false, retrieve: false },
    spans: run.spans as Span[],
    session: () => Promise.resolve(run.session),
    town: () => Promise.resolve(run.town),
    file: (path) => run.files[path] ?? "",
    segment(from, to) {
      const name = `hour ${Math.floor((from * run.session.step_seconds) / 3600)}`;
      // The clock never comes to an hour that is in no chapter, but it asks for hours ahead.
      return run.spans.length && !hasPart(name) ? Promise.resolve(emptyHour(from, to)) : part<FeedSegment>(name);
    },
    story: () => part<StoryView>("story"),
    async search(query, limit) {
      const words = wordsOf(query);
      const held = run.people.filter((_, number) => hasPart(`life ${number}`));
      const memories = (await Promise.all(held.map(async (name) => rememberedBy(name, await life(name))))).flat();
      const lines = (await dealings()).talks.flatMap(said);
      const here = ({ step }: SearchHit) => isHeld(run.spans as Span[], step);
      return { lines: searchRecords(lines.filter(here), words, limit), memories: searchRecords(memories.filter(here), words, limit) };
    },
    marks: (from, to) => Promise.resolve(run.marks.filter(({ s }) => s >= from && s < to)),
    person: async (name, at) => nowAt(await life(name), at, run.spans.length ? ELSEWHERE : NOT_YET),
    plans: async (name, at) => versionsAt(await life(name), at),
    memories: async (name, at, which) => fitting(await remembered(name, at), which),
    reflections: async (name, at) => withEvidence(await remembered(name, at)),
    ties: async (at, name) => tiesAt(await dealings(), at, name),
    talks: async (name, at) => (await dealings()).talks.flatMap((talk) => by(talk, at)).filter(({ participants }) => participants.includes(name)),
    talk: async (id, at) => {
      const [found] = (await dealings()).talks.filter(({ talk }) => talk === id).flatMap((talk) => by(talk, at));
      if (!found) throw new Error("That conversation had not begun yet.");
      return found;
    },
    origin: (memory) => originOf(memory, async (name) => (await life(name)).memories),
    thing: async (address, at) => thingAt(run, await things(), address, at),
    retrieval: away,
    calls: () => Promise.resolve([]),
    call: away,
    ask: away,
    fork: away,
    whatIf: away,
    listen: () => () => undefined,
    send: () => undefined,
  };
}

/** A person's memories for a search; not those of a spoken line, which is found as a line. */
function rememberedBy(who: string, { memories }: ExportedMind): SearchHit[] {
  const own = memories.filter(({ memory }) => !memory.utterance);
  return own.map(({ memory: { kind, step, text } }) => ({ kind, step, who, text, talk: "" }));
}

function said({ talk, lines }: Transcript): SearchHit[] {
  return lines.map(({ s, who, text }) => ({ kind: "line", step: s, who, text, talk }));
}

function emptyHour(from_step: number, to_step: number): FeedSegment {
  return { from_step, to_step, scene: { step: from_step, people: [], objects: {}, talks: [] }, events: [] };
}

function nowAt({ nows }: ExportedMind, at: number, missing: string): PersonView {
  const now = nows.findLast(({ step }) => step <= at) ?? nows[0];
  if (!now) throw new Error(missing);
  return now;
}

function versionsAt({ plans }: ExportedMind, at: number): PlanRevision[] {
  const latest = new Map<string, PlanRevision>();
  for (const { at: since, revision, plan } of plans) if (since <= at) latest.set(`${plan.step} ${revision}`, plan);
  return [...latest.values()];
}

function newestFirst(memories: readonly ExportedMemory[], at: number): MemoryView[] {
  return memories.filter(({ memory }) => memory.step < at).map(({ memory }) => memory).reverse();
}

/** Memories of a kind that contain every word of `search`, starting after the memory `before`. */
function fitting(memories: MemoryView[], { kind, search = "", before, limit = PAGE }: MemoryQuery): MemoryView[] {
  const words = search.toLowerCase().split(/\s+/);
  const from = before ? memories.findIndex(({ id }) => id === before) + 1 : 0;
  const fits = (memory: MemoryView) =>
    (!kind || memory.kind === kind) && words.every((word) => memory.text.toLowerCase().includes(word));
  return memories.slice(from).filter(fits).slice(0, limit);
}

/** Reflections, followed by every memory that they rest on, at any depth. */
function withEvidence(memories: MemoryView[]): MemoryView[] {
  const known = new Map(memories.map((memory) => [memory.id, memory]));
  const found = new Set(memories.filter(({ kind }) => kind === "reflection"));
  // Iterating a set also visits elements that are added during the iteration.
  for (const memory of found) for (const id of memory.evidence) if (known.has(id)) found.add(known.get(id) as MemoryView);
  return [...found];
}

function tiesAt({ ties }: ExportedRelations, at: number, name?: string): SocialTie[] {
  const latest = new Map<string, SocialTie>();
  for (const { at: since, tie } of ties) if (since <= at && (!name || tie.one === name)) latest.set(`${tie.one}\n${tie.other}`, tie);
  return [...latest.values()];
}

/** A talk with its lines before step `at`, as a list of one; empty before the first line. */
function by(talk: Transcript, at: number): Transcript[] {
  const lines = talk.lines.filter(({ s }) => s < at);
  return lines.length ? [{ ...talk, lines }] : [];
}

async function originOf(id: string, memoriesOf: (name: string) => Promise<readonly ExportedMemory[]>): Promise<ProvenanceStep[]> {
  const stations = new Map<string, ProvenanceStep>();
  for (let next = id; next && !stations.has(next) && stations.size < LONGEST_ORIGIN; ) {
    const who = next.split("/").slice(0, -2).join("/");
    const kept = (await memoriesOf(who)).find(({ memory }) => memory.id === next);
    if (!kept) break;
    const { memory, how, talk, line } = kept;
    stations.set(next, { who, step: memory.step, memory, how, talk, line });
    next = kept.before;
  }
  return [...stations.values()];
}

function thingAt(run: ExportedRun, { objects, whereabouts, history }: ExportedThings, address: string, at: number): ThingView {
  const within = (other: string) => other === address || other.startsWith(`${address}:`);
  const places = run.town.places.filter((place) => place.address === address || address.startsWith(`${place.address}:`));
  const own = places.find((place) => place.address === address);
  const object = own?.kind === "object" ? objects.findLast((each) => each.at <= at && each.address === address) : undefined;
  const last = new Map(whereabouts.filter((each) => each.at <= at).map(({ who, place }) => [who, place]));
  const inside = [...last].filter(([, place]) => within(place)).map(([who]) => who);
  return {
    address,
    state: object?.state ?? own?.state ?? "",
    users: (own?.kind === "object" ? (object?.users ?? []) : inside).sort(),
    norms: places.filter(({ kind }) => kind !== "object").flatMap(({ norms }) => norms),
    history: history
      .filter(({ where, only, event }) => event.step < at && (only ? where === address : within(where)))
      .map(({ event }) => event)
      .reverse()
      .slice(0, LONGEST_HISTORY),
  };
}
