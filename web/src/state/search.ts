/** Searching the whole run: what is found on the page itself, and how all of it is put in one list. */

import { signal } from "@preact/signals";

import type { SearchGroup, SearchHit, SearchView, StoryChapterView, TownView } from "../protocol/messages";

/** Whether the search box is open. */
export const searching = signal(false);

/** What is searched for. */
export const query = signal("");

export function openSearch(): void {
  ask("");
  searching.value = true;
}

export function ask(words: string): void {
  query.value = words;
}

/** Opens the search box with a query, or closes it if that is empty. */
export function searchFor(words: string): void {
  ask(words);
  searching.value = words !== "";
}

export function closeSearch(): void {
  searching.value = false;
}

/** A result of a search. */
export type Found =
  | { kind: "person"; name: string; words: string }
  | { kind: "place"; address: string; name: string; words: string; tile: [number, number] | undefined }
  | { kind: "chapter"; number: number; title: string; words: string; who: string; step: number }
  | { kind: "record"; hit: SearchHit };

/** The results under one heading; `total` counts also those that are not listed. */
export interface FoundGroup {
  title: string;
  total: number;
  found: Found[];
}

const MOST = 6;
const BEFORE = 60;
const LONGEST = 240;

/** A text without capitals and accents, so that 'cafe' finds 'Café'. */
export function fold(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The words of a query, folded. */
export function wordsOf(query: string): string[] {
  return fold(query).split(/\s+/).filter(Boolean);
}

/** Whether a text contains all words, in any order. */
export function holdsAll(text: string, words: readonly string[]): boolean {
  const folded = fold(text);
  return words.length > 0 && words.every((word) => folded.includes(word));
}

/** The people whose names fit. */
function findPeople(town: TownView, words: readonly string[]): Found[] {
  return town.people.filter(({ name }) => holdsAll(name, words)).map(({ name, age }) => ({ kind: "person", name, words: age > 0 ? `${age} years old` : "" }));
}

/** The places and objects whose own names fit; the larger ones first. */
export function findPlaces(town: TownView, words: readonly string[]): Found[] {
  const found: Found[] = [];
  for (const kind of ["sector", "arena", "object"] as const) {
    for (const { address, tiles, kind: its } of town.places) {
      const parts = address.split(":");
      const name = parts.at(-1) ?? address;
      // A word of the larger place may help to tell two kitchens apart, but does not alone bring up all that is in it.
      const own = words.some((word) => fold(name).includes(word));
      if (its !== kind || !own || !holdsAll(parts.slice(1).join(" "), words)) continue;
      found.push({ kind: "place", address, name, words: parts.slice(1, -1).reverse().join(", "), tile: tiles[Math.floor(tiles.length / 2)] });
    }
  }
  return found;
}

/** The chapters whose title, sentences or quote fit. */
function findChapters(chapters: readonly StoryChapterView[], words: readonly string[]): Found[] {
  return chapters.flatMap(({ title, sentences, quote, people, step }, number) => {
    const whole = [title, ...sentences, quote?.text ?? "", ...people].join(" ");
    return holdsAll(whole, words) ? [{ kind: "chapter" as const, number, title, words: sentences.join(" "), who: people[0] ?? "", step }] : [];
  });
}

/** All results under their headings, without empty ones. */
export function groupsOf(town: TownView, chapters: readonly StoryChapterView[], words: readonly string[], records: SearchView | undefined): FoundGroup[] {
  const listed = (title: string, found: Found[]) => ({ title, total: found.length, found: found.slice(0, MOST) });
  const recorded = (title: string, group: SearchGroup | undefined) => ({
    title,
    total: group?.total ?? 0,
    found: (group?.hits ?? []).map((hit): Found => ({ kind: "record", hit })),
  });
  return [
    listed("People", findPeople(town, words)),
    listed("Places", findPlaces(town, words)),
    listed("Chapters", findChapters(chapters, words)),
    recorded("Said", records?.lines),
    recorded("Done, seen and thought", records?.memories),
  ].filter(({ found }) => found.length > 0);
}

/** The records that fit, in order of time, as the server would list them; for a page that holds its run itself. */
export function searchRecords(records: Iterable<SearchHit>, words: readonly string[], limit: number): SearchGroup {
  const fitting = [...records].filter(({ text }) => holdsAll(text, words)).sort((one, other) => one.step - other.step);
  return { total: fitting.length, hits: fitting.slice(0, limit).map((hit) => ({ ...hit, text: cutAround(hit.text, words) })) };
}

/** A text of bounded length, with the first of the words in it. */
export function cutAround(text: string, words: readonly string[]): string {
  if (text.length <= LONGEST) return text;
  const folded = fold(text);
  const from = Math.max(0, Math.min(...words.map((word) => folded.indexOf(word))) - BEFORE);
  const first = from ? text.indexOf(" ", from) + 1 : 0;
  const cut = text.slice(first, first + LONGEST);
  const whole = first + LONGEST >= text.length;
  return `${first ? "…" : ""}${whole ? cut : `${cut.replace(/\s+\S*$/u, "")}…`}`;
}

/** Splits a text into parts that match one of the words and parts that don't. */
export function highlight(text: string, words: readonly string[]): { text: string; hit: boolean }[] {
  // Folded letter by letter, so that each folded character knows where in the text it comes from.
  const letters = [...text];
  const folded = letters.map(fold);
  const from = folded.flatMap((each, at) => [...each].map(() => at));
  const flat = [...folded.join("")];
  const marked = new Set<number>();
  for (const word of words) {
    const wanted = [...word];
    for (let at = 0; wanted.length && at + wanted.length <= flat.length; at++) {
      if (wanted.every((letter, more) => flat[at + more] === letter)) wanted.forEach((_, more) => marked.add(from[at + more] as number));
    }
  }
  const parts: { text: string; hit: boolean }[] = [];
  letters.forEach((letter, at) => {
    const hit = marked.has(at);
    const last = parts.at(-1);
    if (last?.hit === hit) last.text += letter;
    else parts.push({ text: letter, hit });
  });
  return parts;
}

/** The result that an arrow key leads to, from none (-1) and round the ends. */
export function move(at: number, by: 1 | -1, count: number): number {
  if (!count) return -1;
  return at < 0 ? (by > 0 ? 0 : count - 1) : (at + by + count) % count;
}
