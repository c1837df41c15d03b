import { effect, type ReadonlySignal } from "@preact/signals";
import type Phaser from "phaser";

/** How long drawing goes on after the last change, in milliseconds: light, names and what fades come to rest meanwhile. */
const SETTLING_MS = 1500;

/** What people do on the map that may change its picture. */
const HANDS = ["pointerdown", "pointermove", "pointerup", "pointerleave", "wheel", "keydown", "keyup"] as const;

/** Lets the drawing rest while nothing moves: a town that stands still costs no power. */
export class Rest {
  private stirred = 0;

  /** `woken` is called before drawing goes on after a rest. */
  constructor(
    private readonly game: Phaser.Game,
    private readonly woken: () => void,
  ) {}

  /** Something has changed: drawing goes on. */
  stir(): void {
    this.stirred = performance.now();
    if (this.game.isPaused) this.woken();
    this.game.isPaused = false;
  }

  /** To be called when a frame is drawn; `busy` if there is more to come without anybody stirring. */
  drawn(busy: boolean): void {
    if (busy) this.stir();
    else if (performance.now() - this.stirred > SETTLING_MS) this.game.isPaused = true;
  }

  /** Is stirred by signals, by hands on an element, and by the page coming into sight, until the function returned is called. */
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
