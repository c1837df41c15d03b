import { effect } from "@preact/signals";

import type { EmbeddingInfo } from "../protocol/messages";
import { reach } from "../source/reach";
import { chapter, leaveStory, showChapter, shownChapter, story, tell } from "../story/story";
import { linkTime, stepAt, timeAt, timeOf } from "../time/calendar";
import { going, pause, play, seek, step } from "../time/clock";
import { session, town } from "./run";
import { select, selectPerson } from "./selection";

/** The version of the messages, which each of them names as `townlet`. See docs/embed.md. */
const VERSION = 1;

/** How often the page that shows this one hears of the time, in milliseconds. */
const TOLD_MS = 500;

type Message = Record<string, unknown>;

/**
 * Listens to the page that shows this one in a frame, if its origin is allowed, and tells it what is shown. Only a server
 * says which origins are allowed, so a standalone page listens to nobody. Returns a function that stops it.
 */
export async function keepEmbedding(): Promise<() => void> {
  const answer = await reach("api/embedding");
  const { origins } = (await answer.json()) as EmbeddingInfo;
  const stops = new Set<() => void>();
  let parent = [...(location.ancestorOrigins ?? [])][0] ?? "";
  const say = (message: Message) => origins.includes(parent) && window.parent.postMessage({ townlet: VERSION, ...message }, parent);

  function hear({ source, origin, data }: MessageEvent): void {
    const asked = data as Message | null;
    if (source !== window.parent || !origins.includes(origin) || asked?.townlet !== VERSION) return;
    parent = origin;
    follow(asked, say).catch((error: Error) => say({ event: "refused", do: asked.do, why: error.message }));
  }
  addEventListener("message", hear);
  stops.add(() => removeEventListener("message", hear));
  stops.add(tellChapters(say));
  stops.add(tellTimes(say));
  say({ event: "ready", ...now() });
  return () => stops.forEach((stop) => stop());
}

/** Does what a message asks for. Throws an error that says why it can't. */
async function follow(asked: Message, say: (message: Message) => void): Promise<void> {
  switch (asked.do) {
    case "hello":
      return void say({ event: "ready", ...now() });
    case "play":
      return play();
    case "pause":
      return pause();
    case "seek":
      return seek(stepOf(asked));
    case "person":
      return showPerson(asked.person);
    case "chapter":
      return playChapter(asked.chapter);
    default:
      throw new Error("Expected do: hello, play, pause, seek, chapter or person.");
  }
}

function stepOf({ step, at }: Message): number {
  const watched = session.peek();
  if (typeof step === "number" && Number.isFinite(step)) return step;
  const time = typeof at === "string" ? timeOf(at) : Number.NaN;
  if (!watched || Number.isNaN(time)) throw new Error("seek needs step, a number, or at, a game time such as 2023-02-13T17:12:00.");
  return Math.round(stepAt(watched, time));
}

function showPerson(name: unknown): void {
  if (name === "") select(null);
  else if (typeof name === "string" && town.peek()?.people.some((each) => each.name === name)) selectPerson(name);
  else throw new Error("person needs person, the full name of somebody in town, or an empty text for nobody.");
}

async function playChapter(wanted: unknown): Promise<void> {
  if (wanted === "") return leaveStory();
  await tell();
  const chapters = story.peek()?.chapters ?? [];
  const number = typeof wanted === "number" ? wanted - 1 : chapters.findIndex(({ id }) => id === wanted);
  if (!chapters[number]) throw new Error(`chapter needs chapter, a number from 1 to ${chapters.length} or the id of a chapter.`);
  showChapter(number);
}

function tellChapters(say: (message: Message) => void): () => void {
  let told = "";
  return effect(() => {
    const shown = shownChapter();
    if ((shown?.id ?? "") === told) return;
    told = shown?.id ?? "";
    say({ event: "chapter", chapter: told, number: shown ? chapter.peek() + 1 : 0, title: shown?.title ?? "" });
  });
}

function tellTimes(say: (message: Message) => void): () => void {
  let told = "";
  const timer = setInterval(() => {
    const shown = now();
    const text = JSON.stringify(shown);
    if (text !== told) say({ event: "time", ...shown });
    told = text;
  }, TOLD_MS);
  return () => clearInterval(timer);
}

function now(): Message {
  const watched = session.peek();
  return { step: step.peek(), at: watched ? linkTime(timeAt(watched, step.peek())) : "", playing: going.peek() };
}
