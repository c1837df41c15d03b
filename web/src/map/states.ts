/** What a state of an object looks like. A state without a look is shown as a small sign with its words. */
const LOOKS = ["fire", "smoke", "steam", "water", "broken", "balloons", "garland", "flowers", "dirt", "dark", "bright"] as const;
export type Look = (typeof LOOKS)[number];

interface Row {
  looks: readonly Look[];
  /** What words of a state begin with, as parts of a regular expression; "$" is the end of the state. */
  stems: readonly string[];
}

/** States that need no picture and no sign: somebody uses the thing, or it is as it should be. */
const ORDINARY: Row = {
  looks: [],
  stems: [
    "being", "about to be", "used", "in use", "occupied", "looked", "idle", "ready", "clean$", "tidy", "tidied", "neatly", "normal", "fine$", "free$",
    "in order", "in good order", "as usual", "as it was", "as before", "mended", "fixed", "repaired", "seen to", "made\\b", "unmade", "dry$", "wiped", "swept",
  ],
};

/**
 * The lexicon of states. The looks of all rows that fit are drawn. It knows kinds of states in English, and nothing
 * about a town: a state in other words or in another language has a sign.
 */
const ROWS: readonly Row[] = [
  { looks: ["fire", "smoke"], stems: ["burning", "on fire", "afire", "ablaze", "aflame", "alight", "flaming", "blazing", "in flames", "engulfed", "exploding"] },
  { looks: ["smoke"], stems: ["smok(?:ing|y)", "full of smoke", "smoulder", "smolder", "overheat", "sparking", "fuming", "scorching"] },
  { looks: ["water", "steam", "dark"], stems: ["put out", "extinguished", "doused"] },
  { looks: ["steam"], stems: ["steam", "boil", "simmer", "cooking", "brewing", "baking", "frying", "roasting", "hissing", "heating", "warming", "piping hot", "too hot"] },
  {
    looks: ["water"],
    stems: ["wet\\b", "damp", "soak", "drench", "soggy", "leak", "flood", "drip", "overflow", "under ?water", "gushing", "burst", "spilling", "spilled", "spilt", "spraying", "splash", "running over", "full of water", "covered in water"],
  },
  {
    looks: ["broken"],
    stems: ["broken", "broke\\b", "crack", "smash", "shatter", "snapped", "torn\\b", "ripped", "in pieces", "collaps", "falling apart", "damaged", "wrecked", "ruined", "out of order", "not working", "no longer working", "dented", "split\\b", "toppled", "knocked over", "jammed", "faulty"],
  },
  { looks: ["garland", "balloons"], stems: ["decorat", "adorned", "dressed up", "ready for (?:a|the) party", "set for (?:a|the) party"] },
  { looks: ["garland"], stems: ["garland", "bunting", "streamer", "festoon", "ribbon", "tinsel", "hung with (?:paper|hearts|flags|lanterns|lights|ribbons|stars)", "paper (?:hearts|chains|stars|lanterns|flags)"] },
  { looks: ["balloons"], stems: ["balloon"] },
  { looks: ["flowers"], stems: ["flower", "bouquet", "roses?\\b", "tulips?\\b", "daisies", "petals?\\b", "wreath", "in bloom", "blooming", "blossom"] },
  {
    looks: ["dirt"],
    stems: ["dirty", "filthy", "mud", "stain", "soot", "charred", "burnt", "burned", "scorched", "grim(?:e|y)\\b", "greas", "messy", "a mess\\b", "mould", "mold", "rott", "dust(?:y)?\\b", "smear", "sticky", "slim(?:e|y)\\b", "full of (?:rubbish|garbage|trash)", "covered in (?:dirt|crumbs|jam|glue|ink|oil|sauce)"],
  },
  { looks: ["dark"], stems: ["off$", "(?:turned|switched) off", "unlit", "dark$", "dead$", "without power", "out of power", "shut down"] },
  { looks: ["bright"], stems: ["(?:turned|switched|left|still) on$", "on$", "lit$", "lit up", "glow", "shining", "gleaming", "flicker", "running$", "playing", "humming"] },
];

const NOT = /(?:\b(?:not|never|no longer|never again|stopped|nearly|almost)|n't) $/;

/** Stems as matched: where a word begins, and not after "not" or "no longer". */
const MATCHED = [ORDINARY, ...ROWS].map(({ looks, stems }) => ({ looks, matches: matcher(stems) }));

function matcher(stems: readonly string[]): (words: string) => boolean {
  const pattern = new RegExp(`(?<![\\w-])(?:${stems.join("|")})`, "g");
  return (words) => [...words.matchAll(pattern)].some(({ index }) => !NOT.test(words.slice(0, index)));
}

/** The looks of a state; none for an ordinary state, undefined for a state of which only the words can be shown. */
export function looksOf(state: string): readonly Look[] | undefined {
  const words = state.toLowerCase().trim().replace(/[.!]+$/, "");
  const [ordinary, ...rows] = MATCHED.map(({ looks, matches }) => (matches(words) ? looks : undefined));
  const found = new Set(rows.flatMap((looks) => looks ?? []));
  return found.size ? LOOKS.filter((look) => found.has(look)) : ordinary;
}
