import { useLayoutEffect, useState } from "preact/hooks";

import { Unreached } from "../source/reach";

/** What came of asking for something: the newest answer that there is, and why there is none. */
export interface Loaded<T> {
  value: T | undefined;
  why: string;
}

const AGAIN_MS = 3000;

/**
 * Asks again whenever something in `about` has changed, and keeps the last answer until the next is here, so that a panel
 * does not flicker while the clock goes. Where `subject` changes, the old answer is of something else and is dropped. A
 * server that cannot be reached is asked again until it can.
 */
export function useLoaded<T>(load: () => Promise<T>, subject: string, about: readonly unknown[]): Loaded<T> {
  const [held, hold] = useState<Loaded<T> & { subject: string }>({ value: undefined, why: "", subject });
  // At once, and not after the next picture, which may take a while to draw.
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
