/* Made from townlet.server.protocol; do not edit. See web/README.md. */

export type ClientMessage = SetPlaybackMessage | AdvanceMessage | HoldMessage | CommandMessage | ControlMessage;
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
  | HelloMessage
  | StepsMessage
  | PlaybackMessage
  | SpendingMessage
  | Acknowledgement
  | StoppedMessage
  | ControlLostMessage;

export interface Wire {
  Acknowledgement?: Acknowledgement;
  Acts?: Acts;
  AdvanceMessage?: AdvanceMessage;
  Announces?: Announces;
  Appears?: Appears;
  ArriveRequest?: ArriveRequest;
  Arrives?: Arrives;
  CallView?: CallView;
  ClientMessage?: ClientMessage;
  CommandMessage?: CommandMessage;
  CommandRequest?: CommandRequest;
  ConflictResponse?: ConflictResponse;
  ControlLostMessage?: ControlLostMessage;
  ControlMessage?: ControlMessage;
  Departs?: Departs;
  EmbeddingInfo?: EmbeddingInfo;
  Embodies?: Embodies;
  ExportedClient?: ExportedClient;
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
  InvalidResponse?: InvalidResponse;
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
  SearchGroup?: SearchGroup;
  SearchHit?: SearchHit;
  SearchView?: SearchView;
  ServerMessage?: ServerMessage;
  SessionInfo?: SessionInfo;
  SetPlaybackMessage?: SetPlaybackMessage;
  SetStateRequest?: SetStateRequest;
  SocialTie?: SocialTie;
  SpeakRequest?: SpeakRequest;
  SpendingMessage?: SpendingMessage;
  StepsMessage?: StepsMessage;
  StoppedMessage?: StoppedMessage;
  StoryChapterView?: StoryChapterView;
  StoryLine?: StoryLine;
  StoryReason?: StoryReason;
  StoryView?: StoryView;
  TakeRequest?: TakeRequest;
  TalkEnds?: TalkEnds;
  TalkView?: TalkView;
  TellRequest?: TellRequest;
  ThingEvent?: ThingEvent;
  ThingHistoryEntry?: ThingHistoryEntry;
  ThingView?: ThingView;
  ThreadBeat?: ThreadBeat;
  ThreadView?: ThreadView;
  TieChange?: TieChange;
  TimelineMarker?: TimelineMarker;
  TownSnapshot?: TownSnapshot;
  TownView?: TownView;
  UseRequest?: UseRequest;
  WalkRequest?: WalkRequest;
  WhatIfAnswer?: WhatIfAnswer;
  WhatIfRequest?: WhatIfRequest;
  WhatIfView?: WhatIfView;
  WhisperRequest?: WhisperRequest;
}
/**
 * The answer to the client's message with this `id`: accepted, or refused with a reason in one line.
 *
 * An answer to a message that is not valid has its `id` too, as far as the server can find one in it.
 */
export interface Acknowledgement {
  type: "answer";
  id: string;
  ok: boolean;
  why: string;
  step: number;
}
/**
 * A person begins an activity and walks to it: one tile per step along `path`, which begins where they stand.
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
 * Pause, and compute this many steps. The answer comes when they have been computed, after their `steps`.
 */
export interface AdvanceMessage {
  type?: "step";
  id?: string;
  steps?: number;
}
/**
 * A place announces something to its guests, such as that it is about to close.
 */
export interface Announces {
  e: "announces";
  s: number;
  place: string;
  text: string;
}
/**
 * A person comes into the town.
 */
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
 * Come into the town as a visitor.
 */
export interface ArriveRequest {
  command?: "Arrive";
  name: string;
  at?: string;
  look?: string;
}
/**
 * A person arrives at the place of their activity.
 */
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
 * A model call: one attempt to send a prompt.
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
 * Play, pause or change the speed of a live run. In a replay the client has its own clock.
 */
export interface SetPlaybackMessage {
  type?: "pace";
  id?: string;
  playing?: boolean | null;
  speed?: number | null;
  skip_sleep?: boolean | null;
}
/**
 * Make the clock wait while a viewer types. It continues `seconds` after the last such message; 0 releases it.
 */
export interface HoldMessage {
  type?: "hold";
  id?: string;
  seconds: number;
}
/**
 * A viewer's command to the town.
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
 * Speak to a person as their inner voice.
 */
export interface WhisperRequest {
  command?: "Whisper";
  agent: string;
  text: string;
}
/**
 * Say something to a person under a persona; they remember it.
 */
export interface TellRequest {
  command?: "Tell";
  agent: string;
  persona: string;
  text: string;
}
/**
 * Set the state of an object, in words.
 */
export interface SetStateRequest {
  command?: "SetState";
  address: string;
  state: string;
}
/**
 * Take control of a resident.
 */
export interface TakeRequest {
  command?: "Take";
  agent: string;
}
/**
 * Give up control of a resident, or leave the town as a visitor.
 */
export interface ReleaseRequest {
  command?: "Release";
  agent: string;
}
/**
 * Walk to a tile as a person whom the viewer controls.
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
 * Do something at an object or a place as a person whom the viewer controls.
 */
export interface UseRequest {
  command?: "Use";
  agent: string;
  at: string;
  doing: string;
  minutes?: number;
}
/**
 * Say a line to a person in earshot as a person whom the viewer controls.
 */
export interface SpeakRequest {
  command?: "Speak";
  agent: string;
  to: string;
  text: string;
  leave?: boolean;
}
/**
 * Move a person whom somebody at a keyboard moves already, as after a reload of the page.
 *
 * If another client moves them, it gets a `control` message and moves them no longer.
 */
export interface ControlMessage {
  type?: "control";
  id?: string;
  agent: string;
}
/**
 * The reason why an action is not possible in the run's present state (status 409).
 */
export interface ConflictResponse {
  detail: string;
  fork: boolean;
}
/**
 * This client no longer moves a person: another client has taken over.
 */
export interface ControlLostMessage {
  type: "control";
  agent: string;
  why: string;
}
/**
 * A person leaves the town.
 */
export interface Departs {
  e: "departs";
  s: number;
  who: string;
}
/**
 * Who may show the page in a frame and send it messages.
 */
export interface EmbeddingInfo {
  origins: string[];
}
/**
 * A viewer takes control of a person, or gives it up.
 */
export interface Embodies {
  e: "embodies";
  s: number;
  who: string;
  by_person: boolean;
}
/**
 * The built client.
 */
export interface ExportedClient {
  styles: string[];
  scripts: string[];
}
/**
 * A memory and how it came to the person: the fields of `ProvenanceStep`, and a link to the step before it.
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
 * A person as of a step.
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
/**
 * A plan as it stood from step `at` on.
 */
export interface ExportedPlan {
  at: number;
  revision: number;
  plan: PlanRevision;
}
/**
 * A version of a day's plan, and the reason why it was redone.
 */
export interface PlanRevision {
  step: number;
  reason: string;
  chunks: PlanItemView[];
  hours: PlanItemView[];
  steps: PlanItemView[];
}
/**
 * An activity in a plan.
 */
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
 * The talks and ties between people.
 */
export interface ExportedRelations {
  talks: TalkView[];
  ties: TieChange[];
}
/**
 * A talk with its lines up to a step.
 */
export interface TalkView {
  talk: string;
  participants: string[];
  lines: Says[];
}
/**
 * A person says a line of a talk.
 */
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
/**
 * A tie as it stood from step `at` on.
 */
export interface TieChange {
  at: number;
  tie: SocialTie;
}
/**
 * The relation of `one` to `other` as of a step: how often they have talked, and what `one` thinks of `other`.
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
 * The data that the page needs to draw its first picture.
 */
export interface ExportedRun {
  session: SessionInfo;
  town: TownView;
  marks: TimelineMarker[];
  people: string[];
  files: {
    [k: string]: string;
  };
  spans: [number, number][];
}
/**
 * The run that the server shows.
 */
export interface SessionInfo {
  protocol: number;
  mode: "live" | "replay" | "following";
  path: string;
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
  may_direct: boolean;
  version: string;
}
/**
 * The town as its folder defines it: everything that does not change during a run, apart from visitors.
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
 * A resident as the town's folder defines them, or a visitor.
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
 * The look of a person. See docs/towns.md, "Looks".
 */
export interface LookView {
  words: string;
  sheet: string;
}
/**
 * A place or an object of the town's tree.
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
 * A moment worth jumping to on the timeline.
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
 * The logs of objects, of people's whereabouts, and of incidents with things.
 */
export interface ExportedThings {
  objects: ObjectStateChange[];
  whereabouts: PlaceChange[];
  history: ThingHistoryEntry[];
}
/**
 * The state and the users of an object from step `at` on.
 */
export interface ObjectStateChange {
  at: number;
  address: string;
  state: string;
  users: string[];
}
/**
 * The place where a person is from step `at` on.
 */
export interface PlaceChange {
  at: number;
  who: string;
  place: string;
}
/**
 * An event in the history of an object or a place.
 */
export interface ThingHistoryEntry {
  where: string;
  only: boolean;
  event: ThingEvent;
}
/**
 * An event in the history of an object or a place, in words.
 */
export interface ThingEvent {
  step: number;
  text: string;
}
/**
 * A walk ends early on a tile. `obstacle` is the reason if something was in the way.
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
 * An object changes its state. `state` is empty if the object is back in the state that the map gives it.
 */
export interface ObjectChanges {
  e: "turns";
  s: number;
  object: string;
  state: string;
  by: string;
}
/**
 * A talk ends.
 */
export interface TalkEnds {
  e: "parts";
  s: number;
  talk: string;
  participants: string[];
}
/**
 * A segment of the event feed: the town when step `from_step` begins, and the events until before `to_step`.
 */
export interface FeedSegment {
  from_step: number;
  to_step: number;
  scene: TownSnapshot;
  events: (Appears | Departs | Acts | Arrives | Halts | ObjectChanges | Says | TalkEnds | Announces | Embodies)[];
}
/**
 * Everything that is visible when a step begins.
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
 * What is visible of a person when a step begins; the events that follow update it.
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
 * The step at which a fork branches off (POST /api/fork).
 */
export interface ForkRequest {
  at: number;
}
/**
 * The first message of every connection. It is sent again when the mode changes.
 */
export interface HelloMessage {
  type: "hello";
  session: SessionInfo;
  pace: PlaybackState | null;
}
/**
 * The state of a live run's playback clock.
 */
export interface PlaybackState {
  playing: boolean;
  speed: number;
  held: boolean;
  behind: boolean;
  slowed: boolean;
  skip_sleep: boolean;
  thinking: number;
}
/**
 * A question of an interview (POST /api/ask).
 */
export interface InterviewRequest {
  person: string;
  persona?: string;
  question: string;
  at?: number | null;
}
/**
 * The answer of an interview, which the person does not remember.
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
 * What is wrong with a request, in one line (status 422).
 */
export interface InvalidResponse {
  detail: string;
  fork: false;
}
/**
 * An answer with the letter that the page gives it.
 */
export interface LetteredAnswer {
  letter: string;
  text: string;
}
/**
 * The playback state of a live run has changed.
 */
export interface PlaybackMessage {
  type: "pace";
  pace: PlaybackState;
}
/**
 * One station in the provenance of a belief: a memory of a person, and how that person came to it.
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
 * A memory with its retrieval scores, each min-max normalised to 0..1.
 */
export interface RankedMemory {
  memory: MemoryView;
  score: number;
  recency: number;
  importance: number;
  relevance: number;
}
/**
 * A finished task: the option's index, the letters from most to least believable, or a text, by the task's kind.
 */
export interface RatingSubmission {
  place: number;
  choice?: number | null;
  order?: string[] | null;
  text?: string | null;
}
/**
 * The next task.
 */
export interface RatingTaskView {
  kind: "choose" | "order" | "write";
  asked: string;
  options: string[];
  answers: LetteredAnswer[];
  told: boolean;
}
/**
 * How far a rater has come, and what is next.
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
 * How long a resumed run lasts (POST /api/resume).
 */
export interface ResumeRequest {
  days?: number | null;
}
/**
 * The first results of one group.
 */
export interface SearchGroup {
  total: number;
  hits: SearchHit[];
}
/**
 * A spoken line or a memory that contains what was searched for.
 */
export interface SearchHit {
  kind: "line" | "observation" | "reflection" | "plan";
  step: number;
  who: string;
  text: string;
  talk: string;
}
/**
 * What a search found: lines that were said, and memories that are not of such a line.
 */
export interface SearchView {
  lines: SearchGroup;
  memories: SearchGroup;
}
/**
 * The events and markers from `from_step` until before `to_step`, without a gap to the message before.
 *
 * The marker of a talk is sent when the talk begins, and again, with its end, when it ends.
 */
export interface StepsMessage {
  type: "steps";
  from_step: number;
  to_step: number;
  events: (Appears | Departs | Acts | Arrives | Halts | ObjectChanges | Says | TalkEnds | Announces | Embodies)[];
  marks: TimelineMarker[];
}
/**
 * The tokens and dollars that the run's model calls have used so far.
 */
export interface SpendingMessage {
  type: "spent";
  calls: number;
  input_tokens: number;
  output_tokens: number;
  usd: number;
}
/**
 * The live run has stopped: it has reached its end, is paused (failing model, spent budget), or has failed.
 */
export interface StoppedMessage {
  type: "stopped";
  why: string;
  paused: boolean;
}
/**
 * A moment worth telling, and where a camera should look.
 */
export interface StoryChapterView {
  id: string;
  title: string;
  sentences: string[];
  step: number;
  from_step: number;
  to_step: number;
  people: string[];
  place: string;
  tile: [number, number] | null;
  talk: string;
  quote: StoryLine | null;
  because: StoryReason[];
}
/**
 * Words that a chapter quotes.
 */
export interface StoryLine {
  who: string;
  text: string;
}
/**
 * A spoken line or an event that led to a chapter.
 */
export interface StoryReason {
  id: string;
  step: number;
  who: string;
  text: string;
  talk: string;
}
/**
 * The story of a run so far.
 */
export interface StoryView {
  title: string;
  until: number;
  chapters: StoryChapterView[];
  threads: ThreadView[];
  gaps: string[];
  tested: {
    [k: string]: string[];
  };
}
/**
 * A matter that the page follows through the run, such as how a piece of news became known.
 */
export interface ThreadView {
  id: string;
  title: string;
  spreads: boolean;
  knew: string[];
  beats: ThreadBeat[];
}
/**
 * A moment of a thread.
 */
export interface ThreadBeat {
  step: number;
  people: string[];
}
/**
 * An object or a place as of a step.
 */
export interface ThingView {
  address: string;
  state: string;
  users: string[];
  norms: string[];
  history: ThingEvent[];
}
/**
 * What came about in the other world.
 */
export interface WhatIfAnswer {
  sentence: string;
  noise: string;
  told_instead: string;
  notes: string[];
  world: string;
  step: number;
  lines: string[];
}
/**
 * What would be otherwise if somebody had not taken something in (POST /api/what-if).
 */
export interface WhatIfRequest {
  without: string;
  question?: string;
  at: number;
  action?: "look" | "try" | "stop";
  pays?: boolean;
}
/**
 * A question, what it takes, how far it has come and its answer.
 */
export interface WhatIfView {
  without: string;
  questions: string[];
  question: string;
  state: "planned" | "running" | "answered" | "stopped";
  why: string;
  worlds: number;
  done: number;
  seconds: number | null;
  calls: number;
  usd: number | null;
  answer: WhatIfAnswer | null;
}
