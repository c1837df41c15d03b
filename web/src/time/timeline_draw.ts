import type { SessionInfo } from "../protocol/messages";
import type { Span } from "../source/source";
import { DAY_MS, tellDay, tellHour, timeAt } from "./calendar";
import { type Cluster, KINDS, type MarkKind } from "./marks";
import { isHeld } from "./spans";
import { darkness, hoursBetweenTicks, type Scale, ticks } from "./timeline_scale";

/** Colours of the kinds of markers, all readable on the timeline's cream and on its night colour. */
export const COLOURS: Record<MarkKind, string> = {
  talk: "#2f7f86",
  reflection: "#7a5fb0",
  reaction: "#c9731f",
  state: "#a9862a",
  command: "#c0392f",
};

export interface Picture {
  session: Pick<SessionInfo, "start" | "step_seconds">;
  width: number;
  height: number;
  scale: Scale;
  /** The first step that has not happened, and the last step of the timeline. */
  newest: number;
  end: number;
  /** What the page holds of the run (see `time/spans.ts`). */
  spans: readonly Span[];
  found: readonly Cluster[];
  /** Whether one person's markers are highlighted. */
  someone: boolean;
}

const AXIS_PX = 16;
const LABEL_PX = 52;
const LABEL_GAP_PX = 8;
const LEAST_SPAN_PX = 2;

/** The middle and the height of the row of a kind, in pixels. */
export function rowOf(kind: MarkKind, height: number): { y: number; tall: number } {
  const tall = (height - AXIS_PX) / KINDS.length;
  return { y: AXIS_PX + tall * (KINDS.findIndex((each) => each.kind === kind) + 0.5), tall };
}

/** Draws the timeline: night and day, the hours, and the markers, each kind in its row. */
export function drawTimeline(context: CanvasRenderingContext2D, picture: Picture): void {
  context.clearRect(0, 0, picture.width, picture.height);
  drawNights(context, picture);
  drawTicks(context, picture);
  for (const cluster of picture.found) drawCluster(context, cluster, picture);
}

function drawNights(context: CanvasRenderingContext2D, { session, width, height, scale, newest, spans }: Picture): void {
  for (let x = 0; x < width; x += 2) {
    const step = scale.step(x);
    const dark = darkness(timeAt(session, step));
    context.fillStyle = step <= newest && isHeld(spans, step) ? `rgba(85, 80, 150, ${0.05 + 0.24 * dark})` : `rgba(58, 42, 68, ${0.03 + 0.03 * dark})`;
    context.fillRect(x, AXIS_PX, 2, height - AXIS_PX);
  }
}

function drawTicks(context: CanvasRenderingContext2D, { session, width, height, scale, end }: Picture): void {
  const every = hoursBetweenTicks(session.step_seconds, end, width, LABEL_PX);
  context.font = '700 11px Quicksand, ui-rounded, system-ui, sans-serif';
  context.textAlign = "center";
  context.textBaseline = "middle";
  const ink = getComputedStyle(context.canvas).color;
  let free = 0;
  for (const step of ticks(session, end, every)) {
    const [x, time] = [Math.round(scale.place(step)) + 0.5, timeAt(session, step)];
    const midnight = time % DAY_MS === 0;
    context.fillStyle = ink;
    context.globalAlpha = midnight ? 0.5 : 0.16;
    context.fillRect(x - 0.5, AXIS_PX - 3, 1, height - AXIS_PX + 3);
    context.globalAlpha = 1;
    const label = midnight ? tellDay(time) : tellHour(time);
    const half = context.measureText(label).width / 2;
    const middle = Math.max(half + 2, Math.min(width - half - 2, x));
    if (middle - half < free) continue;
    context.fillText(label, middle, AXIS_PX / 2 - 0.5);
    free = middle + half + LABEL_GAP_PX;
  }
}

function drawCluster(context: CanvasRenderingContext2D, { kind, x, marks, own }: Cluster, { scale, height, someone }: Picture): void {
  const { y, tall } = rowOf(kind, height);
  const many = Math.min(1, Math.log2(marks.length) / 5);
  context.globalAlpha = someone && !own ? 0.22 : 1;
  context.fillStyle = COLOURS[kind];
  for (const { s, to } of marks) {
    const long = to > s ? scale.place(to) - scale.place(s) : 0;
    if (long > LEAST_SPAN_PX) context.fillRect(scale.place(s), y - 1.5, long, 3);
  }
  context.beginPath();
  shape(context, kind, x, y, (tall / 2) * (0.55 + 0.4 * many));
  context.fill();
  context.strokeStyle = "#fdf8ec";
  context.lineWidth = 1;
  context.stroke();
  context.globalAlpha = 1;
}

/** Each kind has its own shape, so that the kinds can be told apart without seeing colours. */
export function shape(path: CanvasPath, kind: MarkKind, x: number, y: number, half: number): void {
  switch (kind) {
    case "talk":
      path.arc(x, y, half, 0, 7);
      return;
    case "reflection":
      return corners(path, [[x, y - half * 1.2], [x + half * 1.2, y], [x, y + half * 1.2], [x - half * 1.2, y]]);
    case "reaction":
      return corners(path, [[x, y - half * 1.1], [x + half * 1.15, y + half * 0.9], [x - half * 1.15, y + half * 0.9]]);
    case "state":
      return path.rect(x - half * 0.9, y - half * 0.9, half * 1.8, half * 1.8);
    case "command":
      return corners(path, [[x - half, y - half], [x + half, y - half], [x + half, y + half * 0.3], [x, y + half * 1.2], [x - half, y + half * 0.3]]);
  }
}

function corners(path: CanvasPath, points: [number, number][]): void {
  points.forEach(([x, y], index) => (index ? path.lineTo(x, y) : path.moveTo(x, y)));
  path.closePath();
}
