import { useEffect, useMemo, useRef, useState } from "preact/hooks";

import type { TimelineMarker, SessionInfo } from "../protocol/messages";
import { embodied } from "../state/embodied";
import { marks, newest, session, spans } from "../state/run";
import { personIn, selected } from "../state/selection";
import { typeReady } from "../styles/type";
import { tellStep } from "./calendar";
import { playhead, seek, step } from "./clock";
import { type Cluster, clusters, hidden, kindName, shownMarks } from "./marks";
import { drawTimeline, rowOf } from "./timeline_draw";
import { scaleOf } from "./timeline_scale";

const INSET = 10;
const CLUSTER_PX = 7;
const REACH_PX = 8;
const TOLD = 4;

/** The person whose markers are highlighted; empty for nobody. */
export function someone(): string {
  return personIn(selected.value) || embodied.value;
}

/** The timeline of the whole run: click or drag to seek. */
export function Timeline() {
  const box = useRef<HTMLDivElement>(null);
  const [{ width, height }, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    if (!box.current) return;
    const watch = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {};
      setSize({ width: Math.floor(width), height: Math.floor(height) });
    });
    watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  return (
    <div class="timeline" ref={box}>
      {width > 0 && session.value && <Line width={width} height={height} watched={session.value} />}
    </div>
  );
}

function Line({ width, height, watched }: { width: number; height: number; watched: SessionInfo }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [typed, setTyped] = useState(false);
  useEffect(() => void typeReady().then(() => setTyped(true)), []);
  const [pointed, point] = useState<{ x: number; y: number } | undefined>(undefined);
  const who = someone();
  const end = Math.max(newest.value, watched.goal, 1);
  const scale = useMemo(() => scaleOf(end, width, INSET), [end, width]);
  const found = useMemo(
    () => clusters(shownMarks(marks.value, hidden.value), scale.place, CLUSTER_PX, who),
    [marks.value, hidden.value, scale, who],
  );
  useEffect(() => {
    const density = devicePixelRatio || 1;
    const context = canvas.current?.getContext("2d");
    if (!canvas.current || !context) return;
    canvas.current.width = width * density;
    canvas.current.height = height * density;
    context.scale(density, density);
    const picture = { session: watched, width, height, scale, newest: newest.value, spans: spans.value, end, found, someone: who !== "" };
    drawTimeline(context, picture);
  }, [found, scale, newest.value, width, height, typed]);

  const drag = (event: PointerEvent) => {
    const { left } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    seek(scale.step(event.clientX - left));
  };
  return (
    <div
      class="track"
      role="slider"
      tabIndex={0}
      aria-label="Moment of the run"
      aria-valuemin={0}
      aria-valuemax={newest.value}
      aria-valuenow={step.value}
      aria-valuetext={tellStep(watched, step.value)}
      onKeyDown={(event) => moveByKey(event, watched)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag(event);
      }}
      onPointerMove={(event) => {
        const { left, top } = event.currentTarget.getBoundingClientRect();
        if (event.buttons & 1) drag(event);
        point({ x: event.clientX - left, y: event.clientY - top });
      }}
      onPointerLeave={() => point(undefined)}
    >
      <canvas ref={canvas} aria-hidden="true" />
      <HeadLine place={scale.place} />
      {pointed && <Hint at={pointed} width={width} time={tellStep(watched, scale.step(pointed.x))} marks={near(found, pointed, height)} />}
    </div>
  );
}

/** The playhead on the timeline, the only part that changes with every frame. */
function HeadLine({ place }: { place: (step: number) => number }) {
  return <div class="head-line" style={{ transform: `translateX(${place(playhead.value)}px)` }} />;
}

/** The markers near the pointer, in the row that it is on. */
function near(found: readonly Cluster[], { x, y }: { x: number; y: number }, height: number): TimelineMarker[] {
  return found
    .filter((each) => Math.abs(each.x - x) <= REACH_PX && Math.abs(rowOf(each.kind, height).y - y) <= rowOf(each.kind, height).tall * 0.7)
    .sort((one, other) => Math.abs(one.x - x) - Math.abs(other.x - x))
    .flatMap((each) => each.marks);
}

function Hint({ at, width, time, marks }: { at: { x: number }; width: number; time: string; marks: TimelineMarker[] }) {
  return (
    <div class="hint" role="tooltip" style={{ left: `${Math.max(130, Math.min(width - 130, at.x))}px` }}>
      <strong>{time}</strong>
      {marks.slice(0, TOLD).map((mark) => (
        <p>
          <em>{kindName(mark.kind)}</em> {mark.who.join(", ")}: {mark.text}
        </p>
      ))}
      {marks.length > TOLD && <p>and {marks.length - TOLD} more</p>}
    </div>
  );
}

const MINUTES: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowDown: -10, ArrowUp: 10, PageDown: -60, PageUp: 60 };

function moveByKey(event: KeyboardEvent, { step_seconds }: SessionInfo): void {
  const minutes = MINUTES[event.key];
  if (minutes !== undefined) seek(step.value + (minutes * 60) / step_seconds);
  else if (event.key === "Home") seek(0);
  else if (event.key === "End") seek(newest.value);
  else return;
  event.preventDefault();
}
