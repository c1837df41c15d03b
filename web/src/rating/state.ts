import { signal } from "@preact/signals";

import type { RatingView, RatingSubmission } from "../protocol/messages";
import { get, post, Refused } from "../source/http";
import { Unreached } from "../source/reach";
import { trouble } from "../state/signals";

/** How far whoever has this link has come; undefined until the server has said so. */
export const rating = signal<RatingView | undefined>(undefined);

/** Whether the replay is open beside the questions. */
export const looking = signal(false);

export function load(): Promise<void> {
  return told(get<RatingView>("rating"));
}

export function agree(): Promise<void> {
  return told(post<RatingView>("rating/consent", {}));
}

export function goOn(): Promise<void> {
  return told(post<RatingView>("rating/watched", {}));
}

/** A task is done. It is on the server's disk before the next is shown. */
export function done(task: RatingSubmission): Promise<void> {
  return told(post<RatingView>("rating/done", task));
}

const UNREACHED = "The server does not answer. What you have done here is still on this page: try again in a moment.";

async function told(answer: Promise<RatingView>): Promise<void> {
  try {
    rating.value = await answer;
    trouble.value = "";
  } catch (error) {
    trouble.value = error instanceof Unreached && rating.peek() ? UNREACHED : (error as Error).message;
    // Done in another window, say: what is next is asked for anew.
    if (error instanceof Refused && error.status === 409) rating.value = await get<RatingView>("rating").catch(() => rating.peek());
  }
}
