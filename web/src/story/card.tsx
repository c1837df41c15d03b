import { useEffect } from "preact/hooks";

import { CopyLink } from "../panels/copy_link";
import { Icon } from "../panels/icons";
import { WhatIfButton } from "../panels/what_if";
import { plural } from "../panels/words";
import type { StoryChapterView, StoryReason } from "../protocol/messages";
import { session, spans, town } from "../state/run";
import { selected } from "../state/selection";
import { tellStep } from "../time/calendar";
import { growing, playFrom, seek } from "../time/clock";
import { isHeld } from "../time/spans";
import { SaveClip } from "./clip/save_clip";
import { leftAt, putAway, recallVisit, sinceThen } from "./previously";
import { beginStory, chapter, closeOffer, keepTouring, leaveStory, linkTo, offered, showChapter, shownChapter, stay, story, tell, toggleTour, touring, turn, watchStory } from "./story";
import { hideThread, keepReading, reached, thread, threadId } from "./thread";

/** The caption of the thread that is drawn on the map: what it is, and how far it has come. */
export function ThreadCaption() {
  useEffect(keepReading, []);
  useEffect(() => void (threadId.peek() && tell()), []);
  const shown = thread.value;
  if (!shown) return null;
  return (
    <section class="thread-caption" aria-label="Drawn on the map">
      <p>
        {shown.title}: <strong role="status">{reached.value}</strong>
      </p>
      <button class="plain" type="button" aria-label="Take it off the map" onClick={hideThread}>
        <Icon name="close" />
      </button>
    </section>
  );
}

/** The card of the story: the offer to watch it, or the chapter that is shown. */
export function StoryCard() {
  useEffect(keepTouring, []);
  useEffect(beginStory, []);
  useEffect(recallVisit, []);
  const shown = shownChapter();
  if (shown) return <Chapter shown={shown} />;
  if (sinceThen.value.length > 0 && leftAt.value !== undefined && !selected.value) return <Previously left={leftAt.value} />;
  const told = story.value;
  const free = offered.value && !selected.value && !growing.value;
  return free && told && told.chapters.length > 1 ? <Offer title={told.title} count={told.chapters.length} /> : null;
}

function Offer({ title, count }: { title: string; count: number }) {
  return (
    <section class="story-card" aria-label="The story of this run">
      <h2>{title}</h2>
      <p>{plural(count, "moment")} in the lives of {plural(town.value?.people.length ?? 0, "person", "people")}: what they said, kept to themselves, promised and did.</p>
      <div class="turns">
        <button class="go" type="button" onClick={() => watchStory()}>
          <Icon name="play" /> Watch the story
        </button>
        <button class="chip" type="button" onClick={closeOffer}>Just look around</button>
      </div>
    </section>
  );
}

/** For who comes back to a run that has gone on. */
function Previously({ left }: { left: number }) {
  const show = (id: string) => {
    putAway();
    stay();
    showChapter(story.value?.chapters.findIndex((each) => each.id === id) ?? -1);
  };
  return (
    <section class="story-card" aria-label="Since you left">
      <h2>Previously</h2>
      <p>Since you left ({tellStep(session.value, left)}):</p>
      <ul class="plain-list">
        {sinceThen.value.map(({ id, title, step: at }) => (
          <li key={id}>
            <button type="button" onClick={() => show(id)}>
              {title} <small>{tellStep(session.value, at)}</small>
            </button>
          </li>
        ))}
      </ul>
      <div class="turns">
        <button class="go" type="button" onClick={() => (putAway(), playFrom(left))}>
          <Icon name="play" /> Go on from there
        </button>
        <button class="chip" type="button" onClick={putAway}>Stay here</button>
      </div>
    </section>
  );
}

function Chapter({ shown }: { shown: StoryChapterView }) {
  const count = story.value?.chapters.length ?? 0;
  const number = chapter.value;
  return (
    <section class="story-card" aria-label={`Chapter ${number + 1} of ${count}`}>
      <p class="quiet">
        {number + 1} of {count} · {tellStep(session.value, shown.step)}
        {shown.place && ` · ${shown.place}`}
      </p>
      <div role="status">
        <h2>{shown.title}</h2>
        <p>{shown.sentences.join(" ")}</p>
        {shown.quote && (
          <blockquote>
            “{shown.quote.text}” <cite>{shown.quote.who || "an inner voice"}</cite>
          </blockquote>
        )}
      </div>
      {shown.because.length > 0 && (
        <details>
          <summary>What led here</summary>
          <ul>{shown.because.map((reason) => <Reason reason={reason} />)}</ul>
        </details>
      )}
      <SaveClip key={shown.id} number={number} title={shown.title} />
      <div class="turns">
        <button class="plain" type="button" aria-label="Previous chapter" disabled={number === 0} onClick={() => turn(-1)}>
          <Icon name="previous" />
        </button>
        <button class="plain" type="button" aria-label="Next chapter" disabled={number === count - 1} onClick={() => turn(1)}>
          <Icon name="next" />
        </button>
        <button class="chip" type="button" aria-pressed={touring.value} onClick={toggleTour}>
          {touring.value ? "Stay here" : "Play on"}
        </button>
        <CopyLink label="Copy a link to this chapter" link={() => linkTo(shown)} />
        <button class="plain" type="button" aria-label="Close the story" onClick={leaveStory}>
          <Icon name="close" />
        </button>
      </div>
    </section>
  );
}

/** The ids of memories among those of reasons. */
const IS_MEMORY = /\/\d+\/\d+$/;

function Reason({ reason }: { reason: StoryReason }) {
  const go = () => {
    stay();
    seek(reason.step);
  };
  return (
    <li>
      <button type="button" disabled={!isHeld(spans.value, reason.step)} onClick={go}>
        <small>{tellStep(session.value, reason.step)}</small> {reason.who && <strong>{reason.who}: </strong>}
        {reason.text}
      </button>
      {(reason.talk || IS_MEMORY.test(reason.id)) && <WhatIfButton without={reason.id} />}
      {(story.value?.tested[reason.id] ?? []).map((sentence) => (
        <p class="tested">
          <strong>Tested:</strong> {sentence}
        </p>
      ))}
    </li>
  );
}
