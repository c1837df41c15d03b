/* Made from townlet.server.protocol; do not edit. See web/README.md. */

export type Command = Whisper | Tell | SetState | Arrive | Take | Release | Walk | Use | Speak;
export type FromClient = SetPace | StepOnce | Hold | Order;
export type FromServer = Hello | Steps | Paced | Spent | Answered | Stopped;
export type Happening = Appears | Departs | Acts | Arrives | Halts | Turns | Says | Parts | Announces | Embodies;

export interface Wire {
  Acts?: Acts;
  Announces?: Announces;
  AnswerShown?: AnswerShown;
  Answered?: Answered;
  Appears?: Appears;
  Arrive?: Arrive;
  Arrives?: Arrives;
  Befell?: Befell;
  CallShown?: CallShown;
  Command?: Command;
  Departs?: Departs;
  Embodies?: Embodies;
  ExportedDealings?: ExportedDealings;
  ExportedLife?: ExportedLife;
  ExportedRun?: ExportedRun;
  ExportedThings?: ExportedThings;
  Forking?: Forking;
  FromClient?: FromClient;
  FromServer?: FromServer;
  Halts?: Halts;
  Happening?: Happening;
  Hello?: Hello;
  Hold?: Hold;
  Kept?: Kept;
  Lettered?: Lettered;
  Look?: Look;
  Mark?: Mark;
  MemoryShown?: MemoryShown;
  ObjectAt?: ObjectAt;
  Order?: Order;
  Pace?: Pace;
  Paced?: Paced;
  Parts?: Parts;
  Passing?: Passing;
  PersonNow?: PersonNow;
  Place?: Place;
  PlanAt?: PlanAt;
  PlanShown?: PlanShown;
  Question?: Question;
  RatingShown?: RatingShown;
  Reel?: Reel;
  Refusal?: Refusal;
  Release?: Release;
  Resident?: Resident;
  Resuming?: Resuming;
  Revision?: Revision;
  Says?: Says;
  Scene?: Scene;
  Scored?: Scored;
  Session?: Session;
  SetPace?: SetPace;
  SetState?: SetState;
  Shown?: Shown;
  Speak?: Speak;
  Spent?: Spent;
  StepOnce?: StepOnce;
  Steps?: Steps;
  Stopped?: Stopped;
  Take?: Take;
  TalkShown?: TalkShown;
  TaskDone?: TaskDone;
  TaskShown?: TaskShown;
  Tell?: Tell;
  ThingEvent?: ThingEvent;
  ThingNow?: ThingNow;
  Tie?: Tie;
  TieAt?: TieAt;
  TownShown?: TownShown;
  Turns?: Turns;
  Use?: Use;
  Walk?: Walk;
  WhereAt?: WhereAt;
  Whisper?: Whisper;
}
/**
 * Somebody begins something and walks there: one tile a step along `path`, which begins where they stand.
 */
export interface Acts {
  e: "acts";
  s: number;
  who: string;
  path: [number, number][];
  doing: string;
  emoji: string;
  at: string;
  asleep: boolean;
}
/**
 * A place tells its guests something (that it is about to close).
 */
export interface Announces {
  e: "announces";
  s: number;
  place: string;
  text: string;
}
/**
 * An interview's answer, which nobody remembers. It comes from a program, and says so.
 */
export interface AnswerShown {
  person: string;
  persona: string;
  question: string;
  answer: string;
  shown: MemoryShown[];
  by: string;
}
/**
 * One record of a memory stream.
 */
export interface MemoryShown {
  id: string;
  kind: "observation" | "reflection" | "plan";
  text: string;
  created: string;
  step: number;
  importance: number;
  source: string;
  heard_from: string;
  utterance: string;
  evidence: string[];
  hearsay: boolean;
}
/**
 * What became of the message with this `id`: taken, or refused with a reason in one line.
 */
export interface Answered {
  type: "answer";
  id: string;
  ok: boolean;
  why: string;
  step: number;
}
export interface Appears {
  e: "appears";
  s: number;
  who: string;
  /**
   * @minItems 2
   * @maxItems 2
   */
  tile: [number, number];
  visitor: boolean;
}
/**
 * Walk into the town as a visitor.
 */
export interface Arrive {
  command?: "Arrive";
  name: string;
  at: string;
  look?: string;
}
export interface Arrives {
  e: "arrives";
  s: number;
  who: string;
  /**
   * @minItems 2
   * @maxItems 2
   */
  tile: [number, number];
  using: string;
}
export interface Befell {
  where: string;
  only: boolean;
  event: ThingEvent;
}
export interface ThingEvent {
  step: number;
  text: string;
}
/**
 * A sending of a prompt.
 */
export interface CallShown {
  id: string;
  step: number;
  name: string;
  model: string;
  status: string;
  input_tokens: number;
  output_tokens: number;
  usd: number;
  fallback: boolean;
  prompt: string;
  reply: string;
}
/**
 * Be somebody's inner voice.
 */
export interface Whisper {
  command?: "Whisper";
  agent: string;
  text: string;
}
/**
 * Say something to somebody under a persona; they remember it.
 */
export interface Tell {
  command?: "Tell";
  agent: string;
  persona: string;
  text: string;
}
/**
 * Put an object into a state, in words.
 */
export interface SetState {
  command?: "SetState";
  address: string;
  state: string;
}
/**
 * Take over a resident.
 */
export interface Take {
  command?: "Take";
  agent: string;
}
/**
 * Hand a resident back, or leave the town as a visitor.
 */
export interface Release {
  command?: "Release";
  agent: string;
}
/**
 * Walk somebody embodied to a tile.
 */
export interface Walk {
  command?: "Walk";
  agent: string;
  /**
   * @minItems 2
   * @maxItems 2
   */
  to: [number, number];
}
/**
 * Have somebody embodied do something at an object or a place.
 */
export interface Use {
  command?: "Use";
  agent: string;
  at: string;
  doing: string;
  minutes?: number;
}
/**
 * Have somebody embodied say a line to a person in earshot.
 */
export interface Speak {
  command?: "Speak";
  agent: string;
  to: string;
  text: string;
  leave?: boolean;
}
export interface Departs {
  e: "departs";
  s: number;
  who: string;
}
/**
 * Somebody at a keyboard takes a body over, or hands it back.
 */
export interface Embodies {
  e: "embodies";
  s: number;
  who: string;
  by_person: boolean;
}
/**
 * What people have had to do with one another.
 */
export interface ExportedDealings {
  talks: TalkShown[];
  ties: TieAt[];
}
/**
 * A talk that is going on at a moment, with the lines said so far.
 */
export interface TalkShown {
  talk: string;
  participants: string[];
  lines: Says[];
}
export interface Says {
  e: "says";
  s: number;
  who: string;
  to: string;
  text: string;
  talk: string;
  number: number;
  hearers: string[];
}
export interface TieAt {
  at: number;
  tie: Tie;
}
/**
 * What two people have had to do with each other up to a moment; from `one` towards `other`.
 */
export interface Tie {
  one: string;
  other: string;
  talks: number;
  lines: number;
  last: number;
  thought: string;
  thought_id: string;
}
/**
 * One person's mind through the whole run.
 */
export interface ExportedLife {
  nows: PersonNow[];
  plans: PlanAt[];
  memories: Kept[];
}
/**
 * Somebody at a moment.
 */
export interface PersonNow {
  name: string;
  step: number;
  doing: string;
  emoji: string;
  why: string;
  place: string;
  talk: string;
  summary: string;
  memories: {
    [k: string]: number;
  };
  importance_sum: number;
  threshold: number;
  known_places: number;
}
export interface PlanAt {
  at: number;
  revision: number;
  plan: Revision;
}
/**
 * A plan as it was made or redone, and why.
 */
export interface Revision {
  step: number;
  reason: string;
  chunks: PlanShown[];
  hours: PlanShown[];
  steps: PlanShown[];
}
export interface PlanShown {
  start: number;
  end: number;
  activity: string;
  place: string;
  emoji: string;
  why: string;
  fallback: boolean;
}
/**
 * A memory and the way it came: `Passing`, without the stations before, which begin with `before`.
 */
export interface Kept {
  memory: MemoryShown;
  how: string;
  talk: string;
  line: string;
  before: string;
}
/**
 * What is needed to draw the first picture.
 */
export interface ExportedRun {
  session: Session;
  town: TownShown;
  marks: Mark[];
  people: string[];
  files: {
    [k: string]: string;
  };
}
/**
 * What is being watched.
 */
export interface Session {
  protocol: number;
  mode: "live" | "replay" | "following";
  run: string;
  file: string;
  town: string;
  about: string;
  seed: number;
  model: string;
  offline: boolean;
  start: string;
  step_seconds: number;
  next_step: number;
  opening: number;
  goal: number;
  can_command: boolean;
  version: string;
}
/**
 * The town as its folder has it: what does not change in a run.
 */
export interface TownShown {
  name: string;
  about: string;
  map: string;
  tile_pixels: number;
  people: Resident[];
  places: Place[];
}
/**
 * Who somebody is, as the town's folder has it.
 */
export interface Resident {
  name: string;
  age: number;
  pronouns: string;
  traits: string[];
  home: string;
  workplace: string;
  description: string[];
  visitor: boolean;
  look: Look;
}
/**
 * How a person is drawn. See docs/towns.md, "Looks".
 */
export interface Look {
  words: string;
  sheet: string;
}
/**
 * A place or an object of the tree.
 */
export interface Place {
  address: string;
  kind: "sector" | "arena" | "object";
  norms: string[];
  tiles: [number, number][];
  state: string;
  capacity: number;
}
/**
 * A moment worth jumping to.
 */
export interface Mark {
  s: number;
  kind: "talk" | "reflection" | "reaction" | "command" | "state";
  who: string[];
  text: string;
  to: number;
  id: string;
}
/**
 * What became of objects and places.
 */
export interface ExportedThings {
  objects: ObjectAt[];
  whereabouts: WhereAt[];
  history: Befell[];
}
export interface ObjectAt {
  at: number;
  address: string;
  state: string;
  users: string[];
}
export interface WhereAt {
  at: number;
  who: string;
  place: string;
}
/**
 * From when a fork differs (POST /api/fork).
 */
export interface Forking {
  at: number;
}
/**
 * Play, pause, change speed. Only of a live run; of a replay the client is its own clock.
 */
export interface SetPace {
  type?: "pace";
  id?: string;
  playing?: boolean | null;
  speed?: number | null;
  skip_sleep?: boolean | null;
}
/**
 * Let one step happen, paused.
 */
export interface StepOnce {
  type?: "step";
  id?: string;
}
/**
 * The clock waits while a person types; it goes on `seconds` after the last such message, or with `seconds` 0.
 */
export interface Hold {
  type?: "hold";
  id?: string;
  seconds: number;
}
/**
 * A command from a person, in one of the forms of `Command`.
 */
export interface Order {
  type?: "order";
  id?: string;
  command: Whisper | Tell | SetState | Arrive | Take | Release | Walk | Use | Speak;
}
/**
 * The first message of every connection; sent anew when another run is shown, or when its mode changes.
 */
export interface Hello {
  type: "hello";
  session: Session;
  pace: Pace | null;
}
/**
 * How the clock of a live run goes.
 */
export interface Pace {
  playing: boolean;
  speed: number;
  held: boolean;
  behind: boolean;
  skip_sleep: boolean;
  thinking: number;
}
/**
 * What happened from one step to another (not included): follows on what was sent before without a gap.
 *
 * A talk's mark comes when it begins, and again with its end when it ends.
 */
export interface Steps {
  type: "steps";
  from_step: number;
  to_step: number;
  events: (Appears | Departs | Acts | Arrives | Halts | Turns | Says | Parts | Announces | Embodies)[];
  marks: Mark[];
}
/**
 * A walk is broken off on a tile. `obstacle` is why, where something was in the way.
 */
export interface Halts {
  e: "halts";
  s: number;
  who: string;
  /**
   * @minItems 2
   * @maxItems 2
   */
  tile: [number, number];
  obstacle: "" | "closed" | "full" | "no way";
}
/**
 * An object is in another state from now on. `state` is empty where it is again as the map has it.
 */
export interface Turns {
  e: "turns";
  s: number;
  object: string;
  state: string;
  by: string;
}
/**
 * A talk is over.
 */
export interface Parts {
  e: "parts";
  s: number;
  talk: string;
  participants: string[];
}
export interface Paced {
  type: "pace";
  pace: Pace;
}
/**
 * What the run's calls have taken so far.
 */
export interface Spent {
  type: "spent";
  calls: number;
  input_tokens: number;
  output_tokens: number;
  usd: number;
}
/**
 * The live run goes on no further: it has ended, is paused (failing model, budget), or failed.
 */
export interface Stopped {
  type: "stopped";
  why: string;
  paused: boolean;
}
/**
 * An answer, under the letter by which it is called.
 */
export interface Lettered {
  letter: string;
  text: string;
}
/**
 * One station on the way of a belief: who knew it from where.
 */
export interface Passing {
  who: string;
  step: number;
  memory: MemoryShown;
  how: string;
  talk: string;
  line: string;
}
/**
 * What is asked in an interview (POST /api/ask).
 */
export interface Question {
  person: string;
  persona?: string;
  question: string;
  at?: number | null;
}
/**
 * How far somebody with a link has come, and what is next.
 */
export interface RatingShown {
  stage: "consent" | "watch" | "task" | "done" | "closed";
  role: "rater" | "author";
  person: string;
  moment: string;
  place: number;
  of: number;
  consent: string[];
  task: TaskShown | null;
  code: string;
}
/**
 * What is to be done next.
 */
export interface TaskShown {
  kind: "choose" | "order" | "write";
  asked: string;
  options: string[];
  answers: Lettered[];
  told: boolean;
}
/**
 * A stretch of the film: how the town stands when step `from_step` begins, and what happens before `to_step`.
 */
export interface Reel {
  from_step: number;
  to_step: number;
  scene: Scene;
  events: (Appears | Departs | Acts | Arrives | Halts | Turns | Says | Parts | Announces | Embodies)[];
}
/**
 * Everything to be seen when a step begins.
 */
export interface Scene {
  step: number;
  people: Shown[];
  objects: {
    [k: string]: string;
  };
  talks: TalkShown[];
}
/**
 * How somebody is to be seen at a moment: the state from which the following events go on.
 */
export interface Shown {
  who: string;
  path: [number, number][];
  departed: number;
  doing: string;
  emoji: string;
  at: string;
  using: string;
  arrived: boolean;
  asleep: boolean;
  talk: string;
  by_person: boolean;
}
/**
 * Why something cannot be done as things stand (status 409).
 */
export interface Refusal {
  detail: string;
  fork: boolean;
}
/**
 * How far a run is to go on (POST /api/resume).
 */
export interface Resuming {
  days?: number | null;
}
/**
 * A memory as retrieval ranked it: each score min-max normalised to 0..1.
 */
export interface Scored {
  memory: MemoryShown;
  score: number;
  recency: number;
  importance: number;
  relevance: number;
}
/**
 * A task done, by its kind: the option's place, the letters from most to least believable, or a text.
 */
export interface TaskDone {
  place: number;
  choice?: number | null;
  order?: string[] | null;
  text?: string | null;
}
/**
 * An object or a place at a moment.
 */
export interface ThingNow {
  address: string;
  state: string;
  users: string[];
  norms: string[];
  history: ThingEvent[];
}
