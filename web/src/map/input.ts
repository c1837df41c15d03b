import type { Camera } from "./camera";

/** The user's intentions, as callbacks. Points are in CSS pixels from the corner of the map. */
export interface Meant {
  pick(x: number, y: number): void;
  point(x: number, y: number): void;
  leave(): void;
  /** The user has moved the view. */
  moved(): void;
  zoom(factor: number): void;
  fit(): void;
  /** Select the next person, or with -1 the previous one; returns false past the last, where the focus leaves the map. */
  next(by: number): boolean;
  /** Move the focus into the side panel. */
  enter(): void;
  escape(): void;
  /** A walking key is pressed or released; returns whether it was used, that is, whether a person is controlled. */
  stride(key: string, down: boolean): boolean;
}

/** A pointer press that moves less than this counts as a click. */
const CLICK_PX = 5;
const ARROW_PX = 90;

const STRIDES = new Set(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "w", "a", "s", "d"]);
const ARROWS: Record<string, [number, number]> = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [1, 0], ArrowRight: [-1, 0] };

/** Translates pointer, wheel and key events on an element into intentions. Returns a function that stops it. */
export function watchHands(element: HTMLElement, camera: Camera, meant: Meant): () => void {
  const pointers = new Map<number, { x: number; y: number }>();
  let travelled = 0;
  const stop = new AbortController();
  const on = <K extends keyof HTMLElementEventMap>(kind: K, hear: (event: HTMLElementEventMap[K]) => void, passive = true) =>
    element.addEventListener(kind, hear, { signal: stop.signal, passive });

  on("pointerdown", (event) => {
    element.setPointerCapture(event.pointerId);
    pointers.set(event.pointerId, place(event, element));
    if (pointers.size === 1) travelled = 0;
  });
  on("pointermove", (event) => {
    const now = place(event, element);
    const last = pointers.get(event.pointerId);
    if (!last) return meant.point(now.x, now.y);
    if (pointers.size === 2) pinch(event.pointerId, now);
    else if ((travelled += Math.hypot(now.x - last.x, now.y - last.y)) > CLICK_PX) drag(last, now);
    pointers.set(event.pointerId, now);
  });
  on("pointerup", (event) => {
    const { x, y } = place(event, element);
    if (pointers.size === 1 && travelled <= CLICK_PX && event.button === 0) meant.pick(x, y);
    release(event);
  });
  on("pointercancel", release);
  on("pointerleave", () => meant.leave());
  on("wheel", (event) => {
    event.preventDefault();
    const { x, y } = place(event, element);
    const lines = event.deltaMode === 1 ? 16 : 1;
    if (event.shiftKey) drag({ x: event.deltaY, y: 0 }, { x: 0, y: 0 });
    else {
      camera.zoomAt(x, y, Math.exp(-Math.max(-60, Math.min(60, event.deltaY * lines)) * (event.ctrlKey ? 0.012 : 0.0035)));
      meant.moved();
    }
  }, false);
  on("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (key(event)) event.preventDefault();
  }, false);
  on("keyup", (event) => void (STRIDES.has(event.key) && meant.stride(event.key, false)));
  on("blur", () => STRIDES.forEach((each) => meant.stride(each, false)));

  function key(event: KeyboardEvent): boolean {
    if (STRIDES.has(event.key) && meant.stride(event.key, true)) return true;
    const arrow = ARROWS[event.key];
    if (arrow) drag({ x: 0, y: 0 }, { x: arrow[0] * ARROW_PX, y: arrow[1] * ARROW_PX });
    else if (event.key === "+" || event.key === "=") meant.zoom(1.35);
    else if (event.key === "-") meant.zoom(1 / 1.35);
    else if (event.key === "f" || event.key === "F") meant.fit();
    else if (event.key === "Enter") meant.enter();
    else if (event.key === "Escape") meant.escape();
    else if (event.key === "Tab") return meant.next(event.shiftKey ? -1 : 1);
    else return false;
    return true;
  }

  function drag(from: { x: number; y: number }, to: { x: number; y: number }): void {
    camera.drag(to.x - from.x, to.y - from.y);
    meant.moved();
  }

  function pinch(moving: number, now: { x: number; y: number }): void {
    const [other] = [...pointers].filter(([id]) => id !== moving).map(([, at]) => at);
    const last = pointers.get(moving);
    if (!other || !last) return;
    travelled = Infinity;
    camera.drag((now.x - last.x) / 2, (now.y - last.y) / 2);
    const before = Math.hypot(last.x - other.x, last.y - other.y);
    const after = Math.hypot(now.x - other.x, now.y - other.y);
    camera.zoomAt((now.x + other.x) / 2, (now.y + other.y) / 2, before > 8 ? after / before : 1);
    meant.moved();
  }

  function release(event: PointerEvent): void {
    pointers.delete(event.pointerId);
  }

  return () => stop.abort();
}

function place(event: MouseEvent, element: HTMLElement): { x: number; y: number } {
  const { left, top } = element.getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top };
}
