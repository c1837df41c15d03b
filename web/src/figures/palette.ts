/** The colours of people. All colours of figures are defined here and nowhere else. */

import type { Look } from "./look";

/** The colour of outlines and of shadows: a plum instead of black. */
export const INK = "#3a2a44";
/** The colour of highlights: a cream instead of white. */
export const SUN = "#fff3d6";
export const CREAM = "#fdf8ec";
export const BLUSH = "#f0736a";
export const LIP = "#7a2f3a";
export const GOLD = "#d9a441";
export const STRAW = "#e9c677";
export const STEEL = "#cfd6da";
export const WOOD = "#8a5a44";
export const LENS = "#eef6f8";
export const PETAL = "#f3b3bd";
export const PEN = "#5b8fc4";
/** The stripes of tops that are white. */
export const STRIPE = "#45598c";

const SKIN: Record<string, string> = {
  ivory: "#ffdcc2", peach: "#f6c7a2", sand: "#e3a97f", bronze: "#c58660", brown: "#9a6146", umber: "#744836",
};
const HAIR: Record<string, string> = {
  black: "#33272e", dark: "#553a32", brown: "#7d5138", copper: "#b0703c", honey: "#d99f4d", blond: "#efd28b",
  red: "#b5503c", grey: "#9a949e", white: "#e8e3e0", violet: "#6d5a9c",
};
const TOP: Record<string, string> = {
  red: "#d9604f", coral: "#ee8a6c", orange: "#f0a050", yellow: "#f6cb5c", leaf: "#7fae5c", green: "#5f9466",
  teal: "#4f9c9c", blue: "#5b8fc4", navy: "#45598c", violet: "#8d74b8", pink: "#eba0ad", white: CREAM,
  wine: "#94495c", sand: "#d9c49c", char: "#625766",
};
const BOTTOM: Record<string, string> = {
  ...TOP, denim: "#4a5578", cocoa: "#6b5148", plum: "#57506a", khaki: "#7c6b58", slate: "#3f4f52", tan: "#a08a68",
};
const SHOE: Record<string, string> = { dark: "#54434f", brown: "#8a5a44", white: CREAM, red: "#c2544a" };

/** Colours of floors and grass from which figures have to stand out. */
export const FLOORS: readonly string[] = ["#e6c79b", "#a9cb86", "#d6e8ea", "#cfa67c"];

/** The walls behind portraits. */
const WALLPAPERS = ["#c6dce4", "#efcfbb", "#cfdcb9", "#f4dfa2", "#ddd0e4"] as const;

export interface Colours {
  readonly skin: string;
  readonly hair: string;
  readonly top: string;
  readonly bottom: string;
  readonly shoes: string;
  /** The colour of scarves, ties and bands; it contrasts with the top. */
  readonly accent: string;
}

/** The colours that the words of a look stand for; unknown words are used as CSS colours. */
export function coloursOf(look: Look): Colours {
  const top = TOP[look.top] ?? look.top;
  return {
    skin: SKIN[look.skin] ?? look.skin,
    hair: HAIR[look.hair] ?? look.hair,
    top,
    bottom: BOTTOM[look.bottom] ?? look.bottom,
    shoes: SHOE[look.shoes] ?? look.shoes,
    accent: rgb(top)[0] < 190 ? (TOP.red as string) : (TOP.teal as string),
  };
}

/** The wallpaper of a portrait: the one that contrasts with the top. */
export function wallpaperFor(look: Look): string {
  const top = coloursOf(look).top;
  return [...WALLPAPERS].sort((one, other) => distance(other, top) - distance(one, top))[0] as string;
}

export function mix(from: string, to: string, share: number): string {
  const [a, b] = [rgb(from), rgb(to)];
  const parts = a.map((part, at) => Math.round(part + ((b[at] as number) - part) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

export function lighter(colour: string, share = 0.35): string {
  return mix(colour, SUN, share);
}

export function darker(colour: string, share = 0.2): string {
  return mix(colour, INK, share);
}

/** Perceived lightness, from 0 to 255. */
export function lightness(colour: string): number {
  const [red, green, blue] = rgb(colour);
  return 0.3 * red + 0.59 * green + 0.11 * blue;
}

function distance(one: string, other: string): number {
  const [a, b] = [rgb(one), rgb(other)];
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

function rgb(colour: string): [number, number, number] {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}
