import { useEffect, useState } from "preact/hooks";

import { loadElements } from "../panels/elements";
import { keepFocus } from "../panels/focus";
import { Trouble } from "../panels/notices";
import type { RatingView } from "../protocol/messages";
import { showTrouble } from "../state/trouble";
import "../styles/bars.css";
import "../styles/base.css";
import "../styles/memories.css";
import "../styles/narrow.css";
import "../styles/side.css";
import "../styles/timeline.css";
import "../styles/windows.css";
import { Bar } from "./bar";
import { Heading } from "./form";
import "./rating.css";
import { Replay } from "./replay";
import { agree, looking, rating } from "./state";
import { Task } from "./task";

/** The page behind a rater's link: consent, replay, questions, thanks. */
export function RatingPage() {
  const shown = rating.value;
  useEffect(keepFocus, []);
  useEffect(() => void loadElements().catch(showTrouble), []);
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

/** The consent text, which raters agree to before they see anything else. */
function Consent({ paragraphs }: { paragraphs: string[] }) {
  const [agreed, setAgreed] = useState(false);
  return (
    <main class="sheet">
      <h2>Before you begin</h2>
      {paragraphs.map((each) => (
        <p>{each}</p>
      ))}
      <label class="agree">
        <input type="checkbox" checked={agreed} onChange={({ currentTarget }) => setAgreed(currentTarget.checked)} />I have read this, and I agree to take part.
      </label>
      <div class="row end">
        <button class="go" type="button" disabled={!agreed} onClick={() => void agree()}>
          Begin
        </button>
      </div>
    </main>
  );
}

/** The last page: thanks, and the completion code. */
function Finished({ shown }: { shown: RatingView }) {
  if (shown.stage === "closed") {
    return (
      <main class="sheet">
        <Heading>This link is closed</Heading>
        <p>The researchers need no more answers here. If you have questions, ask the person who sent you the link.</p>
      </main>
    );
  }
  return (
    <main class="sheet">
      <Heading>Thank you</Heading>
      <p>Your answers are complete and saved. This is your completion code; it shows the person who sent you the link that you have finished:</p>
      <p class="code">{shown.code}</p>
      <p>You can close this page now. If you need the code again, open your link once more.</p>
    </main>
  );
}
