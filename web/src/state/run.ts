import { batch, computed, signal } from "@preact/signals";

import { FeedStore } from "../feed/store";
import type { PlaybackState, ServerMessage, SessionInfo, SpendingMessage, StoppedMessage, TimelineMarker, TownView } from "../protocol/messages";
import type { Source, Span } from "../source/source";
import { disembody, embodied } from "./embodied";
import { clearTrouble, showTrouble } from "./trouble";

/** The source of the run, and the cache of its event feed. Set once, before anything is drawn. */
export let source: Source;
export let feed: FeedStore;

/** The run that is shown, once it is known. */
export const session = signal<SessionInfo | undefined>(undefined);
export const town = signal<TownView | undefined>(undefined);

/** The first step that has not happened yet. */
export const newest = signal(0);

/** The spans of steps that a page of some chapters holds; empty for a whole run. */
export const spans = signal<readonly Span[]>([]);

/** The state of a live run's clock, which the server keeps; null in other modes. */
export const pace = signal<PlaybackState | null>(null);

/** The timeline markers of the whole run, ordered by step. */
export const marks = signal<TimelineMarker[]>([]);

export const spent = signal<SpendingMessage | null>(null);
export const stopped = signal<StoppedMessage | null>(null);

/** Increases whenever new events come in; whatever draws moments depends on it. */
export const feedVersion = signal(0);

/** Sets the clock for a run that has just been opened. */
let setClock: (opened: SessionInfo) => void = () => undefined;

/** The id of the message by which this page moves a person after a lost connection. */
const CONTROL = "control";

/** Whether the user of this page may change anything: not on a standalone page, nor with the link for watching. */
export const mayDirect = computed(() => session.value !== undefined && session.value.may_direct && source.can.command);

/**
 * Loads the session, opens it, and listens to the server from then on. `opens` sets the clock for each run that is opened,
 * in the same batch, so that nobody sees a run at a moment of another.
 */
export async function begin(from: Source, opens: (opened: SessionInfo) => void): Promise<void> {
  source = from;
  setClock = opens;
  spans.value = from.spans;
  const [opened, shown] = await Promise.all([from.session(), from.town()]);
  let missing = "";
  const changed = () => {
    feedVersion.value++;
    clearTrouble(missing);
  };
  const failed = (error: Error) => showTrouble((missing = error.message));
  feed = new FeedStore((first, end) => from.segment(first, end), opened, changed, failed);
  town.value = shown;
  open(opened);
  from.listen(hear);
  marks.value = await from.marks(0, opened.next_step);
}

/** Shows another run of the same source: a fork, made here or by another viewer, or the run of a restarted server. */
export async function reopen(opened: SessionInfo): Promise<void> {
  if (isShown(opened)) return;
  feed.forget(opened);
  disembody();
  open(opened);
  await meet();
  marks.value = await source.marks(0, opened.next_step);
}

function isShown({ run, file }: SessionInfo): boolean {
  const shown = session.peek();
  return shown?.run === run && shown.file === file;
}

function open(opened: SessionInfo): void {
  batch(() => {
    session.value = opened;
    newest.value = opened.next_step;
    stopped.value = null;
    setClock(opened);
  });
}

/** Loads the town again, to learn about visitors. */
async function meet(): Promise<void> {
  try {
    town.value = await source.town();
  } catch (error) {
    showTrouble(error as Error);
  }
}

function loseControl(why: string): void {
  disembody();
  showTrouble(why);
}

/** Handles a message of the server. */
function hear(message: ServerMessage): void {
  switch (message.type) {
    case "hello":
      // Without a pace the page has its own clock, as in front of a run that another process computes.
      pace.value = message.session.may_direct ? message.pace : null;
      clearTrouble();
      if (isShown(message.session)) session.value = message.session;
      else reopen(message.session).catch(showTrouble);
      // After a lost connection the server has to learn again whom this page moves.
      if (embodied.peek()) source.send({ type: "control", id: CONTROL, agent: embodied.peek() });
      break;
    case "steps":
      feed.follow(message);
      newest.value = Math.max(newest.value, message.to_step);
      if (message.events.some((event) => event.e === "appears" && event.visitor)) void meet();
      if (message.events.some((event) => event.e === "embodies" && !event.by_person && event.who === embodied.peek())) disembody();
      if (message.marks.length) marks.value = [...marks.value, ...message.marks];
      break;
    case "pace":
      if (session.peek()?.may_direct) pace.value = message.pace;
      break;
    case "spent":
      spent.value = message;
      break;
    case "stopped":
      stopped.value = message;
      break;
    case "control":
      if (message.agent === embodied.peek()) loseControl(message.why);
      break;
    case "answer":
      if (!message.ok && message.id === CONTROL) return loseControl(message.why);
      // A message with an id has a sender on this page, who shows the outcome.
      if (!message.ok && !message.id) showTrouble(message.why);
  }
}
