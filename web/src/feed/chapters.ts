import type { StoryChapterView } from "../protocol/messages";

/** At most so many chapters are named to who comes back. */
const MOST = 4;

/** The chapters whose moment lies at a step or later, the last few. */
export function latest(chapters: readonly StoryChapterView[], from: number): readonly StoryChapterView[] {
  return chapters.filter(({ step }) => step >= from).slice(-MOST);
}
