import { useState } from "preact/hooks";

import type { RatingTaskView, RatingView } from "../protocol/messages";
import { tellDay, tellTime, timeOf } from "../time/calendar";
import { draftOf, Form, Heading } from "./form";
import { Ranking } from "./ranking";
import { done } from "./state";

/** One question with its form: to choose, to rank or to write. */
export function Task({ task, shown, hidden }: { task: RatingTaskView; shown: RatingView; hidden: boolean }) {
  return (
    <main class="sheet" hidden={hidden}>
      <p class="quiet">{lead(task, shown)}</p>
      <Heading>{task.asked}</Heading>
      {task.kind === "choose" && <Choosing options={task.options} place={shown.place} />}
      {task.kind === "order" && <Ranking answers={task.answers} told={task.told} place={shown.place} />}
      {task.kind === "write" && <Writing person={shown.person} place={shown.place} />}
    </main>
  );
}

function lead(task: RatingTaskView, shown: RatingView): string {
  switch (task.kind) {
    case "choose":
      return "About what you watched";
    case "order":
      return task.told
        ? "There is nothing to judge here. Do what the answers say."
        : `These are answers to a question that ${shown.person} was asked on ${moment(shown)}. Put the one that is most believable for ${shown.person} at the top, and the least believable at the bottom.`;
    case "write":
      return `Answer in ${shown.person}'s place, as of ${moment(shown)}`;
  }
}

/** The time of the interview, which is what "today" means in the questions. */
function moment(shown: RatingView): string {
  const time = timeOf(shown.moment);
  return `${tellDay(time)} at ${tellTime(time)}`;
}

function Choosing({ options, place }: { options: string[]; place: number }) {
  const draft = draftOf(place);
  const [chosen, setChosen] = useState(() => Number(draft.read() || -1));
  function choose(number: number): void {
    setChosen(number);
    draft.write(String(number));
  }
  return (
    <Form ready={chosen >= 0} save={() => done({ place, choice: chosen })}>
      <fieldset class="options">
        <legend class="unseen">Choose one</legend>
        {options.map((each, number) => (
          <label>
            <input type="radio" name="option" checked={number === chosen} onChange={() => choose(number)} />
            {each}
          </label>
        ))}
      </fieldset>
    </Form>
  );
}

const LONGEST = 4000;

function Writing({ person, place }: { person: string; place: number }) {
  const draft = draftOf(place);
  const [text, setText] = useState(draft.read);
  function write(words: string): void {
    setText(words);
    draft.write(words);
  }
  return (
    <Form ready={text.trim() !== ""} save={() => done({ place, text })}>
      <textarea rows={7} maxLength={LONGEST} aria-label={`What ${person} would answer`} value={text} onInput={({ currentTarget }) => write(currentTarget.value)} />
      <p class="quiet">
        In the first person and in whole sentences, from what {person} knows and remembers. The replay and {person}'s memory stay open under “Replay”. What you save cannot be changed afterwards.
      </p>
    </Form>
  );
}
