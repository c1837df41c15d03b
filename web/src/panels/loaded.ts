import { useLayoutEffect, useState } from "preact/hooks";

import { Unreached } from "../source/reach";

/** The newest answer to a request, and the reason if there is none. */
interface Loaded<T> {
  value: T | undefined;
  why: string;
}

const AGAIN_MS = 3000;

/**
 * Loads again whenever something in `about` has changed, and keeps the last answer until the next has arrived, so that
 * panels do not flicker during playback. When `subject` changes, the old answer is about something else and is dropped.
 * Requests to a server that cannot be reached are repeated until it can.
 */
export function useLoaded<T>(load: () => Promise<T>, subject: string, about: readonly unknown[]): Loaded<T> {
  const [held, hold] = useState<Loaded<T> & { subject: string }>({ value: undefined, why: "", subject });
  // A layout effect starts the request now, and not after the next frame, which may take a while to draw.
  useLayoutEffect(() => {
    let wanted = true;
    let again = 0;
    const failed = (error: Error) => {
      if (!wanted) return;
      hold((old) => ({ value: old.subject === subject ? old.value : undefined, why: error.message, subject }));
      if (error instanceof Unreached) again = window.setTimeout(ask, AGAIN_MS);
    };
    const ask = () => void load().then((value) => wanted && hold({ value, why: "", subject }), failed);
    ask();
    return () => {
      wanted = false;
      clearTimeout(again);
    };
  }, [subject, ...about]);
  return held.subject === subject ? held : { value: undefined, why: "" };
}
