import type { PlanItemView, PlanRevision } from "../protocol/messages";

/** The start and the length of a plan item on a line from 0 to 1. */
interface Stretch {
  item: PlanItemView;
  from: number;
  share: number;
  now: boolean;
}

/** The first and the last step of a plan, over all its levels. */
export function reach(plan: PlanRevision): [number, number] {
  const items = [...plan.chunks, ...plan.hours, ...plan.steps];
  if (!items.length) return [plan.step, plan.step + 1];
  return [Math.min(...items.map(({ start }) => start)), Math.max(...items.map(({ end }) => end))];
}

/** The items of one level of a plan as stretches of the day. */
export function stretches(items: readonly PlanItemView[], [begin, end]: [number, number], step: number): Stretch[] {
  const whole = Math.max(1, end - begin);
  return items.map((item) => ({
    item,
    from: (item.start - begin) / whole,
    share: Math.max(0, item.end - item.start) / whole,
    now: item.start <= step && step < item.end,
  }));
}
