import type { RatingView } from "../protocol/messages";
import { Icon } from "../panels/icons";
import { TownTime } from "../panels/pieces";
import { selected, selectPerson } from "../state/selection";
import { goOn, lookBack, looking } from "./state";

/** The bar with the current task, the progress, and the button that switches between questions and replay. */
export function Bar({ shown }: { shown: RatingView }) {
  const watches = shown.stage === "watch" || (shown.stage === "task" && looking.value);
  return (
    <header class="rating-bar">
      <h1>{title(shown)}</h1>
      {watches && <TownTime />}
      <span class="spring" />
      {watches && selected.value === null && (
        <button class="chip" type="button" onClick={() => selectPerson(shown.person)}>
          <Icon name="list" /> About {shown.person.split(" ", 1)[0]}
        </button>
      )}
      {shown.stage === "watch" && (
        <button class="go" type="button" onClick={() => void goOn()}>
          Continue to the questions
        </button>
      )}
      {shown.stage === "task" && <Views />}
      {watches && (
        <p class="quiet">
          Play, or drag the timeline to any moment, until you feel that you know {shown.person.split(" ", 1)[0]}. Plans and memories are those of the moment shown<span class="wide-only">; at its end they are complete</span>.
        </p>
      )}
      {shown.stage === "task" && <progress max={shown.of} value={shown.place} aria-label={`${shown.place} of ${shown.of} done`} />}
    </header>
  );
}

function title(shown: RatingView): string {
  switch (shown.stage) {
    case "watch":
      return `The days of ${shown.person}`;
    case "task":
      return `Question ${shown.place + 1} of ${shown.of}`;
    default:
      return "A study of a small town";
  }
}

function Views() {
  return (
    <div class="row" role="group" aria-label="What is shown">
      <button class="chip" type="button" aria-pressed={!looking.value} onClick={() => lookBack(false)}>
        <Icon name="list" /> Question
      </button>
      <button class="chip" type="button" aria-pressed={looking.value} onClick={() => lookBack(true)}>
        <Icon name="eye" /> Replay<span class="wide-only"> and memory</span>
      </button>
    </div>
  );
}
