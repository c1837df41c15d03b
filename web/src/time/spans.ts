import type { Span } from "../source/source";

/** Where a jump from one step to another ends: between two spans it goes on to the next one in its direction. */
export function landIn(spans: readonly Span[], from: number, to: number): number {
  const before = spans.filter(([first]) => first <= to).at(-1);
  const after = spans.find(([first]) => first > to);
  if (!before) return after?.[0] ?? to;
  if (to < before[1]) return to;
  return after && to >= from ? after[0] : before[1] - 1;
}

/** Where a clock that goes on from one moment to another arrives: after a span comes the next; undefined after the last. */
export function goThrough(spans: readonly Span[], from: number, to: number): number | undefined {
  const number = spans.findIndex(([, end]) => from < end);
  const span = spans[number];
  if (!span || to < span[1] - 1) return span && Math.max(to, span[0]);
  return spans[number + 1]?.[0];
}

/** Whether a step is in one of the spans, or there are none. */
export function isHeld(spans: readonly Span[], step: number): boolean {
  return !spans.length || spans.some(([first, end]) => step >= first && step < end);
}
