import { batch, computed, effect, signal } from "@preact/signals";

import { readingTime } from "../feed/reading";
import type { Moment } from "../feed/moment";
import type { SessionInfo } from "../protocol/messages";
import { followed } from "../state/camera";
import { embodied } from "../state/embodied";
import { linkedStep, readLink } from "../state/link";
import { feed, feedVersion, newest, pace, session, source, spans } from "../state/run";
import { personIn, selected } from "../state/selection";
import { ease, goOn, speedNow, townSleeps, waitForReader } from "./going";
import { goThrough, landIn } from "./spans";

/** The moment shown, in steps with fractions. */
export const playhead = signal(0);

/** The step shown. It changes once per step, the playhead with every frame. */
export const step = computed(() => Math.floor(playhead.value));

/** Whether the page's own clock runs, and its speed in game seconds per second; for replays and for looking back. */
export const playing = signal(false);
const speed = signal(60);

/** How much of a clip is made, from 0 to 1, while one is; the page's own clock stands still then. */
export const filming = signal<number | undefined>(undefined);

/** Whether the playhead follows the newest step of a growing run. */
export const atEdge = signal(false);

/** Whether the page's own clock skips the hours in which the town sleeps. */
const skipSleep = signal(true);

/** Whether the run is still being computed, by this server or another process. */
export const growing = computed(() => session.value !== undefined && session.value.mode !== "replay");

/** The server's clock while it is the active one: at the newest step of a live run. Otherwise the page has its own. */
export const serverClock = computed(() => (atEdge.value ? pace.value : null));

/** Whether the active clock runs. */
export const going = computed(() => (atEdge.value ? (pace.value?.playing ?? true) : playing.value));

/** The speed of the active clock, in game seconds per second. */
export const speedShown = computed(() => serverClock.value?.speed ?? speed.value);

/** Whether the active clock skips sleep. */
export const sleepSkipped = computed(() => serverClock.value?.skip_sleep ?? skipSleep.value);

/** The step as of which panels ask the server: everything before it has happened. */
export const asOf = signal(0);

const REFRESH_PLAYING_MS = 1500;
const REFRESH_SEEKING_MS = 90;
const HOURS_AHEAD = 2;
const WANTED_AGAIN_MS = 1000;
const LOOK_AHEAD_STEPS = 90;

/** Sets the clock for a run that is opened: to the moment of the page's link, or to where the run begins to be shown. */
export function openClock(opened: SessionInfo): void {
  const linked = linkedStep(opened);
  playhead.value = linked ?? (opened.mode === "replay" ? opened.opening : opened.next_step);
  playing.value = !readLink().paused && (opened.mode !== "replay" || linked === undefined);
  feed.want(step.value);
}

export function play(): void {
  if (serverClock.value) source.send({ type: "pace", playing: true });
  else if (step.value >= lastStep() && !growing.value) seek(0);
  playing.value = true;
}

export function pause(): void {
  if (serverClock.value) source.send({ type: "pace", playing: false });
  else atEdge.value = false;
  playing.value = false;
}

/** Stops following the newest step, and stops the page's own clock; that of a live run goes on. */
export function standStill(): void {
  atEdge.value = false;
  playing.value = false;
}

/** Lets the page's own clock run, or stops it. That of a live run, and whether it is followed, stay as they are. */
export function letRun(runs: boolean): void {
  playing.value = runs;
}

export function toggle(): void {
  if (going.value) pause();
  else play();
}

export function setSpeed(asked: number): void {
  if (serverClock.value) source.send({ type: "pace", speed: asked });
  if (asked > 0) speed.value = asked;
}

export function setSkipSleep(skips: boolean): void {
  if (serverClock.value) source.send({ type: "pace", skip_sleep: skips });
  skipSleep.value = skips;
}

/** Pauses and moves `by` steps, forwards or backwards. */
export function stepBy(by: number): void {
  if (by > 0 && serverClock.value) {
    source.send({ type: "step" });
    return;
  }
  playing.value = false;
  seek(Math.floor(playhead.value) + by);
}

/** Shows another moment; a running clock continues from there. */
export function seek(to: number): void {
  const last = Math.max(0, newest.value - (growing.value ? 0 : 1));
  const landed = landIn(spans.peek(), playhead.peek(), Math.max(0, Math.min(to, last)));
  atEdge.value = growing.value && landed >= newest.value - 1;
  playhead.value = landed;
  feed.want(Math.floor(landed), HOURS_AHEAD);
}

/** Shows another moment, and lets the page's own clock run on from there, or stand. */
export function playFrom(at: number, plays = true): void {
  seek(at);
  playing.value = plays;
}

export function goLive(): void {
  atEdge.value = true;
  playing.value = true;
  playhead.value = newest.value;
}

/** Makes the clock of a live run wait while the user types. */
export function holdFor(seconds: number): void {
  if (pace.value) source.send({ type: "hold", seconds });
}

/** Takes the clock over for a clip, which moves it picture by picture (`move`) at a speed of its own. Returns a function that gives it back, stopped. */
export function beginFilm(speedOfFilm: number): () => void {
  const asked = speed.peek();
  batch(() => {
    filming.value = 0;
    speed.value = speedOfFilm;
  });
  return () =>
    batch(() => {
      filming.value = undefined;
      playing.value = false;
      speed.value = asked;
    });
}

/** Says how much of a clip is made, from 0 to 1. */
export function noteFilmed(share: number): void {
  filming.value = share;
}

/** Starts the frame loop of the clock. Returns a function that stops it. */
export function startClock(): () => void {
  atEdge.value = playing.value && growing.value && step.value >= newest.value - 1;
  let last = performance.now();
  let frame = requestAnimationFrame(tick);
  const stops = [effect(fetchAhead), refreshPanels()];
  // A clock that waits for an hour whose fetch failed needs this to try again.
  const again = setInterval(fetchAhead, WANTED_AGAIN_MS);

  function tick(now: number): void {
    frame = requestAnimationFrame(tick);
    if (filming.peek() === undefined) move(now - last, now);
    last = now;
  }
  return () => {
    cancelAnimationFrame(frame);
    clearInterval(again);
    stops.forEach((stop) => stop());
  };
}

function fetchAhead(): void {
  if (session.value) feed.want(step.value, HOURS_AHEAD);
}

/** Moves the playhead on after some real time, or some time of a film. */
export function move(elapsed: number, now: number): void {
  const watched = session.peek();
  if (!watched) return;
  const at = playhead.peek();
  if (atEdge.peek()) {
    playhead.value = ease(at, newest.peek(), elapsed, pace.peek()?.speed || speed.peek(), watched.step_seconds);
    return;
  }
  if (!playing.peek()) return;
  const moment = feed.momentAt(Math.floor(at));
  if (!moment) return;
  const asked = speedNow(speed.peek(), townSleeps(moment, personWatched()), skipSleep.peek());
  const next = goOn(at, elapsed, asked, watched.step_seconds);
  playhead.value = arrive(at, waitForReader(at, next, ...reading(moment, Math.floor(at), now)));
}

/** The last step that the page can show. */
function lastStep(): number {
  return (spans.peek().at(-1)?.[1] ?? newest.peek()) - 1;
}

/** Goes on with the next chapter of a page of some; stops at the end of a finished run, and follows a growing one. */
function arrive(from: number, at: number): number {
  const held = spans.peek();
  if (held.length) {
    const next = goThrough(held, from, at);
    if (next === undefined) playing.value = false;
    return next ?? lastStep();
  }
  const last = newest.peek();
  if (at < last - 1) return at;
  if (growing.peek()) atEdge.value = true;
  else playing.value = false;
  return Math.min(at, Math.max(0, last - 1));
}

/** The talk that the user reads: the selected one, or that of the person who is selected, followed or controlled. */
function talkRead(moment: Moment): string {
  const chosen = selected.peek();
  if (chosen?.kind === "talk") return moment.talks.has(chosen.id) ? chosen.id : "";
  return moment.people.get(personWatched())?.talk ?? "";
}

/** The person who is selected, followed or controlled; empty for nobody. */
function personWatched(): string {
  return personIn(selected.peek()) || followed.peek() || embodied.peek();
}

const read = { line: "", since: 0 };

/** The step of the next line of the talk being read, and how long the current line still needs. */
function reading(moment: Moment, at: number, now: number): [number | undefined, number] {
  const talk = talkRead(moment);
  const line = talk ? moment.talks.get(talk)?.lines.at(-1) : undefined;
  if (!line) return [undefined, 0];
  const id = `${talk}#${line.number}`;
  if (read.line !== id) Object.assign(read, { line: id, since: now });
  const left = readingTime(line.text) - (now - read.since);
  for (const event of feed.eventsBetween(at + 1, at + LOOK_AHEAD_STEPS)) {
    if ((event.e === "says" || event.e === "parts") && event.talk === talk) return [event.s, left];
  }
  return [undefined, 0];
}

/** Updates `asOf` to the step shown: seldom during playback, at once after a seek. */
function refreshPanels(): () => void {
  let timer = 0;
  let last = 0;
  asOf.value = Math.min(step.peek() + 1, newest.peek());
  const stop = effect(() => {
    const wanted = Math.min(step.value + 1, Math.max(newest.value, 0));
    const patience = going.value ? REFRESH_PLAYING_MS : REFRESH_SEEKING_MS;
    feedVersion.peek();
    clearTimeout(timer);
    timer = window.setTimeout(() => {
      last = performance.now();
      asOf.value = wanted;
    }, Math.max(0, patience - (performance.now() - last)));
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
