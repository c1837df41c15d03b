import { openSearch } from "../state/search";
import { select, selected } from "../state/selection";
import { toggleSound } from "../state/settings";
import { putAway } from "../story/previously";
import { chapterId, leaveStory, turn } from "../story/story";
import { hideThread, threadId } from "../story/thread";
import { goLive, growing, setSpeed, speedShown, stepBy, toggle } from "./clock";
import { jump } from "./jumping";
import { SPEEDS } from "./transport";

/** The keys of the page, and what each does: the help shows this list. */
export const KEYS: readonly { keys: string; does: string }[] = [
  { keys: "Space", does: "play or pause" },
  { keys: ".  ,", does: "one step forwards, one step back" },
  { keys: "N  Shift+N", does: "next moment, previous moment" },
  { keys: "]  [", does: "next chapter of the story, previous chapter" },
  { keys: "<  >", does: "slower, faster" },
  { keys: "L", does: "the newest step, in a run that is being computed" },
  { keys: "M", does: "sound on or off" },
  { keys: "Escape", does: "close what is open" },
  { keys: "/", does: "search the whole run: people, places, words that were said" },
  { keys: "?", does: "this help" },
  { keys: "Arrows on the map", does: "move the view, or walk if you have stepped in" },
  { keys: "+  -  F on the map", does: "zoom in, zoom out, show the whole town" },
  { keys: "Tab on the map", does: "the next person" },
  { keys: "Enter on the map", does: "to the open panel; Escape closes it and returns to the map" },
  { keys: "Arrows on the timeline", does: "one or ten minutes forwards or back; an hour with Page Up and Page Down" },
];

/** Listens for the page's keys, except in text fields. Returns a function that stops it. */
export function watchKeys(help: () => void): () => void {
  const hear = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented || types(event)) return;
    if (press(event, help)) event.preventDefault();
  };
  addEventListener("keydown", hear);
  return () => removeEventListener("keydown", hear);
}

function press(event: KeyboardEvent, help: () => void): boolean {
  switch (event.key) {
    case " ":
      toggle();
      return true;
    case ".":
      stepBy(1);
      return true;
    case ",":
      stepBy(-1);
      return true;
    case "n":
      jump(1);
      return true;
    case "N":
      jump(-1);
      return true;
    case "]":
    case "[":
      turn(event.key === "]" ? 1 : -1);
      return true;
    case "<":
    case ">":
      changeSpeed(event.key === ">" ? 1 : -1);
      return true;
    case "l":
    case "L":
      if (growing.value) goLive();
      return growing.value;
    case "m":
    case "M":
      toggleSound();
      return true;
    case "/":
      openSearch();
      return true;
    case "?":
      help();
      return true;
    case "Escape":
      leave();
      return true;
    default:
      return false;
  }
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
