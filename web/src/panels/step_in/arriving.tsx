import { signal } from "@preact/signals";
import { useState } from "preact/hooks";

import { type Look, lookFrom, lookInWords } from "../../figures/look";
import { follow } from "../../state/camera";
import { embodied, embody } from "../../state/embodied";
import { feed, newest, town } from "../../state/run";
import { personIn, select, selected } from "../../state/selection";
import { focusOn } from "../focus";
import { Icon } from "../icons";
import { Window } from "../window";
import { longAddress } from "../words";
import { LookChooser } from "./look_chooser";
import { order, type CommandAnswer, takeOver } from "./orders";
import { release, typing } from "./typed";

const open = signal(false);

export function stepIn(): void {
  open.value = true;
}

/** The window for stepping into the town: as a visitor, or by taking control of a resident. */
export function SteppingIn() {
  const [way, setWay] = useState<"visitor" | "resident">("visitor");
  const entered = () => void (open.value = false);
  const closed = () => {
    open.value = false;
    // After the window has returned the focus to the button that opened it.
    if (embodied.peek()) setTimeout(() => focusOn(".town-map"));
  };
  return (
    <Window title="Step in" open={open.value} closed={closed}>
      <div class="row" role="group" aria-label="How to step in">
        <button class="chip" type="button" aria-pressed={way === "visitor"} onClick={() => setWay("visitor")}>As a visitor</button>
        <button class="chip" type="button" aria-pressed={way === "resident"} onClick={() => setWay("resident")}>As a resident</button>
      </div>
      <GoOn entered={entered} />
      {way === "visitor" ? <Visitor entered={entered} /> : <Resident entered={entered} />}
    </Window>
  );
}

/** Lets the user be somebody once the town has agreed; until then `refused` says why not. */
function useEntering(entered: () => void) {
  const [why, setWhy] = useState("");
  async function enter(name: string, asked: Promise<CommandAnswer>, at = ""): Promise<void> {
    const answer = await asked;
    setWhy(answer.why);
    if (!answer.ok) return;
    embody(name, at);
    follow(name);
    select(null);
    entered();
  }
  return { enter, refused: why && <p class="refusal" role="alert">{why}</p> };
}

/** Offers to continue as a person who is controlled already: the page was reloaded during a visit. */
function GoOn({ entered }: { entered: () => void }) {
  const people = feed.momentAt(newest.value - 1)?.people.values() ?? [];
  const taken = [...people].filter(({ byPerson }) => byPerson);
  const { enter, refused } = useEntering(entered);
  return (
    <>
      {taken.map(({ who }) => (
        <button class="chip" type="button" onClick={() => void enter(who, takeOver(who))}>
          Continue as {who}
        </button>
      ))}
      {refused}
    </>
  );
}

function Visitor({ entered }: { entered: () => void }) {
  const [name, setName] = useState("");
  const [chosen, setLook] = useState<Look | undefined>(undefined);
  const look = chosen ?? lookFrom(name.trim() || "a visitor");
  const places = town.value?.places.filter(({ kind }) => kind === "arena") ?? [];
  const [at, setAt] = useState("");
  const { enter, refused } = useEntering(entered);
  const [busy, setBusy] = useState(false);

  async function arrive(event: Event): Promise<void> {
    event.preventDefault();
    setBusy(true);
    release();
    const asked = order({ command: "Arrive", name: name.trim(), at, look: lookInWords(look) });
    await enter(name.trim(), asked.finally(() => setBusy(false)), at);
  }
  return (
    <form onSubmit={(event) => void arrive(event)}>
      <label class="field">
        Your name in the town
        <input type="text" required maxLength={60} value={name} onInput={({ currentTarget }) => (setName(currentTarget.value), typing(currentTarget.value))} />
      </label>
      <LookChooser look={look} change={setLook} label={name || "You"} />
      <label class="field">
        Where you arrive
        <select value={at} onChange={({ currentTarget }) => setAt(currentTarget.value)}>
          <option value="">a public place that is open</option>
          {places.map(({ address }) => <option value={address}>{longAddress(address)}</option>)}
        </select>
      </label>
      <p class="quiet">The people of the town treat you like each other, and remember you.</p>
      {refused}
      <div class="row end">
        <button class="go" type="submit" disabled={busy || !name.trim()}><Icon name="door" /> {busy ? "…" : "Arrive"}</button>
      </div>
    </form>
  );
}

function Resident({ entered }: { entered: () => void }) {
  const people = town.value?.people.filter(({ visitor }) => !visitor) ?? [];
  const [agent, setAgent] = useState(personIn(selected.value) || (people[0]?.name ?? ""));
  const { enter, refused } = useEntering(entered);

  function take(event: Event): void {
    event.preventDefault();
    void enter(agent, order({ command: "Take", agent }));
  }
  return (
    <form onSubmit={take}>
      <label class="field">
        Resident to take over
        <select value={agent} onChange={({ currentTarget }) => setAgent(currentTarget.value)}>
          {people.map(({ name }) => <option value={name}>{name}</option>)}
        </select>
      </label>
      <p class="quiet">You control what they do until you hand them back; then they continue by themselves.</p>
      {refused}
      <div class="row end">
        <button class="go" type="submit" disabled={!agent}><Icon name="door" /> Take over</button>
      </div>
    </form>
  );
}
