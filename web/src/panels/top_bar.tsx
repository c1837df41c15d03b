import { tileAt } from "../feed/walk";
import { rootOf } from "../source/http";
import { linkNow } from "../state/address";
import { feed, feedVersion, mayDirect, session, spent, stopped, town } from "../state/run";
import { selectPerson } from "../state/selection";
import { sound, toggleSound } from "../state/settings";
import { StoryMenu } from "../story/menu";
import { atEdge, serverClock, step } from "../time/clock";
import { CopyLink } from "./copy_link";
import { Icon } from "./icons";
import { Menu } from "./menu";
import { TownTime } from "./pieces";
import { Portrait } from "./portrait";
import { SearchButton } from "./search";
import { stepIn } from "./step_in/arriving";
import { dollars, plural } from "./words";

const MODES = { live: "Live", replay: "Replay", following: "Following" } as const;

/** The top bar: the town, its date and time, how many people are awake, and the mode of the session. */
export function TopBar({ help }: { help: () => void }) {
  const watched = session.value;
  if (!watched) return null;
  return (
    <header class="top-bar">
      <h1 title={watched.about}>{town.value?.name ?? watched.town}</h1>
      <TownTime />
      <Mode />
      <Bill />
      <div class="actions">
        <SearchButton />
        <StoryMenu />
        <Awake />
        {mayDirect.value && (
          <button class="go" type="button" onClick={stepIn}>
            <Icon name="door" /> Step in
          </button>
        )}
        <SoundButton />
        <CopyLink label="Copy a link to this view" link={linkNow} />
        <button class="chip start" type="button" title="What to try, what the marks mean, and the keys (?)" aria-label="Start here: help" onClick={help}>
          <Icon name="help" /> <span class="wide-only">Start here</span>
        </button>
      </div>
    </header>
  );
}

/** Lets the town be heard. */
function SoundButton() {
  const on = sound.value;
  return (
    <button class="plain" type="button" aria-label="Sound" aria-pressed={on} title={`Sound: ${on ? "on" : "off"} (M)`} onClick={toggleSound}>
      <Icon name={on ? "sound" : "quiet"} />
    </button>
  );
}

function Mode() {
  const watched = session.value;
  if (!watched) return null;
  const clock = serverClock.value;
  const held = clock?.held ? "waits while you type" : "";
  const thinking = clock && clock.thinking > 0 ? `${clock.thinking} thinking` : "";
  const behind = clock?.playing && clock.behind ? "as fast as possible" : "";
  const past = watched.mode !== "replay" && !atEdge.value ? "looking back" : "";
  const end = stopped.value ? stopped.value.why : "";
  const words = [MODES[watched.mode], past, held, thinking, behind, end].filter(Boolean).join(" · ");
  const shown = <span class={`mode ${watched.mode}`} title={watched.file}>{words}</span>;
  // The world of a what-if question is named by its run, '~' and its own name.
  const [run, world] = watched.path.split(/~(?=[^~]*$)/);
  if (world === undefined) return shown;
  const back = <a class="mode" href={`${rootOf(location.pathname)}${run}/`}>Another world: back to the run</a>;
  return watched.mode === "replay" ? back : <>{shown} {back}</>;
}

/** The number and the cost of the run's model calls, unless it uses the offline model. */
function Bill() {
  if (session.value?.offline || !spent.value) return null;
  const { calls, usd } = spent.value;
  return <span class="bill">{plural(calls, "call")}{usd > 0 && `, ${dollars(usd)}`}</span>;
}

/** The number of people awake; opens the list of everybody. */
function Awake() {
  feedVersion.value;
  const people = [...(feed.momentAt(step.value)?.people.values() ?? [])].sort((one, other) => (one.who < other.who ? -1 : 1));
  const awake = people.filter(({ sleeps, arrived }) => !sleeps || !arrived).length;
  const face = <><Icon name="people" /> {awake}<span class="wide-only"> of {people.length} awake</span></>;
  return (
    <Menu class="everybody" face={face} label={`${awake} of ${people.length} awake: everybody`}>
      {(close) => (
        <ul>
          {people.map((person) => ({ ...person, tile: tileAt(person, step.value) })).map(({ who, emoji, doing, sleeps, arrived, tile }) => (
            <li key={who} data-tile={tile.join(",")}>
              <button type="button" onClick={() => (selectPerson(who), close())}>
                <Portrait who={who} side={32} />
                <span>
                  {who}
                  <small>{sleeps && arrived ? "😴 asleep" : `${emoji} ${doing}`}</small>
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Menu>
  );
}
