import { signal } from "@preact/signals";

import type { RatingView, RatingSubmission } from "../protocol/messages";
import { get, post, Refused } from "../source/http";
import { Unreached } from "../source/reach";
import { clearTrouble, showTrouble } from "../state/trouble";

/** The rater's progress; undefined until the server has answered. */
export const rating = signal<RatingView | undefined>(undefined);

/** Whether the replay is open instead of the questions. */
export const looking = signal(false);

/** Opens the replay, or with false the questions. */
export function lookBack(looks: boolean): void {
  looking.value = looks;
}

export function load(): Promise<void> {
  return told(get<RatingView>("rating"));
}

export function agree(): Promise<void> {
  return told(post<RatingView>("rating/consent", {}));
}

export function goOn(): Promise<void> {
  return told(post<RatingView>("rating/watched", {}));
}

/** Sends a finished task. The server has stored it on disk before the next one is shown. */
export function done(task: RatingSubmission): Promise<void> {
  return told(post<RatingView>("rating/done", task));
}

const UNREACHED = "The server does not answer. What you have done here is still on this page: try again in a moment.";

async function told(answer: Promise<RatingView>): Promise<void> {
  try {
    rating.value = await answer;
    clearTrouble();
  } catch (error) {
    showTrouble(error instanceof Unreached && rating.peek() ? UNREACHED : (error as Error));
    // The task was finished elsewhere, such as in another window: load what is next.
    if (error instanceof Refused && error.status === 409) rating.value = await get<RatingView>("rating").catch(() => rating.peek());
  }
}
