import { useEffect, useState } from "preact/hooks";

import { tileAt } from "../../feed/walk";
import type { CommandRequest, Says } from "../../protocol/messages";
import { follow } from "../../state/camera";
import { disembody, embodied } from "../../state/embodied";
import { feed, feedVersion, session, town } from "../../state/run";
import { going, step } from "../../time/clock";
import { shortAddress } from "../words";
import { peopleNear, thingsNear } from "./near";
import { order } from "./orders";
import { Typed } from "./typed";

/** How many lines by and to the controlled person are shown, and for how much game time. */
const LINES = 4;
const LINES_SECONDS = 2700;

/** The controls of a user who is in the town: speak to people nearby, use objects nearby, leave. */
export function Pad() {
  const who = embodied.value;
  return who ? <Hands key={who} who={who} /> : null;
}

function Hands({ who }: { who: string }) {
  const [told, setTold] = useState("");
  feedVersion.value;
  const moment = feed.momentAt(step.value);
  const self = moment?.people.get(who);
  const tile = self && tileAt(self, step.value);
  const people = tile && moment ? peopleNear(tile, moment.people.values(), step.value, who) : [];
  const talk = moment?.talks.get(self?.talk ?? "");
  const partner = talk?.participants.find((each) => each !== who) ?? "";
  const things = tile ? thingsNear(tile, town.value?.places ?? []) : [];
  const visitor = !town.value?.people.some(({ name, visitor }) => name === who && !visitor);

  async function leave(): Promise<void> {
    const { ok, why } = await order({ command: "Release", agent: who });
    setTold(why);
    if (!ok) return;
    disembody();
    follow("");
  }
  return (
    <section class="pad" aria-label={`You are ${who}`}>
      <header>
        <strong>You are {who}</strong>
        <span class="quiet">Walk with the arrow keys or by clicking the map</span>
        <button class="chip" type="button" onClick={() => void leave()}>
          {visitor ? "Leave the town" : "Hand back"}
        </button>
      </header>
      <Said {...heardBy(who)} />
      {self ? (
        <Speaking who={who} people={partner ? [partner, ...people.filter((each) => each !== partner)] : people} tell={setTold} />
      ) : (
        <p class="blank" role="status">{going.value ? "You are arriving." : "The town is paused: you arrive when it goes on."}</p>
      )}
      {things.length > 0 && <Using who={who} things={things} tell={setTold} />}
      {told && <p class="refusal" role="status">{told}</p>}
    </section>
  );
}

/** The latest lines of a person's talks, oldest first, and with whom the last talk has ended; empty while it goes on. */
interface Heard {
  lines: Says[];
  parted: string;
}

function heardBy(who: string): Heard {
  const end = step.value + 1;
  const steps = LINES_SECONDS / (session.value?.step_seconds ?? 1);
  const lines: Says[] = [];
  let parted = "";
  for (const event of feed.eventsBetween(end - steps, end)) {
    if (event.e === "says" && (event.who === who || event.to === who)) {
      lines.push(event);
      parted = "";
    } else if (event.e === "parts" && event.participants.includes(who)) {
      parted = event.participants.find((each) => each !== who) ?? "";
    }
  }
  return { lines: lines.slice(-LINES), parted };
}

function Said({ lines, parted }: Heard) {
  if (!lines.length) return null;
  return (
    <ol class="said-last" aria-live="polite">
      {lines.map((line) => (
        <li key={`${line.talk}#${line.number}`}>
          <strong>{line.who}</strong> {line.text}
        </li>
      ))}
      {parted && <li class="quiet">The conversation with {parted} has ended.</li>}
    </ol>
  );
}

interface Near {
  who: string;
  tell: (why: string) => void;
}

/** Gives a command, and says why it was refused if it was. */
async function give(command: CommandRequest, tell: (why: string) => void): Promise<boolean> {
  const { ok, why } = await order(command);
  tell(why);
  return ok;
}

/** The choice among things nearby; the nearest one if the chosen one is gone. */
function useChoice(near: string[]): [string, (chosen: string) => void] {
  const [chosen, choose] = useState("");
  useEffect(() => {
    if (chosen && !near.includes(chosen)) choose("");
  }, [near.join("\n")]);
  return [near.includes(chosen) ? chosen : (near[0] ?? ""), choose];
}

function Speaking({ who, people, tell }: Near & { people: string[] }) {
  const [to, choose] = useChoice(people);
  if (!to) return <p class="blank">Nobody is near enough to speak to.</p>;
  return (
    <>
      <div class="row" role="group" aria-label="Whom you speak to">
        {people.map((each) => (
          <button class="chip" type="button" aria-pressed={each === to} onClick={() => choose(each)}>
            {each}
          </button>
        ))}
      </div>
      <Typed
        label={`Say to ${to}`}
        placeholder={`Say something to ${to}`}
        button="Say"
        most={2000}
        send={(text) => give({ command: "Speak", agent: who, to, text }, tell)}
      />
    </>
  );
}

function Using({ who, things, tell }: Near & { things: string[] }) {
  const [at, choose] = useChoice(things);
  return (
    <>
      <label class="field inline">
        Use
        <select value={at} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          {things.map((address) => <option value={address}>{shortAddress(address)}</option>)}
        </select>
      </label>
      <Typed
        label={`What you do at ${shortAddress(at)}`}
        placeholder="doing what? (such as: making tea)"
        button="Do"
        send={(doing) => give({ command: "Use", agent: who, at, doing }, tell)}
      />
    </>
  );
}
