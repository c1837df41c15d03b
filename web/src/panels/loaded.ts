import { useLayoutEffect, useState } from "preact/hooks";

/** What came of asking for something: the newest answer that there is, and why there is none. */
export interface Loaded<T> {
  value: T | undefined;
  why: string;
}

/**
 * Asks again whenever something in `about` has changed, and keeps the last answer until the next is here, so that a panel
 * does not flicker while the clock goes. Where `subject` changes, the old answer is of something else and is dropped.
 */
export function useLoaded<T>(load: () => Promise<T>, subject: string, about: readonly unknown[]): Loaded<T> {
  const [held, hold] = useState<Loaded<T> & { subject: string }>({ value: undefined, why: "", subject });
  // At once, and not after the next picture, which may take a while to draw.
  useLayoutEffect(() => {
    let wanted = true;
    load().then(
      (value) => wanted && hold({ value, why: "", subject }),
      (error: Error) => wanted && hold((old) => ({ value: old.subject === subject ? old.value : undefined, why: error.message, subject })),
    );
    return () => void (wanted = false);
  }, [subject, ...about]);
  return held.subject === subject ? held : { value: undefined, why: "" };
}
