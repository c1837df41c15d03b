/** The last two parts of an address, the smaller one first: 'stove, kitchen' for `world:house:kitchen:stove`. */
export function shortAddress(address: string): string {
  const parts = address.split(":").filter(Boolean);
  return parts.slice(Math.max(parts.length > 1 ? 1 : 0, parts.length - 2)).reverse().join(", ");
}

/** An address in words, from the smallest part to the largest, without the town. */
export function longAddress(address: string): string {
  const parts = address.split(":").filter(Boolean);
  return parts.slice(parts.length > 1 ? 1 : 0).reverse().join(", ");
}

/** Where a person is, from the place that the server names ('Hobbs Cafe: cafe', 'out of doors', 'gone'): 'at cafe, Hobbs Cafe'. */
export function whereabouts(place: string): string {
  if (!place || place === "gone") return "";
  return place === "out of doors" ? place : `at ${place.split(": ").reverse().join(", ")}`;
}

/** First names, or full names for people who share a first name. */
export function shortener(names: readonly string[]): (who: string) => string {
  const first = (name: string) => name.split(" ", 1)[0] ?? name;
  const times = new Map<string, number>();
  for (const name of names) times.set(first(name), (times.get(first(name)) ?? 0) + 1);
  return (who) => ((times.get(first(who)) ?? 0) > 1 ? who : first(who));
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** The text with a capital first letter. */
export function sentence(text: string): string {
  return text ? text[0]?.toUpperCase() + text.slice(1) : text;
}

/** An amount in US dollars, with four decimals below one dollar and two above: '$0.0125', '$3.40'. */
export function dollars(usd: number): string {
  return `$${usd.toFixed(usd < 1 ? 4 : 2)}`;
}

/** The note that says what gave an answer: rules or a language model. */
export function answeredBy(model: string): string {
  return model === "offline" ? "rules answered, not a language model" : `${model}, a language model, answered`;
}

/** The note that says what answers for a town's people: rules or a language model. */
export function answersFor(model: string): string {
  return model === "offline" ? "rules answer for them, not a language model" : `${model}, a language model, answers for them`;
}

/** A section of a prompt: a heading and the text below it. */
interface Block {
  title: string;
  body: string;
}

/** Splits a prompt at blank lines; a heading, or a first line that ends with a colon, becomes the title of its block. */
export function blocksOf(prompt: string): Block[] {
  const parts = prompt.split(/\n\s*\n/).map((part) => part.trim());
  return parts.filter(Boolean).map((part) => {
    const [first = "", ...rest] = part.split("\n");
    const title = /^#{1,6}\s+(.*)$/.exec(first)?.[1] ?? (rest.length ? /^(.{2,80}):$/.exec(first)?.[1] : undefined);
    return title === undefined ? { title: "", body: part } : { title, body: rest.join("\n") };
  });
}

const SOURCES: Record<string, string> = {
  seed: "known from the start",
  seen: "seen",
  done: "own doing",
  said: "said it",
  heard: "heard",
  thought: "thought of it",
  planned: "a plan",
  told: "was told",
  "inner voice": "an inner voice",
};

/** The source of a memory, in words. */
export function sourceName(source: string): string {
  return SOURCES[source] ?? source;
}
