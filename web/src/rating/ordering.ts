/** Returns the list with the element at index `from` moved to index `to`. */
export function moved<T>(things: readonly T[], from: number, to: number): T[] {
  const left = [...things];
  left.splice(Math.max(0, Math.min(to, things.length - 1)), 0, ...left.splice(from, 1));
  return left;
}

/** The letters of things in their present order, as one string for storing. */
export function lettersOf(things: readonly { letter: string }[]): string {
  return things.map(({ letter }) => letter).join(" ");
}

/** Returns things in the order of stored letters; unchanged if the letters belong to other things. */
export function arranged<T extends { letter: string }>(things: readonly T[], letters: string): T[] {
  const found = letters.split(" ").map((letter) => things.find((each) => each.letter === letter));
  const known = found.filter((each) => each !== undefined);
  return new Set(known).size === things.length && found.length === things.length ? known : [...things];
}

/** The position of a card before dragging, in pixels. */
export interface Spot {
  top: number;
  height: number;
}

/** The index at which a card lands when dragged `down` pixels: behind every card whose middle its leading edge has passed. */
export function landing(spots: readonly Spot[], from: number, down: number): number {
  const dragged = spots[from];
  if (!dragged) return from;
  const edge = down > 0 ? dragged.top + dragged.height + down : dragged.top + down;
  const passed = ({ top, height }: Spot, place: number) => (down > 0 ? place > from && edge > top + height / 2 : place < from && edge < top + height / 2);
  const count = spots.filter(passed).length;
  return down > 0 ? from + count : from - count;
}

/** How far the card at index `place` makes way for a card that is dragged over it, in pixels. */
export function wayMade(place: number, from: number, to: number, room: number): number {
  if (place > from && place <= to) return -room;
  return place < from && place >= to ? room : 0;
}
