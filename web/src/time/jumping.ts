import type { TimelineMarker } from "../protocol/messages";
import { follow } from "../state/camera";
import { embodied } from "../state/embodied";
import { marks } from "../state/run";
import { select, selected } from "../state/selection";
import { seek, step } from "./clock";
import { hidden, neighbour, shownMarks } from "./marks";
import { someone } from "./timeline";

/** Jumps to the next or the previous visible marker, of the selected person if there is one. If it is a talk, opens it. */
export function jump(by: 1 | -1): void {
  const mark = neighbour(shownMarks(marks.value, hidden.value, someone()), step.value, by);
  if (!mark) return;
  seek(mark.s);
  if (selected.value?.kind !== "person") watch(mark);
}

/** Jumps to the next conversation, or if there is none to the latest, and opens it. */
export function jumpToTalk(): void {
  const talks = marks.value.filter(({ kind }) => kind === "talk");
  const mark = neighbour(talks, step.value, 1) ?? neighbour(talks, step.value, -1);
  if (!mark) return;
  seek(mark.s);
  watch(mark);
}

function watch(mark: TimelineMarker): void {
  select(mark.kind === "talk" && mark.id ? { kind: "talk", id: mark.id } : null);
  if (!embodied.value) follow(mark.who[0] ?? "");
}
