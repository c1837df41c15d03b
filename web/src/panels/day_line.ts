import type { PlanItemView, PlanRevision } from "../protocol/messages";

/** Where a stretch of a plan stands on a line from 0 to 1, and how much of it that takes. */
export interface Stretch {
  item: PlanItemView;
  from: number;
  share: number;
  now: boolean;
}

/** The steps from which to which a plan reaches, at all its levels. */
export function reach(plan: PlanRevision): [number, number] {
  const items = [...plan.chunks, ...plan.hours, ...plan.steps];
  if (!items.length) return [plan.step, plan.step + 1];
  return [Math.min(...items.map(({ start }) => start)), Math.max(...items.map(({ end }) => end))];
}

/** One level of a plan on the line of its day. */
export function stretches(items: readonly PlanItemView[], [begin, end]: [number, number], step: number): Stretch[] {
  const whole = Math.max(1, end - begin);
  return items.map((item) => ({
    item,
    from: (item.start - begin) / whole,
    share: Math.max(0, item.end - item.start) / whole,
    now: item.start <= step && step < item.end,
  }));
}
