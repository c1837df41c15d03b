import { useEffect } from "preact/hooks";

import "../panels/elements";
import "../styles/base.css";
import "../styles/bars.css";
import "../styles/timeline.css";
import "../styles/side.css";
import "../styles/memories.css";
import "../styles/windows.css";
import "../styles/narrow.css";
import "./rating.css";

import type { RatingView } from "../protocol/messages";
import { keepFocus } from "../panels/focus";
import { Trouble } from "../panels/notices";
import { Bar } from "./bar";
import { Consent } from "./consent";
import { Finished } from "./finished";
import { Replay } from "./replay";
import { looking, rating } from "./state";
import { Task } from "./task";

/** The page behind a rater's link: consent, replay, questions, thanks. */
export function RatingPage() {
  const shown = rating.value;
  useEffect(keepFocus, []);
  if (!shown) {
    return (
      <main class="opening">
        <p role="status">Opening…</p>
        <Trouble />
      </main>
    );
  }
  return (
    <div class="rating">
      <Bar shown={shown} />
      <Stage shown={shown} />
      <Trouble />
    </div>
  );
}

function Stage({ shown }: { shown: RatingView }) {
  switch (shown.stage) {
    case "consent":
      return <Consent paragraphs={shown.consent} />;
    case "watch":
      return <Replay person={shown.person} />;
    case "task":
      // The task stays mounted, so that a draft survives a look back at the replay.
      return (
        <>
          {shown.task && <Task key={shown.place} task={shown.task} shown={shown} hidden={looking.value} />}
          {looking.value && <Replay person={shown.person} />}
        </>
      );
    default:
      return <Finished shown={shown} />;
  }
}
