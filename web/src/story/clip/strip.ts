import { INK } from "../../figures/palette";
import { wrap } from "../../styles/wrap";

/** The words below the pictures of a clip: the chapter's text, its quote, and where it comes from. */
export interface Words {
  when: string;
  title: string;
  text: string;
  quote: string;
  who: string;
  from: string;
}

/** A strip that has been laid out for a width: its height, and how to draw it below a picture. */
export interface Strip {
  height: number;
  draw(top: number): void;
}

const SOFT = "#6b5b70";
const PAPER = "#fdf8ec";
const SUN = "#f6cb5c";
const FAMILY = "Quicksand, ui-rounded, system-ui, sans-serif";
const MARGIN = 28;
const QUOTE_INDENT = 16;
const LEADING = 1.35;

/** Lays words out for a canvas; `size` is the size of the text in pixels, and `quoted` how much larger the quote is. */
export function layStrip(context: CanvasRenderingContext2D, words: Words, size: number, quoted = 1): Strip {
  const { width } = context.canvas;
  const rows: { text: string; font: string; colour: string; x: number; y: number; bar: number }[] = [];
  let y = size * 0.9;
  const put = (text: string, weight: number, pixels: number, colour: string, before: number, indent = 0) => {
    if (!text) return;
    const font = `${weight} ${pixels}px ${FAMILY}`;
    context.font = font;
    y += before * size;
    for (const line of wrap(text, width - 2 * MARGIN - indent, (part) => context.measureText(part).width)) {
      rows.push({ text: line, font, colour, x: MARGIN + indent, y, bar: indent ? pixels * LEADING : 0 });
      y += pixels * LEADING;
    }
  };
  put(words.when, 600, size * 0.85, SOFT, 0);
  put(words.title, 700, size * 1.3, INK, 0.1);
  put(words.text, 500, size, INK, 0.1);
  put(words.quote && `“${words.quote}” ${words.who}`, 600, size * quoted, INK, 0.45, QUOTE_INDENT);
  put(words.from, 500, size * 0.75, SOFT, 0.55);
  // Encoders of video need even sizes.
  const height = 2 * Math.ceil((y + size * 0.6) / 2);
  return {
    height,
    draw(top) {
      context.fillStyle = PAPER;
      context.fillRect(0, top, width, height);
      context.textBaseline = "top";
      context.textAlign = "left";
      for (const { text, font, colour, x, y: down, bar } of rows) {
        context.fillStyle = SUN;
        if (bar) context.fillRect(MARGIN, top + down - 2, 4, bar);
        context.font = font;
        context.fillStyle = colour;
        context.fillText(text, x, top + down);
      }
    },
  };
}
