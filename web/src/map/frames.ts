import { effect, type ReadonlySignal } from "@preact/signals";
import type Phaser from "phaser";

/** How long drawing continues after the last change, in milliseconds: fading light and moving names settle in this time. */
const SETTLING_MS = 1500;

/** The events by which users may change the picture of the map. */
const HANDS = ["pointerdown", "pointermove", "pointerup", "pointerleave", "wheel", "keydown", "keyup"] as const;

/** Suspends drawing while nothing moves, so that a still town costs no power. Its element says so: `data-map` is `moving` or `still`. */
export class Rest {
  private stirred = 0;

  /**
   * `woken` is called before drawing resumes; a film has a time of its own, which goes on. `changes` is asked before
   * drawing is suspended: whether anything has changed that nobody has told of.
   */
  constructor(
    private readonly game: Phaser.Game,
    private readonly element: HTMLElement,
    private readonly woken: () => void,
    private readonly changes: () => boolean,
  ) {
    this.suspend(false);
  }

  /** Resumes drawing, because something has changed. */
  stir(): void {
    this.stirred = performance.now();
    if (this.game.isPaused && !isFilmed()) this.woken();
    this.suspend(false);
  }

  /** Call this after every frame; `busy` says that the picture will change further by itself. A film asks for each picture. */
  drawn(busy: boolean): void {
    if (isFilmed()) this.suspend(true);
    else if (busy) this.stir();
    else if (performance.now() - this.stirred <= SETTLING_MS) return;
    else if (this.changes()) this.stir();
    else this.suspend(true);
  }

  private suspend(still: boolean): void {
    this.game.isPaused = still;
    this.element.dataset.map = still ? "still" : "moving";
  }

  /** Resumes drawing whenever a signal changes, the user acts on the map, or the page becomes visible.
   * Returns a function that stops it. */
  watch(signals: readonly ReadonlySignal<unknown>[]): () => void {
    const stop = new AbortController();
    const listening = { signal: stop.signal, passive: true };
    const stir = () => this.stir();
    for (const kind of HANDS) this.element.addEventListener(kind, stir, listening);
    document.addEventListener("visibilitychange", stir, listening);
    const unwatch = effect(() => {
      for (const each of signals) void each.value;
      stir();
    });
    return () => {
      stop.abort();
      unwatch();
    };
  }
}

/** Taking the map's pictures one by one, in a time of its own: a clip is the same however long each picture takes to draw. */

/** Copies a picture: the map's canvas, and the overlay with names and bubbles. */
type Taking = (map: HTMLCanvasElement, overlay: HTMLCanvasElement) => void;

/** The map that is on the page, for who films it. */
export interface FilmedMap {
  readonly host: HTMLElement;
  /** Draws the next picture, and has it copied before the browser clears it. */
  next(take: Taking): Promise<void>;
  /** Whether the people of the moment are drawn and the camera has arrived. */
  settled(): boolean;
}

let time: number | undefined;
let onPage: FilmedMap | undefined;

/** The time of the map in milliseconds: real time, or that of a film. */
export function mapTime(): number {
  return time ?? performance.now();
}

/** Whether pictures are taken one by one, so that none is drawn in between. */
function isFilmed(): boolean {
  return time !== undefined;
}

/** Sets the time of a film; undefined for real time. */
export function setFilmTime(at: number | undefined): void {
  time = at;
}

export function filmedMap(): FilmedMap | undefined {
  return onPage;
}

/** Says which map is on the page. Returns a function that takes it back. */
export function offerFilm(map: FilmedMap): () => void {
  onPage = map;
  return () => {
    if (onPage === map) onPage = undefined;
  };
}
