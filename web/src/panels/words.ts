/** 'kitchen, stove' of `world:house:kitchen:stove`: the last two of its parts, the smaller one first. */
export function shortAddress(address: string): string {
  const parts = address.split(":").filter(Boolean);
  return parts.slice(Math.max(parts.length > 1 ? 1 : 0, parts.length - 2)).reverse().join(", ");
}

/** An address in words from the smallest part to the largest, without the town. */
export function longAddress(address: string): string {
  const parts = address.split(":").filter(Boolean);
  return parts.slice(parts.length > 1 ? 1 : 0).reverse().join(", ");
}

export function plural(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** The first letter large, as a sentence begins. */
export function sentence(text: string): string {
  return text ? text[0]?.toUpperCase() + text.slice(1) : text;
}

/** '3 of 4 calls' money: a dollar sign and as many digits as matter. */
export function dollars(usd: number): string {
  return `$${usd.toFixed(usd < 1 ? 4 : 2)}`;
}

/** By whom an answer was made, for people to read. */
export function answeredBy(model: string): string {
  return model === "offline" ? "rules answered, not a language model" : `${model}, a language model, answered`;
}

/** By whom the answers of a town's people are made. */
export function answersFor(model: string): string {
  return model === "offline" ? "rules answer for them, not a language model" : `${model}, a language model, answers for them`;
}

/** The stretches of a prompt: each heading with what stands below it. */
export interface Block {
  title: string;
  body: string;
}

/** Parts a prompt at its blank lines; a heading, or a first line that ends with a colon, becomes its part's title. */
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

/** Where a memory is from, in words. */
export function sourceName(source: string): string {
  return SOURCES[source] ?? source;
}
