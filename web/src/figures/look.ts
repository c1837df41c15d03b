/** A person's look, in the same words as in a town's folder (`townlet/town/look.py`). */

export const SKINS: readonly string[] = ["ivory", "peach", "sand", "bronze", "brown", "umber"];
export const HAIRS: readonly string[] = [
  "black", "dark", "brown", "copper", "honey", "blond", "red", "grey", "white", "violet",
];
export const STYLES: readonly string[] = [
  "short", "side", "quiff", "buzz", "spiky", "balding", "bald", "afro", "curly",
  "bob", "long", "wavy", "bun", "pony", "braids", "headscarf",
];
export const TOPS: readonly string[] = [
  "red", "coral", "orange", "yellow", "leaf", "green", "teal", "blue", "navy", "violet", "pink", "white",
  "wine", "sand", "char",
];
export const BOTTOMS: readonly string[] = ["denim", "cocoa", "plum", "khaki", "slate", "tan", ...TOPS];
export const OUTFITS: readonly string[] = [
  "shirt", "stripe", "checks", "sweater", "hoodie", "cardigan", "vest", "jacket", "suit",
  "dress", "skirt", "apron", "overalls", "labcoat",
];
export const EXTRAS: readonly string[] = [
  "glasses", "beard", "moustache", "scarf", "headphones", "headband", "flower",
  "cap", "beanie", "strawhat", "cane",
];
export const SHOES: readonly string[] = ["dark", "brown", "white", "red"];

export interface Look {
  readonly skin: string;
  readonly hair: string;
  readonly style: string;
  readonly top: string;
  readonly bottom: string;
  readonly outfit: string;
  readonly extra: readonly string[];
  readonly shoes: string;
  /** The town's own sprite sheet of the person in `people/`, which replaces all other words. */
  readonly sheet?: string | null;
}

/** The look in words, as the Arrive command takes it; equal looks give equal words. */
export function lookInWords(look: Look): string {
  const { skin, hair, style, top, bottom, outfit, shoes } = look;
  const words = { skin, hair, style, top, bottom, outfit, extra: look.extra.join("+") || "none", shoes };
  return Object.entries(words).map(([part, word]) => `${part}=${word}`).join(" ");
}

/** Parses the look that the server sends in words; if it sends none, derives a look from the name. */
export function lookOf(words: string, name: string): Look {
  const parts = new Map(words.split(/\s+/).map((word) => word.split("=", 2) as [string, string | undefined]));
  const drawn = lookFrom(name);
  const said = (part: Exclude<keyof Look, "extra" | "sheet">): string => parts.get(part) ?? drawn[part];
  const extra = parts.get("extra")?.split("+").filter((each) => each !== "none") ?? drawn.extra;
  return {
    skin: said("skin"), hair: said("hair"), style: said("style"), top: said("top"), bottom: said("bottom"),
    outfit: said("outfit"), shoes: said("shoes"), extra,
  };
}

/** A pseudo-random look derived from a name. */
export function lookFrom(name: string): Look {
  const drawn = (part: string, choices: readonly string[]): string =>
    choices[hash(`${part}|${name}`) % choices.length] as string;
  return {
    skin: drawn("skin", SKINS),
    hair: drawn("hair", HAIRS.slice(0, 7)),
    style: drawn("style", ["short", "side", "spiky", "curly", "bob", "afro"]),
    top: drawn("top", TOPS),
    bottom: drawn("bottom", BOTTOMS.slice(0, 6)),
    outfit: drawn("outfit", OUTFITS.slice(0, 8)),
    extra: [],
    shoes: drawn("shoes", SHOES),
  };
}

/** The FNV-1a hash over UTF-16 code units, mixed once more so that similar names differ. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  value ^= value >>> 15;
  return Math.imul(value, 0x2c1b3c6d) >>> 0;
}
