import { followed } from "../state/camera";
import { feed, mayDirect, town } from "../state/run";
import { openTab, personIn, selected, selectPerson } from "../state/selection";
import { littleDetail, toggleDetail } from "../state/settings";
import { step } from "../time/clock";
import { jumpToTalk } from "../time/jumping";
import { KEYS } from "../time/keys";
import { KINDS } from "../time/marks";
import { Shape } from "../time/transport";
import { stepIn } from "./step_in/arriving";
import { speakTo } from "./step_in/asking";
import { Window } from "./window";

interface Hint {
  title: string;
  words: string;
  button: string;
  go: () => void;
}

/** The window for newcomers: what to try first, what the marks mean, and the page's keys. */
export function Help({ open, closed }: { open: boolean; closed: () => void }) {
  return (
    <Window title="Start here" open={open} closed={closed}>
      {open && <Content closed={closed} />}
    </Window>
  );
}

function Content({ closed }: { closed: () => void }) {
  return (
    <>
      <p>
        The people of {town.value?.name ?? "this town"} make plans, remember what happens to them, and talk about it. Click anybody on the map to
        see what they have in mind.
      </p>
      <h3>To try first</h3>
      <ul class="hints">
        {hints().map(({ title, words, button, go }) => (
          <li>
            <p>
              <strong>{title}.</strong> {words}
            </p>
            <button class="chip" type="button" onClick={() => (closed(), go())}>
              {button}
            </button>
          </li>
        ))}
      </ul>
      <h3>On the timeline</h3>
      <dl class="legend">
        {KINDS.map(({ kind, one, means }) => (
          <div>
            <dt><Shape kind={kind} /></dt>
            <dd><strong>{one}:</strong> {means}</dd>
          </div>
        ))}
      </dl>
      <p class="quiet">A bigger mark stands for several moments. Point at a mark to read what it is, click to go there.</p>
      <h3>On the map</h3>
      <dl class="legend">
        {ON_THE_MAP.map(([sign, means]) => (
          <div>
            <dt>{sign}</dt>
            <dd>{means}</dd>
          </div>
        ))}
      </dl>
      <label class="setting">
        <input type="checkbox" checked={littleDetail.value} onChange={toggleDetail} />
        <span><strong>Little detail:</strong> draw the map coarser and with fewer effects, for a slow computer</span>
      </label>
      <details>
        <summary>Keys</summary>
        <dl class="keys">
          {KEYS.map(({ keys, does }) => (
            <div>
              <dt>{keys.split("  ").map((key) => <kbd>{key}</kbd>)}</dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
      </details>
    </>
  );
}

const ON_THE_MAP = [
  ["☕", "what somebody is doing, seen from close enough"],
  ["💬", "somebody is speaking; from closer you can read the words"],
  [<span class="ringed" />, "a person, seen from far away; the selected one has an orange ring"],
  [<span class="lit" />, "at night, a lit room has somebody in it who is awake"],
  [<span class="sign">Pub</span>, "a place; click its name to see who is there"],
] as const;

/** What a newcomer may try on this page. An exported page has no commands. */
function hints(): Hint[] {
  const who = somebody();
  const talk = {
    title: "Follow a talk",
    words: "Go to the next conversation. The clock waits while you read.",
    button: "Next talk",
    go: jumpToTalk,
  };
  const whisper = {
    title: "Whisper",
    words: "Be somebody's inner voice: “You are going to run for mayor.” Then see who hears of it.",
    button: `Whisper to ${who.split(" ", 1)[0]}`,
    go: () => speakTo(who, "whisper"),
  };
  const walkIn = {
    title: "Walk in",
    words: "Visit the town, or be one of its people. The others answer you, and remember you.",
    button: "Step in",
    go: stepIn,
  };
  const know = {
    title: "Ask “How do they know?”",
    words: "Below each memory, this leads back from person to person to where it came from.",
    button: `${who.split(" ", 1)[0]}'s memories`,
    go: () => {
      selectPerson(who);
      openTab("memories");
    },
  };
  const steps = mayDirect.value ? [talk, whisper, walkIn, know] : [talk, know];
  return who ? steps : [talk];
}

/** The selected or followed person, else the first resident who is awake. */
function somebody(): string {
  const people = [...(feed.momentAt(step.peek())?.people.values() ?? [])];
  const awake = people.find(({ sleeps, byPerson }) => !sleeps && !byPerson) ?? people[0];
  return personIn(selected.peek()) || followed.peek() || (awake?.who ?? "");
}
