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

/** By whom a program's answers are made, for people to read. */
export function answeredBy(model: string): string {
  return model === "offline" ? "rules answered, not a language model" : `a language model (${model}) answered`;
}

/** The stretches of a prompt: each heading with what stands below it. */
export interface Block {
  title: string;
  body: string;
}

/** Parts a prompt at its headings, so that it can be read block by block. */
export function blocksOf(prompt: string): Block[] {
  const blocks: Block[] = [];
  let block: Block = { title: "", body: "" };
  for (const line of prompt.split("\n")) {
    const heading = /^#{1,6}\s+(.*)$/.exec(line) ?? /^([A-Z][^.:!?]{2,60}):$/.exec(line);
    if (heading) {
      if (block.title || block.body.trim()) blocks.push(block);
      block = { title: heading[1] ?? "", body: "" };
    } else block.body += `${line}\n`;
  }
  if (block.title || block.body.trim()) blocks.push(block);
  return blocks.map(({ title, body }) => ({ title, body: body.replace(/^\n+|\s+$/g, "") }));
}
