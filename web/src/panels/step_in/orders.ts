import { signal } from "@preact/signals";

import type { Acknowledgement, CommandMessage, CommandRequest, ControlMessage } from "../../protocol/messages";
import { mayDirect, newest, reopen, session, source } from "../../state/run";
import { atEdge, goLive, step } from "../../time/clock";

/** What became of a command, and from which step on. `why` is empty if it was accepted. */
export type CommandAnswer = Pick<Acknowledgement, "ok" | "why" | "step">;

/** An offer to fork the run for a command that is impossible at the moment shown; the user accepts or declines. */
interface Offer {
  at: number;
  decide: (fork: boolean) => void;
}

export const offer = signal<Offer | null>(null);

const PATIENCE_MS = 30_000;
let sent = 0;

/** Sends a command; if the moment shown is in the past, offers a fork first. Returns the outcome and never throws. */
export async function order(command: CommandRequest): Promise<CommandAnswer> {
  if (!source.can.command) return refusal("This page is an exported run: open it with townlet serve to step in.");
  if (!mayDirect.value) return refusal("With the link for watching you can change nothing.");
  if (past()) {
    const refused = await offerFork();
    if (refused) return refusal(refused);
  }
  return deliver({ type: "order", command });
}

/** Whether the moment shown is in the past or the run is not being computed, so that nothing can change it. */
export function past(): boolean {
  return !session.value?.can_command || (!atEdge.value && step.value < newest.value - 1);
}

async function offerFork(): Promise<string> {
  const at = Math.min(step.value + 1, newest.value);
  const yes = await new Promise<boolean>((decide) => (offer.value = { at, decide }));
  offer.value = null;
  if (!yes) return "Nothing was done.";
  try {
    await reopen(await source.fork(at));
    goLive();
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

/** Moves a person whom a page moves already: another one, or this one before it was reloaded. */
export function takeOver(agent: string): Promise<CommandAnswer> {
  return deliver({ type: "control", agent });
}

function deliver(message: CommandMessage | ControlMessage): Promise<CommandAnswer> {
  const id = `${Date.now().toString(36)}-${sent++}`;
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(refusal("The server has not answered yet; it may still carry out the command.")), PATIENCE_MS);
    const stop = source.listen((message) => message.type === "answer" && message.id === id && finish(message));
    function finish(answer: CommandAnswer): void {
      clearTimeout(timer);
      stop();
      resolve(answer);
    }
    source.send({ ...message, id });
  });
}

function refusal(why: string): CommandAnswer {
  return { ok: false, why, step: 0 };
}
