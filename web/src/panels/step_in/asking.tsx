import { signal } from "@preact/signals";
import { useState } from "preact/hooks";

import type { InterviewResponse } from "../../protocol/messages";
import { session, source } from "../../state/run";
import { asOf, going } from "../../time/clock";
import { Memory } from "../memory";
import { type Outcome, Told } from "../pieces";
import { Portrait } from "../portrait";
import { Window } from "../window";
import { answeredBy, answersFor } from "../words";
import { order } from "./orders";
import { Typed } from "./typed";

/** The person whom the user talks to; empty for nobody. */
const asked = signal("");
const first = signal<Way>("ask");

/** Opens the window for talking to a person; `how` is chosen first. */
export function speakTo(name: string, how: Way = source.can.ask ? "ask" : "tell"): void {
  first.value = how;
  asked.value = name;
}

const WAYS = {
  ask: { name: "Ask", told: "An interview: they will not remember this.", button: "Ask", placeholder: "What do you want to ask?" },
  tell: { name: "Say", told: "They hear it from your persona, and remember it.", button: "Say", placeholder: "What do you say to them?" },
  whisper: {
    name: "Inner voice",
    told: "They take it for a thought of their own, and may act on it.",
    button: "Whisper",
    placeholder: "You are going to …",
  },
} as const;
type Way = keyof typeof WAYS;

/** The window for talking to a person from outside the town: an interview, a remark, or an inner voice. */
export function Asking() {
  const person = asked.value;
  return (
    <Window title={`Talk to ${person}`} open={person !== ""} closed={() => (asked.value = "")}>
      {person && <Conversation key={person} person={person} />}
    </Window>
  );
}

function Conversation({ person }: { person: string }) {
  const [way, setWay] = useState<Way>(first.peek());
  const [persona, setPersona] = useState("a reporter");
  const [answers, setAnswers] = useState<InterviewResponse[]>([]);
  const [outcome, setOutcome] = useState<Outcome | undefined>(undefined);

  async function send(text: string): Promise<boolean> {
    setOutcome(undefined);
    if (way === "ask") return interview(text);
    const command = way === "tell" ? ({ command: "Tell", agent: person, persona, text } as const) : ({ command: "Whisper", agent: person, text } as const);
    const { ok, why } = await order(command);
    const done = way === "tell" ? ["has heard you", "will hear you"] : ["has the thought now", "will have the thought"];
    setOutcome({ ok, text: !ok ? why : going.value ? `${person} ${done[0]}.` : `${person} ${done[1]} when the town goes on.` });
    return ok;
  }

  async function interview(question: string): Promise<boolean> {
    try {
      const answer = await source.ask(person, persona, question, asOf.value);
      setAnswers((before) => [...before, answer]);
      return true;
    } catch (error) {
      setOutcome({ ok: false, text: (error as Error).message });
      return false;
    }
  }
  const chosen = WAYS[way];
  return (
    <>
      <div class="row" role="group" aria-label="How to talk to them">
        {(Object.keys(WAYS) as Way[]).map((each) => (
          <button class="chip" type="button" aria-pressed={each === way} onClick={() => setWay(each)}>
            {WAYS[each].name}
          </button>
        ))}
      </div>
      <p class="quiet">{chosen.told}</p>
      {way !== "whisper" && (
        <label class="field">
          You are
          <input type="text" value={persona} maxLength={80} onInput={({ currentTarget }) => setPersona(currentTarget.value)} />
        </label>
      )}
      {way === "ask" && answers.map((answer) => <Answer answer={answer} />)}
      <Typed label={chosen.name} placeholder={chosen.placeholder} button={chosen.button} most={2000} send={send} />
      <Told outcome={outcome} />
      <p class="program">{person} is a program; {answersFor(session.value?.offline ? "offline" : (session.value?.model ?? ""))}.</p>
    </>
  );
}

/** The answer of an interview, who gave it, and the memories that were in the prompt. */
function Answer({ answer }: { answer: InterviewResponse }) {
  return (
    <article class="answer">
      <p class="question">{answer.persona}: {answer.question}</p>
      <div class="said">
        <Portrait who={answer.person} side={40} />
        <blockquote>{answer.answer}</blockquote>
      </div>
      <details>
        <summary>{answer.shown.length} memories it rests on · {answeredBy(answer.by)}</summary>
        {answer.shown.map((memory) => <Memory key={memory.id} memory={memory} />)}
      </details>
    </article>
  );
}
