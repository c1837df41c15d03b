/* Made from townlet.server.protocol; do not edit. See web/README.md. */

export type ClientMessage = SetPlaybackMessage | StepOnceMessage | HoldMessage | CommandMessage;
export type CommandRequest =
  | WhisperRequest
  | TellRequest
  | SetStateRequest
  | ArriveRequest
  | TakeRequest
  | ReleaseRequest
  | WalkRequest
  | UseRequest
  | SpeakRequest;
export type FeedEvent =
  Appears | Departs | Acts | Arrives | Halts | ObjectChanges | Says | TalkEnds | Announces | Embodies;
export type ServerMessage =
  HelloMessage | StepsMessage | PlaybackMessage | SpendingMessage | Acknowledgement | StoppedMessage;

export interface Wire {
  Acknowledgement?: Acknowledgement;
  Acts?: Acts;
  Announces?: Announces;
  Appears?: Appears;
  ArriveRequest?: ArriveRequest;
  Arrives?: Arrives;
  CallView?: CallView;
  ClientMessage?: ClientMessage;
  CommandMessage?: CommandMessage;
  CommandRequest?: CommandRequest;
  ConflictResponse?: ConflictResponse;
  Departs?: Departs;
  Embodies?: Embodies;
  ExportedMemory?: ExportedMemory;
  ExportedMind?: ExportedMind;
  ExportedPlan?: ExportedPlan;
  ExportedRelations?: ExportedRelations;
  ExportedRun?: ExportedRun;
  ExportedThings?: ExportedThings;
  FeedEvent?: FeedEvent;
  FeedSegment?: FeedSegment;
  ForkRequest?: ForkRequest;
  Halts?: Halts;
  HelloMessage?: HelloMessage;
  HoldMessage?: HoldMessage;
  InterviewRequest?: InterviewRequest;
  InterviewResponse?: InterviewResponse;
  LetteredAnswer?: LetteredAnswer;
  LookView?: LookView;
  MemoryView?: MemoryView;
  ObjectChanges?: ObjectChanges;
  ObjectStateChange?: ObjectStateChange;
  PersonSnapshot?: PersonSnapshot;
  PersonView?: PersonView;
  PlaceChange?: PlaceChange;
  PlaceView?: PlaceView;
  PlanItemView?: PlanItemView;
  PlanRevision?: PlanRevision;
  PlaybackMessage?: PlaybackMessage;
  PlaybackState?: PlaybackState;
  ProvenanceStep?: ProvenanceStep;
  RankedMemory?: RankedMemory;
  RatingSubmission?: RatingSubmission;
  RatingTaskView?: RatingTaskView;
  RatingView?: RatingView;
  ReleaseRequest?: ReleaseRequest;
  ResidentView?: ResidentView;
  ResumeRequest?: ResumeRequest;
  Says?: Says;
  ServerMessage?: ServerMessage;
  SessionInfo?: SessionInfo;
  SetPlaybackMessage?: SetPlaybackMessage;
  SetStateRequest?: SetStateRequest;
  SocialTie?: SocialTie;
  SpeakRequest?: SpeakRequest;
  SpendingMessage?: SpendingMessage;
  StepOnceMessage?: StepOnceMessage;
  StepsMessage?: StepsMessage;
  StoppedMessage?: StoppedMessage;
  TakeRequest?: TakeRequest;
  TalkEnds?: TalkEnds;
  TalkView?: TalkView;
  TellRequest?: TellRequest;
  ThingEvent?: ThingEvent;
  ThingHistoryEntry?: ThingHistoryEntry;
  ThingView?: ThingView;
  TieChange?: TieChange;
  TimelineMarker?: TimelineMarker;
  TownSnapshot?: TownSnapshot;
  TownView?: TownView;
  UseRequest?: UseRequest;
  WalkRequest?: WalkRequest;
  WhisperRequest?: WhisperRequest;
}
/**
 * What became of the message with this `id`: taken, or refused with a reason in one line.
 */
export interface Acknowledgement {
  type: "answer";
  id: string;
  ok: boolean;
  why: string;
  step: number;
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
export interface ArriveRequest {
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
/**
 * A sending of a prompt.
 */
export interface CallView {
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
 * Play, pause, change speed. Only of a live run; of a replay the client is its own clock.
 */
export interface SetPlaybackMessage {
  type?: "pace";
  id?: string;
  playing?: boolean | null;
  speed?: number | null;
  skip_sleep?: boolean | null;
}
/**
 * Let one step happen, paused.
 */
export interface StepOnceMessage {
  type?: "step";
  id?: string;
}
/**
 * The clock waits while a person types; it goes on `seconds` after the last such message, or with `seconds` 0.
 */
export interface HoldMessage {
  type?: "hold";
  id?: string;
  seconds: number;
}
/**
 * A command from a person, in one of the forms of `Command`.
 */
export interface CommandMessage {
  type?: "order";
  id?: string;
  command:
    | WhisperRequest
    | TellRequest
    | SetStateRequest
    | ArriveRequest
    | TakeRequest
    | ReleaseRequest
    | WalkRequest
    | UseRequest
    | SpeakRequest;
}
/**
 * Be somebody's inner voice.
 */
export interface WhisperRequest {
  command?: "Whisper";
  agent: string;
  text: string;
}
/**
 * Say something to somebody under a persona; they remember it.
 */
export interface TellRequest {
  command?: "Tell";
  agent: string;
  persona: string;
  text: string;
}
/**
 * Put an object into a state, in words.
 */
export interface SetStateRequest {
  command?: "SetState";
  address: string;
  state: string;
}
/**
 * Take over a resident.
 */
export interface TakeRequest {
  command?: "Take";
  agent: string;
}
/**
 * Hand a resident back, or leave the town as a visitor.
 */
export interface ReleaseRequest {
  command?: "Release";
  agent: string;
}
/**
 * Walk somebody embodied to a tile.
 */
export interface WalkRequest {
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
export interface UseRequest {
  command?: "Use";
  agent: string;
  at: string;
  doing: string;
  minutes?: number;
}
/**
 * Have somebody embodied say a line to a person in earshot.
 */
export interface SpeakRequest {
  command?: "Speak";
  agent: string;
  to: string;
  text: string;
  leave?: boolean;
}
/**
 * Why something cannot be done as things stand (status 409).
 */
export interface ConflictResponse {
  detail: string;
  fork: boolean;
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
 * A memory and the way it came: `Passing`, without the stations before, which begin with `before`.
 */
export interface ExportedMemory {
  memory: MemoryView;
  how: string;
  talk: string;
  line: string;
  before: string;
}
/**
 * One record of a memory stream.
 */
export interface MemoryView {
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
 * One person's mind through the whole run.
 */
export interface ExportedMind {
  nows: PersonView[];
  plans: ExportedPlan[];
  memories: ExportedMemory[];
}
/**
 * Somebody at a moment.
 */
export interface PersonView {
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
export interface ExportedPlan {
  at: number;
  revision: number;
  plan: PlanRevision;
}
/**
 * A plan as it was made or redone, and why.
 */
export interface PlanRevision {
  step: number;
  reason: string;
  chunks: PlanItemView[];
  hours: PlanItemView[];
  steps: PlanItemView[];
}
export interface PlanItemView {
  start: number;
  end: number;
  activity: string;
  place: string;
  emoji: string;
  why: string;
  fallback: boolean;
}
/**
 * What people have had to do with one another.
 */
export interface ExportedRelations {
  talks: TalkView[];
  ties: TieChange[];
}
/**
 * A talk that is going on at a moment, with the lines said so far.
 */
export interface TalkView {
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
export interface TieChange {
  at: number;
  tie: SocialTie;
}
/**
 * What two people have had to do with each other up to a moment; from `one` towards `other`.
 */
export interface SocialTie {
  one: string;
  other: string;
  talks: number;
  lines: number;
  last: number;
  thought: string;
  thought_id: string;
}
/**
 * What is needed to draw the first picture.
 */
export interface ExportedRun {
  session: SessionInfo;
  town: TownView;
  marks: TimelineMarker[];
  people: string[];
  files: {
    [k: string]: string;
  };
}
/**
 * What is being watched.
 */
export interface SessionInfo {
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
export interface TownView {
  name: string;
  about: string;
  map: string;
  tile_pixels: number;
  people: ResidentView[];
  places: PlaceView[];
}
/**
 * Who somebody is, as the town's folder has it.
 */
export interface ResidentView {
  name: string;
  age: number;
  pronouns: string;
  traits: string[];
  home: string;
  workplace: string;
  description: string[];
  visitor: boolean;
  look: LookView;
}
/**
 * How a person is drawn. See docs/towns.md, "Looks".
 */
export interface LookView {
  words: string;
  sheet: string;
}
/**
 * A place or an object of the tree.
 */
export interface PlaceView {
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
export interface TimelineMarker {
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
  objects: ObjectStateChange[];
  whereabouts: PlaceChange[];
  history: ThingHistoryEntry[];
}
export interface ObjectStateChange {
  at: number;
  address: string;
  state: string;
  users: string[];
}
export interface PlaceChange {
  at: number;
  who: string;
  place: string;
}
export interface ThingHistoryEntry {
  where: string;
  only: boolean;
  event: ThingEvent;
}
export interface ThingEvent {
  step: number;
  text: string;
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
export interface ObjectChanges {
  e: "turns";
  s: number;
  object: string;
  state: string;
  by: string;
}
/**
 * A talk is over.
 */
export interface TalkEnds {
  e: "parts";
  s: number;
  talk: string;
  participants: string[];
}
/**
 * A stretch of the film: how the town stands when step `from_step` begins, and what happens before `to_step`.
 */
export interface FeedSegment {
  from_step: number;
  to_step: number;
  scene: TownSnapshot;
  events: (Appears | Departs | Acts | Arrives | Halts | ObjectChanges | Says | TalkEnds | Announces | Embodies)[];
}
/**
 * Everything to be seen when a step begins.
 */
export interface TownSnapshot {
  step: number;
  people: PersonSnapshot[];
  objects: {
    [k: string]: string;
  };
  talks: TalkView[];
}
/**
 * How somebody is to be seen at a moment: the state from which the following events go on.
 */
export interface PersonSnapshot {
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
 * From when a fork differs (POST /api/fork).
 */
export interface ForkRequest {
  at: number;
}
/**
 * The first message of every connection; sent anew when another run is shown, or when its mode changes.
 */
export interface HelloMessage {
  type: "hello";
  session: SessionInfo;
  pace: PlaybackState | null;
}
/**
 * How the clock of a live run goes.
 */
export interface PlaybackState {
  playing: boolean;
  speed: number;
  held: boolean;
  behind: boolean;
  skip_sleep: boolean;
  thinking: number;
}
/**
 * What is asked in an interview (POST /api/ask).
 */
export interface InterviewRequest {
  person: string;
  persona?: string;
  question: string;
  at?: number | null;
}
/**
 * An interview's answer, which nobody remembers. It comes from a program, and says so.
 */
export interface InterviewResponse {
  person: string;
  persona: string;
  question: string;
  answer: string;
  shown: MemoryView[];
  by: string;
}
/**
 * An answer, under the letter by which it is called.
 */
export interface LetteredAnswer {
  letter: string;
  text: string;
}
export interface PlaybackMessage {
  type: "pace";
  pace: PlaybackState;
}
/**
 * One station on the way of a belief: who knew it from where.
 */
export interface ProvenanceStep {
  who: string;
  step: number;
  memory: MemoryView;
  how: string;
  talk: string;
  line: string;
}
/**
 * A memory as retrieval ranked it: each score min-max normalised to 0..1.
 */
export interface RankedMemory {
  memory: MemoryView;
  score: number;
  recency: number;
  importance: number;
  relevance: number;
}
/**
 * A task done, by its kind: the option's place, the letters from most to least believable, or a text.
 */
export interface RatingSubmission {
  place: number;
  choice?: number | null;
  order?: string[] | null;
  text?: string | null;
}
/**
 * What is to be done next.
 */
export interface RatingTaskView {
  kind: "choose" | "order" | "write";
  asked: string;
  options: string[];
  answers: LetteredAnswer[];
  told: boolean;
}
/**
 * How far somebody with a link has come, and what is next.
 */
export interface RatingView {
  stage: "consent" | "watch" | "task" | "done" | "closed";
  role: "rater" | "author";
  person: string;
  moment: string;
  place: number;
  of: number;
  consent: string[];
  task: RatingTaskView | null;
  code: string;
}
/**
 * How far a run is to go on (POST /api/resume).
 */
export interface ResumeRequest {
  days?: number | null;
}
/**
 * What happened from one step to another (not included): follows on what was sent before without a gap.
 *
 * A talk's mark comes when it begins, and again with its end when it ends.
 */
export interface StepsMessage {
  type: "steps";
  from_step: number;
  to_step: number;
  events: (Appears | Departs | Acts | Arrives | Halts | ObjectChanges | Says | TalkEnds | Announces | Embodies)[];
  marks: TimelineMarker[];
}
/**
 * What the run's calls have taken so far.
 */
export interface SpendingMessage {
  type: "spent";
  calls: number;
  input_tokens: number;
  output_tokens: number;
  usd: number;
}
/**
 * The live run goes on no further: it has ended, is paused (failing model, budget), or failed.
 */
export interface StoppedMessage {
  type: "stopped";
  why: string;
  paused: boolean;
}
/**
 * An object or a place at a moment.
 */
export interface ThingView {
  address: string;
  state: string;
  users: string[];
  norms: string[];
  history: ThingEvent[];
}
