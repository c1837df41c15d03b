import { batch, computed } from "@preact/signals";

import { FeedStore } from "../feed/store";
import type { ServerMessage, SessionInfo } from "../protocol/messages";
import type { Source } from "../source/source";
import { linkedStep, readLink } from "./link";
import { embodied, feedVersion, marks, newest, pace, playhead, playing, session, spans, spent, step, stopped, town, trouble } from "./signals";

/** The source of the run, and the cache of its event feed. Set once, before anything is drawn. */
export let source: Source;
export let feed: FeedStore;

/** The id of the message by which this page moves a person after a lost connection. */
const CONTROL = "control";

/** Whether the user of this page may change anything: not on a standalone page, nor with the link for watching. */
export const mayDirect = computed(() => session.value !== undefined && session.value.may_direct && source.can.command);

/** Loads the session, opens it at the moment of the link or of the run, and listens to the server from then on. */
export async function begin(from: Source): Promise<void> {
  source = from;
  spans.value = from.spans;
  const [opened, shown] = await Promise.all([from.session(), from.town()]);
  let missing = "";
  const changed = () => {
    feedVersion.value++;
    if (trouble.peek() === missing) trouble.value = "";
  };
  const failed = (error: Error) => void (trouble.value = missing = error.message);
  feed = new FeedStore((first, end) => from.segment(first, end), opened, changed, failed);
  open(opened);
  town.value = shown;
  from.listen(hear);
  marks.value = await from.marks(0, opened.next_step);
}

/** Shows another run of the same source: a fork, made here or by another viewer, or the run of a restarted server. */
export async function reopen(opened: SessionInfo): Promise<void> {
  if (isShown(opened)) return;
  feed.forget(opened);
  embodied.value = "";
  open(opened);
  await meet();
  marks.value = await source.marks(0, opened.next_step);
}

function isShown({ run, file }: SessionInfo): boolean {
  const shown = session.peek();
  return shown?.run === run && shown.file === file;
}

function open(opened: SessionInfo): void {
  const linked = linkedStep(opened);
  batch(() => {
    session.value = opened;
    newest.value = opened.next_step;
    playhead.value = linked ?? (opened.mode === "replay" ? opened.opening : opened.next_step);
    playing.value = !readLink().paused && (opened.mode !== "replay" || linked === undefined);
    stopped.value = null;
  });
  feed.want(step.value);
}

/** Loads the town again, to learn about visitors. */
async function meet(): Promise<void> {
  try {
    town.value = await source.town();
  } catch (error) {
    trouble.value = (error as Error).message;
  }
}

function loseControl(why: string): void {
  embodied.value = "";
  trouble.value = why;
}

/** Handles a message of the server. */
function hear(message: ServerMessage): void {
  switch (message.type) {
    case "hello":
      // Without a pace the page has its own clock, as in front of a run that another process computes.
      pace.value = message.session.may_direct ? message.pace : null;
      trouble.value = "";
      if (isShown(message.session)) session.value = message.session;
      else reopen(message.session).catch((error: Error) => (trouble.value = error.message));
      // After a lost connection the server has to learn again whom this page moves.
      if (embodied.peek()) source.send({ type: "control", id: CONTROL, agent: embodied.peek() });
      break;
    case "steps":
      feed.follow(message);
      newest.value = Math.max(newest.value, message.to_step);
      if (message.events.some((event) => event.e === "appears" && event.visitor)) void meet();
      if (message.events.some((event) => event.e === "embodies" && !event.by_person && event.who === embodied.peek())) embodied.value = "";
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
      if (!message.ok && !message.id) trouble.value = message.why;
  }
}
