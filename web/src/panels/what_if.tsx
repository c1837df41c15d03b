import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";

import type { WhatIfAnswer, WhatIfRequest, WhatIfView } from "../protocol/messages";
import { rootOf } from "../source/http";
import { mayDirect, newest, session, source } from "../state/run";
import { linkTime, timeAt } from "../time/calendar";
import { Moment } from "./pieces";
import { Window } from "./window";
import { dollars, plural } from "./words";

/** The line or memory that is asked about; undefined while nobody asks. */
const asked = signal<{ without: string; at: number } | undefined>(undefined);

const LOOK_AGAIN_MS = 1000;

/** Asks what would be otherwise without a line or a memory; not there on a page that cannot live the town again. */
export function WhatIfButton({ without }: { without: string }) {
  if (!mayDirect.value) return null;
  return (
    <button class="opens" type="button" title="Live the town again without it, and see what is otherwise" onClick={() => (asked.value = { without, at: newest.peek() })}>
      What if not?
    </button>
  );
}

/** The dialog of a what-if question: what it takes, how far it has come, and the answer. */
export function WhatIf() {
  const about = asked.value;
  return (
    <Window title="What if this had not been taken in?" open={about !== undefined} closed={() => (asked.value = undefined)}>
      {about && <Question key={about.without} {...about} />}
    </Window>
  );
}

function Question({ without, at }: { without: string; at: number }) {
  const [shown, show] = useState<WhatIfView | undefined>(undefined);
  const [why, setWhy] = useState("");
  const act = (more: Partial<WhatIfRequest>) =>
    source.whatIf({ without, at, question: shown?.question ?? "", ...more }).then(
      (view) => (show(view), setWhy("")),
      (error: Error) => setWhy(error.message),
    );
  useEffect(() => void act({}), []);
  useEffect(() => {
    if (shown?.state !== "running") return;
    const again = setTimeout(() => void act({}), LOOK_AGAIN_MS);
    return () => clearTimeout(again);
  }, [shown, why]);

  const trouble = why && <p class="refusal" role="alert">{why}</p>;
  if (!shown) return trouble || <p role="status">Reading the run…</p>;
  return (
    <>
      <p class="quiet">{shown.without}</p>
      {shown.state === "running" ? <Running shown={shown} /> : <Asked shown={shown} choose={(question) => void act({ question })} />}
      {trouble}
      {shown.why && <p class="refusal" role="alert">{shown.why}</p>}
      {shown.answer && <Answer answer={shown.answer} />}
      <div class="row end">
        {shown.state === "running" && <button class="chip" type="button" onClick={() => void act({ action: "stop" })}>Stop</button>}
        {(shown.state === "planned" || shown.why) && shown.state !== "running" && (
          <button class="go" type="button" onClick={() => void act({ action: "try", pays: shown.calls > 0 })}>
            {shown.calls > 0 ? `Pay ${price(shown)} and try it` : shown.state === "stopped" ? "Go on" : "Try it"}
          </button>
        )}
        {shown.answer && <a class="go" href={linkTo(shown.answer)}>Watch the other world</a>}
      </div>
    </>
  );
}

function Asked({ shown, choose }: { shown: WhatIfView; choose: (question: string) => void }) {
  return (
    <>
      <label class="field">
        What would be otherwise?
        <select value={shown.question} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          {[...new Set([...shown.questions, shown.question])].map((each) => (
            <option key={each} value={each}>{each.replace(/ did (.*) at (day .*)$/, ": $1, $2")}</option>
          ))}
        </select>
      </label>
      {shown.state === "planned" && <Estimate shown={shown} />}
    </>
  );
}

/** What it takes: time and, with a language model, money. */
function Estimate({ shown }: { shown: WhatIfView }) {
  return (
    <p>
      The town is lived again without it until this is decided, and {plural(shown.worlds - 1, "more time", "more times")} for comparison: about {duration(shown.seconds)}.
      The run itself is not changed.
      {shown.calls > 0 && ` That takes ${plural(shown.calls, "call")} to ${session.value?.model} at most if the other worlds ask as much as this one did: ${price(shown)}. Replies of the run are used again wherever nothing differs, so it is likely less.`}
    </p>
  );
}

function Running({ shown }: { shown: WhatIfView }) {
  const left = shown.seconds === null ? "" : `, about ${duration(shown.seconds)} left`;
  return (
    <>
      <p>{shown.question}?</p>
      <progress max={shown.worlds} value={shown.done} aria-label="Worlds lived" />
      <p role="status">{shown.done} of {plural(shown.worlds, "world")} lived{left}. You may close this; it goes on.</p>
    </>
  );
}

function Answer({ answer }: { answer: WhatIfAnswer }) {
  const [run, other] = answer.lines;
  return (
    <div role="status">
      <p><strong>{answer.sentence}</strong></p>
      {answer.told_instead && <p>There the news came from {answer.told_instead}.</p>}
      <p>{answer.noise}</p>
      {answer.lines.length > 0 && (
        <dl class="worlds">
          <dt>In this run, <Moment step={answer.step} /></dt>
          <dd>{run || "nothing is said"}</dd>
          <dt>In the other world</dt>
          <dd>{other || "nothing is said"}</dd>
        </dl>
      )}
      {answer.notes.map((note) => <p class="quiet">{note}</p>)}
    </div>
  );
}

function linkTo({ world, step }: WhatIfAnswer): string {
  const watched = session.value;
  return `${rootOf(location.pathname)}${world}#at=${watched ? linkTime(timeAt(watched, step)) : ""}`;
}

function price({ calls, usd }: WhatIfView): string {
  return usd === null ? `for ${plural(calls, "call")}` : `up to ${dollars(usd)}`;
}

function duration(seconds: number | null): string {
  if (seconds === null) return "a while";
  return seconds < 90 ? plural(Math.max(1, Math.round(seconds)), "second") : plural(Math.round(seconds / 60), "minute");
}
