import { openSearch } from "../state/search";
import { select, selected } from "../state/selection";
import { toggleSound } from "../state/settings";
import { putAway } from "../story/previously";
import { chapterId, leaveStory, turn } from "../story/story";
import { hideThread, threadId } from "../story/thread";
import { goLive, growing, setSpeed, speedShown, stepBy, toggle } from "./clock";
import { jump } from "./jumping";
import { SPEEDS } from "./transport";

interface Key {
  /** How the help names the keys, and what it says of them. */
  keys: string;
  does: string;
  /** What each does; false if it is not for the page. The map and the timeline have keys of their own. */
  press?: Record<string, (help: () => void) => void | false>;
}

const live = () => (growing.value ? goLive() : false);

/** The keys of the page, and what each does: the help shows this list. */
export const KEYS: readonly Key[] = [
  { keys: "Space", does: "play or pause", press: { " ": toggle } },
  { keys: ".  ,", does: "one step forwards, one step back", press: { ".": () => stepBy(1), ",": () => stepBy(-1) } },
  { keys: "N  Shift+N", does: "next moment, previous moment", press: { n: () => jump(1), N: () => jump(-1) } },
  { keys: "]  [", does: "next chapter of the story, previous chapter", press: { "]": () => turn(1), "[": () => turn(-1) } },
  { keys: "<  >", does: "slower, faster", press: { "<": () => changeSpeed(-1), ">": () => changeSpeed(1) } },
  { keys: "L", does: "the newest step, in a run that is being computed", press: { l: live, L: live } },
  { keys: "M", does: "sound on or off", press: { m: toggleSound, M: toggleSound } },
  { keys: "Escape", does: "close what is open", press: { Escape: leave } },
  { keys: "/", does: "search the whole run: people, places, words that were said", press: { "/": openSearch } },
  { keys: "?", does: "this help", press: { "?": (help) => help() } },
  { keys: "Arrows on the map", does: "move the view, or walk if you have stepped in" },
  { keys: "+  -  F on the map", does: "zoom in, zoom out, show the whole town" },
  { keys: "Tab on the map", does: "the next person" },
  { keys: "Enter on the map", does: "to the open panel; Escape closes it and returns to the map" },
  { keys: "Arrows on the timeline", does: "one or ten minutes forwards or back; an hour with Page Up and Page Down" },
];

const PRESSED = new Map(KEYS.flatMap(({ press }) => Object.entries(press ?? {})));

/** Listens for the page's keys, except in text fields. Returns a function that stops it. */
export function watchKeys(help: () => void): () => void {
  const hear = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented || types(event)) return;
    const press = PRESSED.get(event.key);
    if (press && press(help) !== false) event.preventDefault();
  };
  addEventListener("keydown", hear);
  return () => removeEventListener("keydown", hear);
}

/** Closes what was opened last: what is selected, the story, the thread on the map, what was before. */
export function leave(): void {
  if (selected.peek()) select(null);
  else if (chapterId.peek()) leaveStory();
  else if (threadId.peek()) hideThread();
  else putAway();
}

function changeSpeed(by: 1 | -1): void {
  const faster = SPEEDS.find((each) => each > speedShown.value);
  const slower = SPEEDS.findLast((each) => each < speedShown.value);
  const next = by > 0 ? faster : slower;
  if (next) setSpeed(next);
}

/** Whether the key belongs to the focused element: a field, a button (space bar), an open dialog. */
function types(event: KeyboardEvent): boolean {
  const path = event.composedPath().filter((each) => each instanceof HTMLElement);
  if (document.querySelector("wa-dialog[open]")) return true;
  if (path.some((each) => /^(INPUT|TEXTAREA|SELECT)$/.test(each.tagName))) return true;
  return event.key === " " && path.some((each) => /^(BUTTON|SUMMARY|A|WA-TAB)$/.test(each.tagName));
}
