import { useEffect } from "preact/hooks";

import { Icon } from "../panels/icons";
import { Menu } from "../panels/menu";
import { Portrait } from "../panels/portrait";
import type { ThreadView } from "../protocol/messages";
import { session } from "../state/run";
import { tellStep } from "../time/calendar";
import { chapter, showChapter, stay, story, tell, watchStory } from "./story";
import { threadId, toggleThread } from "./thread";

/** The chapters of the run's story, as a menu of the top bar. */
export function StoryMenu() {
  return (
    <Menu class="story-menu" face={<><Icon name="book" /><span class="wide-only"> Story</span></>} label="The story of this run" title="Moments worth seeing">
      {(close) => <Chapters close={close} />}
    </Menu>
  );
}

function Chapters({ close }: { close: () => void }) {
  useEffect(() => void tell(), []);
  const told = story.value;
  if (!told) return <p role="status">Reading the run…</p>;
  return (
    <>
      {told.chapters.length > 1 && (
        <button class="go" type="button" onClick={() => (close(), watchStory())}>
          <Icon name="play" /> Watch the story
        </button>
      )}
      {told.threads.length > 0 && <Threads threads={told.threads} close={close} />}
      <ol>
        {told.chapters.map((each, number) => (
          <li key={each.id}>
            <button type="button" aria-current={number === chapter.value ? "true" : undefined} onClick={() => (close(), stay(), showChapter(number))}>
              {each.people[0] && <Portrait who={each.people[0]} side={32} />}
              <span>
                {each.title}
                <small>{tellStep(session.value, each.step)}</small>
              </span>
            </button>
          </li>
        ))}
      </ol>
      {told.gaps.map((gap) => <p class="quiet">{gap}</p>)}
    </>
  );
}

function Threads({ threads, close }: { threads: readonly ThreadView[]; close: () => void }) {
  return (
    <details>
      <summary>Follow on the map</summary>
      <ul>
        {threads.map(({ id, title }) => (
          <li key={id}>
            <button type="button" aria-pressed={id === threadId.value} onClick={() => (close(), toggleThread(id))}>
              {title}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
