/** How much of the map lies under bars and panels, at each side, in CSS pixels. */
export interface Insets {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Measures what lies beside the map in the page: what covers more than half of a side takes that side's strip away. */
export function coveredOf(host: HTMLElement): Insets {
  const whole = host.getBoundingClientRect();
  const insets = { left: 0, top: 0, right: 0, bottom: 0 };
  for (const other of host.parentElement?.children ?? []) {
    if (other !== host) cover(insets, whole, other.getBoundingClientRect());
  }
  return insets;
}

function cover(insets: Insets, whole: DOMRect, { left, top, right, bottom, width, height }: DOMRect): void {
  if (!width || !height) return;
  const wide = width > whole.width / 2;
  const high = height > whole.height / 2;
  if (wide === high) return;
  if (wide && top + height / 2 < whole.top + whole.height / 2) insets.top = Math.max(insets.top, bottom - whole.top);
  else if (wide) insets.bottom = Math.max(insets.bottom, whole.bottom - top);
  else if (left + width / 2 < whole.left + whole.width / 2) insets.left = Math.max(insets.left, right - whole.left);
  else insets.right = Math.max(insets.right, whole.right - left);
}
