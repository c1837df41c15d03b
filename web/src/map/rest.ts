import { effect, type ReadonlySignal } from "@preact/signals";
import type Phaser from "phaser";

/** How long drawing continues after the last change, in milliseconds: fading light and moving names settle in this time. */
const SETTLING_MS = 1500;

/** The events by which users may change the picture of the map. */
const HANDS = ["pointerdown", "pointermove", "pointerup", "pointerleave", "wheel", "keydown", "keyup"] as const;

/** Suspends drawing while nothing moves, so that a still town costs no power. */
export class Rest {
  private stirred = 0;

  /** `woken` is called before drawing resumes. */
  constructor(
    private readonly game: Phaser.Game,
    private readonly woken: () => void,
  ) {}

  /** Resumes drawing, because something has changed. */
  stir(): void {
    this.stirred = performance.now();
    if (this.game.isPaused) this.woken();
    this.game.isPaused = false;
  }

  /** Call this after every frame; `busy` says that the picture will change further by itself. */
  drawn(busy: boolean): void {
    if (busy) this.stir();
    else if (performance.now() - this.stirred > SETTLING_MS) this.game.isPaused = true;
  }

  /** Resumes drawing whenever a signal changes, the user acts on the element, or the page becomes visible.
   * Returns a function that stops it. */
  watch(element: HTMLElement, signals: readonly ReadonlySignal<unknown>[]): () => void {
    const stop = new AbortController();
    const listening = { signal: stop.signal, passive: true };
    const stir = () => this.stir();
    for (const kind of HANDS) element.addEventListener(kind, stir, listening);
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
