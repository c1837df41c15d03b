import { useState } from "preact/hooks";

import { mayDirect, source, town } from "../state/run";
import { asOf, going } from "../time/clock";
import { useLoaded } from "./loaded";
import { Address, Blank, Moment, Name, Opens, type Outcome, Part, Told } from "./pieces";
import { order } from "./step_in/orders";
import { Typed } from "./step_in/typed";
import { sentence, shortAddress } from "./words";

/** The panel of an object or a place: its state, its users, its norms and its history. */
export function ThingPanel({ address }: { address: string }) {
  const { value: thing, why } = useLoaded(() => source.thing(address, asOf.value), address, [asOf.value]);
  const place = town.value?.places.find((each) => each.address === address);
  const parts = address.split(":").filter(Boolean);
  const above = parts.slice(1, -1).map((_, index) => parts.slice(0, index + 2).join(":"));
  const inside = town.value?.places.filter((each) => each.address.startsWith(`${address}:`) && each.address.split(":").length === parts.length + 1) ?? [];
  return (
    <div class="thing">
      <header class="head">
        <div>
          <h2>{sentence(parts.at(-1) ?? address)}</h2>
          <p class="about">{above.reverse().map((each) => (
            <span key={each}>
              in <Opens what={{ kind: "thing", address: each }}>{each.split(":").at(-1)}</Opens>{" "}
            </span>
          ))}</p>
        </div>
      </header>
      <div class="scrolls">
        {!thing ? (
          <Blank why={why}>…</Blank>
        ) : (
          <>
            {place?.kind === "object" && (
              <Part title="State">
                <State address={address} state={thing.state || place.state || "as usual"} />
              </Part>
            )}
            <Part title={place?.kind === "object" ? "Who uses it" : "Who is here"}>
              {thing.users.length ? <p class="names">{thing.users.map((who) => <Name who={who} />)}</p> : <Blank>Nobody.</Blank>}
            </Part>
            {thing.norms.length > 0 && (
              <Part title="Norms">
                <ul class="sentences">{thing.norms.map((norm) => <li>{norm}</li>)}</ul>
              </Part>
            )}
            {inside.length > 0 && (
              <Part title="In it">
                <p class="names">{inside.map((each) => <Address address={each.address} />)}</p>
              </Part>
            )}
            <Part title="What has happened">
              {thing.history.length ? (
                <ol class="history">{thing.history.map((event) => <li><Moment step={event.step} /> {event.text}</li>)}</ol>
              ) : (
                <Blank>Nothing yet.</Blank>
              )}
            </Part>
          </>
        )}
      </div>
    </div>
  );
}

/** The state of an object, with a field that sets it in words. */
function State({ address, state }: { address: string; state: string }) {
  const [outcome, setOutcome] = useState<Outcome | undefined>(undefined);
  const [ordered, setOrdered] = useState({ state: "", step: -1 });
  return (
    <>
      <p class="doing">{state}</p>
      {asOf.value <= ordered.step && <p class="quiet" role="status">It will be “{ordered.state}” {going.value ? "at the next step" : "when the town goes on"}.</p>}
      {mayDirect.value && (
        <Typed
          label={`New state of the ${shortAddress(address).split(",")[0]}`}
          placeholder="is … (such as: burning)"
          button="Set"
          send={async (words) => {
            const { ok, why, step } = await order({ command: "SetState", address, state: words });
            if (ok) setOrdered({ state: words, step });
            setOutcome({ ok, text: ok ? "Done: people who see it may react." : why });
            return ok;
          }}
        />
      )}
      <Told outcome={outcome} />
    </>
  );
}
