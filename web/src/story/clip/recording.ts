import { filmedMap, setFilmTime } from "../../map/frames";
import { answersFor } from "../../panels/words";
import type { StoryChapterView } from "../../protocol/messages";
import { showView, wantedView } from "../../state/camera";
import { session, spans, town } from "../../state/run";
import { typeReady } from "../../styles/type";
import { tellStep } from "../../time/calendar";
import { beginFilm, letRun, move, noteFilmed, playFrom, playhead, playing, step } from "../../time/clock";
import { showChapter, stay, story } from "../story";
import type { Encoders, Opened } from "./encoders";
import { layStrip, type Strip, type Words } from "./strip";

export type Form = "webm" | "gif" | "png";

interface Shape {
  /** The size of the map, in pixels; the words come below it. */
  width: number;
  height: number;
  /** The size of the words, and how much larger the quote is. */
  size: number;
  quoted: number;
  framesPerSecond: number;
  longestSeconds: number;
  /** How many steps before its chapter's moment a clip begins, so that the moment is in it. */
  before: number;
}

const SHAPES: Record<Form, Shape> = {
  webm: { width: 960, height: 432, size: 19, quoted: 1, framesPerSecond: 10, longestSeconds: 12, before: 5 },
  gif: { width: 640, height: 320, size: 16, quoted: 1, framesPerSecond: 6, longestSeconds: 10, before: 2 },
  png: { width: 1080, height: 540, size: 22, quoted: 1.35, framesPerSecond: 12, longestSeconds: 0, before: 0 },
};

/** Game seconds per second of a clip. */
const SPEED = 60;

/** The zoom of a clip: far enough for two who talk. */
const ZOOM = 0.85;

/** How long a clip goes on when its chapter is over. */
const AFTER_SECONDS = 1.5;

/** How many pictures are drawn before the first one that is kept, until the camera has arrived, and how long each counts. */
const LEAST_WARM = 8;
const MOST_WARM = 240;
const WARM_MS = 250;

/** What is thrown when the user has stopped a clip. */
export class ClipStopped extends Error {}

/** Makes a file of a chapter. It draws picture after picture, in a time of its own, with the map at a size of its own. */
export async function recordChapter(number: number, form: Form, stopped: AbortSignal): Promise<Blob> {
  const shown = story.peek()?.chapters[number];
  const watched = session.peek();
  const filmed = filmedMap();
  if (!shown || !watched || !filmed) throw new Error("There is nothing to film yet.");
  const shape = SHAPES[form];
  const canvas = document.createElement("canvas");
  canvas.width = shape.width;
  const context = canvas.getContext("2d", { willReadFrequently: true }) as CanvasRenderingContext2D;
  let at = performance.now();
  let opened: Opened | undefined;
  const endFilm = beginFilm(SPEED);
  stay();

  /** Draws the next picture onto the canvas. */
  async function next(elapsed: number, strip: Strip): Promise<void> {
    if (stopped.aborted) throw new ClipStopped();
    setFilmTime((at += elapsed));
    if (playing.peek()) move(elapsed, at);
    await filmed?.next((map, overlay) => {
      context.drawImage(map, 0, 0, shape.width, shape.height);
      context.drawImage(overlay, 0, 0, shape.width, shape.height);
      strip.draw(shape.height);
    });
  }

  try {
    await typeReady();
    const strip = layStrip(context, wordsOf(shown, number), shape.size, shape.quoted);
    canvas.height = shape.height + strip.height;
    filmed.host.style.width = `${shape.width}px`;
    filmed.host.style.height = `${shape.height}px`;
    showChapter(number);
    const view = wantedView.peek();
    if (view) showView({ ...view, zoom: ZOOM });
    playFrom(Math.max(shown.from_step, shown.step - shape.before), false);
    for (let warm = 0; warm < LEAST_WARM || (warm < MOST_WARM && !filmed.settled()); warm++) await next(WARM_MS, strip);
    if (form === "png") return await pngOf(canvas);

    const encoders = await loadEncoders();
    opened = await (form === "webm" ? encoders.openWebm(canvas, shape.framesPerSecond) : encoders.openGif(canvas, shape.framesPerSecond));
    // The lines that are shown begin to be read now.
    letRun(true);
    const frames = shape.longestSeconds * shape.framesPerSecond;
    let left = AFTER_SECONDS * shape.framesPerSecond;
    const from = playhead.peek();
    for (let frame = 0; frame < frames && left > 0; frame++) {
      await next(1000 / shape.framesPerSecond, strip);
      await opened.add();
      if (step.peek() >= shown.to_step || !playing.peek()) left--;
      const played = (playhead.peek() - from) / Math.max(1, shown.to_step - from);
      noteFilmed(Math.min(0.99, Math.max(frame / frames, played)));
    }

    return await opened.end();
  } catch (error) {
    opened?.cancel();
    throw error;
  } finally {
    setFilmTime(undefined);
    filmed.host.style.width = filmed.host.style.height = "";
    endFilm();
  }
}

function wordsOf(shown: StoryChapterView, number: number): Words {
  const watched = session.peek();
  const of = spans.peek().length ? "" : `chapter ${number + 1}, `;
  return {
    when: [tellStep(watched, shown.step), shown.place].filter(Boolean).join(" · "),
    title: shown.title,
    text: shown.sentences.join(" "),
    quote: shown.quote?.text ?? "",
    who: shown.quote ? shown.quote.who || "an inner voice" : "",
    from: `${town.peek()?.name ?? watched?.town ?? ""}, ${of}made with Townlet. The people are programs: ${answersFor(watched?.model ?? "offline")}.`,
  };
}

function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("The browser could not make the picture."))), "image/png"));
}

/** Loads what writes videos and GIFs, which few visits of the page need. */
async function loadEncoders(): Promise<Encoders> {
  const place = globalThis as { townletEncoders?: Encoders };
  if (!place.townletEncoders) await import("./encoders");
  if (!place.townletEncoders) throw new Error("What writes clips could not be loaded.");
  return place.townletEncoders;
}
