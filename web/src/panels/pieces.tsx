import type { ComponentChildren } from "preact";

import { session } from "../state/run";
import { select, type Selection } from "../state/selection";
import { linkTime, tellDay, tellMoment, tellTime, timeAt } from "../time/calendar";
import { playhead, seek, step } from "../time/clock";
import { shortAddress } from "./words";

/** The date and time in the town at the moment shown. */
export function TownTime() {
  const watched = session.value;
  if (!watched) return null;
  const time = timeAt(watched, step.value);
  return (
    <time class="clock" dateTime={linkTime(time)}>
      <strong>{tellTime(time)}</strong>
      <span>{tellDay(time)}</span>
    </time>
  );
}

/** The time of a step, as a button that seeks to it. */
export function Moment({ step }: { step: number }) {
  const watched = session.value;
  if (!watched) return null;
  const time = timeAt(watched, step);
  return (
    <button class="moment" type="button" title="Go to this moment" onClick={() => seek(step)}>
      {tellMoment(time, timeAt(watched, playhead.peek()))}
    </button>
  );
}

/** A person's name, as a button that opens their panel. */
export function Name({ who }: { who: string }) {
  return <Opens what={{ kind: "person", name: who }}>{who}</Opens>;
}

/** An address, as a button that opens the panel of its object or place. */
export function Address({ address }: { address: string }) {
  return <Opens what={{ kind: "thing", address }}>{shortAddress(address)}</Opens>;
}

export function Opens({ what, children }: { what: Selection; children: ComponentChildren }) {
  return (
    <button class="opens" type="button" onClick={() => select(what)}>
      {children}
    </button>
  );
}

/** A section of a panel, with a heading. */
export function Part({ title, children, aside }: { title: string; children: ComponentChildren; aside?: ComponentChildren }) {
  return (
    <section class="part">
      <header>
        <h3>{title}</h3>
        {aside}
      </header>
      {children}
    </section>
  );
}

/** The outcome of a command: accepted, or the reason why not. */
export interface Outcome {
  ok: boolean;
  text: string;
}

export function Told({ outcome }: { outcome: Outcome | undefined }) {
  return outcome?.text ? <p class={outcome.ok ? "taken" : "refusal"} role="status">{outcome.text}</p> : null;
}

/** The placeholder of an empty list: an error, or a text such as "Nothing yet". */
export function Blank({ why, children }: { why?: string; children?: ComponentChildren }) {
  return why ? <p class="refusal" role="alert">{why}</p> : <p class="blank">{children}</p>;
}
