import { useEffect, useState } from "preact/hooks";

import { Icon } from "../panels/icons";
import { Menu } from "../panels/menu";
import { lead, led } from "../state/camera";
import { newest, session } from "../state/run";
import { tellSpeed, tellStretch } from "./calendar";
import { atEdge, going, goLive, growing, serverClock, setSkipSleep, setSpeed, sleepSkipped, speedShown, step, stepBy, toggle } from "./clock";
import { jump } from "./jumping";
import { hidden, KINDS, type MarkKind, toggleKind } from "./marks";
import { COLOURS, shape } from "./timeline_draw";

export const SPEEDS = [10, 60, 300, 1800] as const;

/** The buttons that control playback. */
export function Transport() {
  const playing = going.value;
  return (
    <div class="transport" role="toolbar" aria-label="Clock" data-clock={playing ? "playing" : "paused"}>
      <button class="plain" type="button" title="Previous moment (Shift+N)" aria-label="Previous moment" onClick={() => jump(-1)}>
        <Icon name="previous" />
      </button>
      <button class="round" type="button" title="Play or pause (space)" aria-label={playing ? "Pause" : "Play"} onClick={toggle}>
        <Icon name={playing ? "pause" : "play"} />
      </button>
      <button class="plain" type="button" title="One step (.)" aria-label="One step" onClick={() => stepBy(1)}>
        <Icon name="step" />
      </button>
      <button class="plain" type="button" title="Next moment (N)" aria-label="Next moment" onClick={() => jump(1)}>
        <Icon name="next" />
      </button>
      <Speed />
      <Watch />
      <SleepSwitch />
      <Filter />
      <Edge />
    </div>
  );
}

/** Whether the window is so narrow that only brief words fit (see narrow.css). */
function useNarrow(): boolean {
  const [query] = useState(() => matchMedia("(width < 820px)"));
  const [narrow, setNarrow] = useState(query.matches);
  useEffect(() => {
    const changed = () => setNarrow(query.matches);
    query.addEventListener("change", changed);
    return () => query.removeEventListener("change", changed);
  }, [query]);
  return narrow;
}

function Speed() {
  const narrow = useNarrow();
  const speeds: number[] = [...SPEEDS, ...(serverClock.value ? [0] : [])];
  const shown = speedShown.value;
  if (!speeds.includes(shown)) speeds.push(shown);
  return (
    <select class="speed" aria-label="Speed" title="Game time per second" value={String(shown)} onChange={({ currentTarget }) => setSpeed(Number(currentTarget.value))}>
      {speeds.map((each) => (
        <option value={String(each)}>{tellSpeed(each, narrow)}</option>
      ))}
    </select>
  );
}

/** Lets the camera be led to where most happens. */
function Watch() {
  return (
    <button class="chip" type="button" aria-pressed={led.value === "director"} title="The camera goes where most happens" aria-label="Watch" onClick={() => lead("director")}>
      <Icon name="eye" /> <span class="wide-only">Watch</span>
    </button>
  );
}

function SleepSwitch() {
  const skips = sleepSkipped.value;
  return (
    <button class="chip" type="button" aria-pressed={skips} title="Whether nights pass quickly while everybody sleeps" onClick={() => setSkipSleep(!skips)}>
      <Icon name="moon" /> <span class="wide-only">Skip sleep</span>
    </button>
  );
}

/** Chooses which kinds of markers are shown; a legend of their shapes and colours as well. */
function Filter() {
  const face = <><Icon name="filter" /> <span class="wide-only">Marks</span></>;
  return (
    <Menu class="filter" face={face} label="Marks" title="What the timeline shows">
      {() => (
        <fieldset>
          <legend>On the timeline</legend>
          {KINDS.map(({ kind, many }) => (
            <label>
              <input type="checkbox" checked={!hidden.value.has(kind)} onChange={() => toggleKind(kind)} />
              <Shape kind={kind} /> {many}
            </label>
          ))}
        </fieldset>
      )}
    </Menu>
  );
}

/** The shape of a kind of markers. */
export function Shape({ kind }: { kind: MarkKind }) {
  const draw = (canvas: HTMLCanvasElement | null) => {
    const context = canvas?.getContext("2d");
    if (!context) return;
    context.clearRect(0, 0, 28, 28);
    context.fillStyle = COLOURS[kind];
    context.beginPath();
    shape(context, kind, 14, 14, 9);
    context.fill();
  };
  return <canvas class="shape" width={28} height={28} ref={draw} aria-hidden="true" />;
}

/** Jumps to the newest step of a growing run. */
function Edge() {
  const narrow = useNarrow();
  if (!growing.value) return null;
  const behind = (newest.value - step.value) * (session.value?.step_seconds ?? 0);
  return (
    <button class="chip live" type="button" aria-pressed={atEdge.value} title="Go to the newest step (L)" onClick={goLive}>
      <span class="dot" aria-hidden="true" /> Live{!narrow && !atEdge.value && behind >= 60 ? `, ${tellStretch(behind)} on` : ""}
    </button>
  );
}
