import { effect, signal } from "@preact/signals";

import { session } from "../state/run";
import { sound } from "../state/settings";
import { hourAt } from "../time/calendar";
import { going, step } from "../time/clock";
import { earshot, levelsAt } from "./levels";
import { Voices } from "./voices";

const GESTURES = ["pointerup", "keyup"] as const;

/** Lets the town be heard while it is wanted, the run goes on and the page is visible. Returns a function that stops it. */
export function listen(): () => void {
  const touched = signal(false);
  const visible = signal(!document.hidden);
  let voices: Voices | undefined;
  const touch = () => (touched.value = true);
  const look = () => (visible.value = !document.hidden);
  // A browser allows sound only after the user has touched the page.
  for (const gesture of GESTURES) addEventListener(gesture, touch, { once: true });
  document.addEventListener("visibilitychange", look);
  const unhear = effect(() => {
    const audible = sound.value && touched.value && visible.value && going.value;
    if (audible) voices ??= new Voices();
    voices?.sound(audible);
  });
  const unset = effect(() => {
    const watched = session.value;
    if (!watched || !sound.value || !touched.value) return;
    const hour = hourAt(watched.start, watched.step_seconds, step.value);
    const { talks, zoom } = earshot.value;
    going.value;
    voices?.set(levelsAt(hour, talks, zoom));
  });
  return () => {
    for (const gesture of GESTURES) removeEventListener(gesture, touch);
    document.removeEventListener("visibilitychange", look);
    unhear();
    unset();
    voices?.close();
  };
}
