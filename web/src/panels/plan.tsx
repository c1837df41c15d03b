import { useState } from "preact/hooks";

import type { PlanItemView, PlanRevision } from "../protocol/messages";
import { session, source } from "../state/run";
import { tellTime, timeAt } from "../time/calendar";
import { asOf, step } from "../time/clock";
import { reach, stretches } from "./day_line";
import { useLoaded } from "./loaded";
import { Address, Blank, Moment, Part } from "./pieces";

const LEVELS = [
  { level: "chunks", title: "The day in broad strokes" },
  { level: "hours", title: "Hour by hour" },
  { level: "steps", title: "In steps" },
] as const;

/** A day's plan at its three levels, and how it was changed. */
export function Plan({ name }: { name: string }) {
  const { value: revisions, why } = useLoaded(() => source.plans(name, asOf.value), name, [asOf.value]);
  const [chosen, choose] = useState<number | undefined>(undefined);
  if (!revisions?.length) return <Blank why={why}>{revisions ? "No plan yet." : "…"}</Blank>;
  const ordered = [...revisions].sort((one, other) => one.step - other.step);
  const plan = ordered.find((each) => each.step === chosen) ?? ordered.at(-1);
  if (!plan) return <Blank>No plan yet.</Blank>;
  return (
    <>
      <DayLine plan={plan} />
      {ordered.length > 1 && <Revisions all={ordered} shown={plan} choose={choose} />}
      {LEVELS.map(({ level, title }) => (
        <Part title={title} key={level}>
          {plan[level].length ? <Items items={plan[level]} /> : <Blank>Not planned yet.</Blank>}
        </Part>
      ))}
    </>
  );
}

function DayLine({ plan }: { plan: PlanRevision }) {
  const span = reach(plan);
  const at = (step.value - span[0]) / Math.max(1, span[1] - span[0]);
  return (
    <svg class="day-line" viewBox="0 0 1000 96" preserveAspectRatio="none" role="img" aria-label="The day's plan on a line">
      {LEVELS.map(({ level }, row) =>
        stretches(plan[level], span, step.value).map(({ item, from, share, now }) => (
          <rect class={now ? `${level} now` : level} x={from * 1000 + 1} y={row * 32 + 2} width={Math.max(2, share * 1000 - 2)} height={28} rx={5}>
            <title>{`${timeOf(item.start)} ${item.activity}`}</title>
          </rect>
        )),
      )}
      {at >= 0 && at <= 1 && <line class="now" x1={at * 1000} x2={at * 1000} y1={0} y2={96} />}
    </svg>
  );
}

function Revisions({ all, shown, choose }: { all: PlanRevision[]; shown: PlanRevision; choose: (step: number) => void }) {
  return (
    <Part title="How it was changed">
      <ol class="revisions">
        {[...all].reverse().map((each) => (
          <li key={each.step} class={each === shown ? "chosen" : ""}>
            <Moment step={each.step} />
            <button class="opens" type="button" aria-pressed={each === shown} onClick={() => choose(each.step)}>
              {each.reason || "The morning's plan"}
            </button>
          </li>
        ))}
      </ol>
    </Part>
  );
}

function Items({ items }: { items: PlanItemView[] }) {
  return (
    <ol class="plan">
      {items.map((item) => (
        <li key={item.start} class={item.start <= step.value && step.value < item.end ? "now" : ""} aria-current={item.start <= step.value && step.value < item.end}>
          <span class="span">{timeOf(item.start)}</span>
          <span>
            {item.emoji} {item.activity}
            {item.place && <> · <Address address={item.place} /></>}
            {item.why && <em>{item.why}</em>}
            {item.fallback && <em>a fallback stood in for the model</em>}
          </span>
        </li>
      ))}
    </ol>
  );
}

function timeOf(at: number): string {
  return session.value ? tellTime(timeAt(session.value, at)) : "";
}
