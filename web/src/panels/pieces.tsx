import type { ComponentChildren } from "preact";

import { timeAt, tellMoment } from "../time/calendar";
import { seek } from "../time/clock";
import { playhead, selected, type Selection, session } from "../state/signals";
import { shortAddress } from "./words";

/** A moment as a button that goes there. */
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

/** A name that opens its person. */
export function Name({ who }: { who: string }) {
  return <Opens what={{ kind: "person", name: who }}>{who}</Opens>;
}

/** An address that opens its object or place. */
export function Address({ address }: { address: string }) {
  return <Opens what={{ kind: "thing", address }}>{shortAddress(address)}</Opens>;
}

export function Opens({ what, children }: { what: Selection; children: ComponentChildren }) {
  return (
    <button class="opens" type="button" onClick={() => (selected.value = what)}>
      {children}
    </button>
  );
}

/** A part of a panel under a heading of its own. */
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

/** What became of an order: taken, or why not. */
export interface Outcome {
  ok: boolean;
  text: string;
}

export function Told({ outcome }: { outcome: Outcome | undefined }) {
  return outcome?.text ? <p class={outcome.ok ? "taken" : "refusal"} role="status">{outcome.text}</p> : null;
}

/** What stands where nothing is (yet). */
export function Blank({ why, children }: { why?: string; children?: ComponentChildren }) {
  return why ? <p class="refusal" role="alert">{why}</p> : <p class="blank">{children}</p>;
}
