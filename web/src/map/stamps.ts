import type { Look } from "../figures/look";
import { INK } from "../figures/palette";
import { drawPin } from "../figures/portrait";
import { contextOf } from "../figures/sheet";
import { wrap } from "../styles/wrap";
import { drawnCanvas } from "./textures";

/** A cache of the overlay's texts and emoji, each drawn once at the screen's resolution. Sizes are in CSS pixels. */

const CREAM = "#fff3d6";
export const WHITE = "#fffdf6";
const ORANGE = "#f0a050";
const TYPE = 'Quicksand, Nunito, ui-rounded, system-ui, sans-serif';
const EMOJI = '"Noto Color Emoji", "Apple Color Emoji", "Segoe UI Emoji"';

export interface Stamp {
  readonly canvas: HTMLCanvasElement;
  readonly width: number;
  readonly height: number;
  /** The anchor: the point of the stamp that is placed at a given position. */
  readonly anchorX: number;
  readonly anchorY: number;
}

/** How many stamps are cached; the least recently used are dropped. */
const KEPT = 600;
const LINE = 16;
const TEXT_SIZE = 12.5;
const WIDEST = 190;
const PLACE_WIDEST = 104;
const SIGN_SIZE = 10.5;
const SIGN_LINES = 2;
const SIGN_WIDEST = 104;

export class Stamps {
  private readonly kept = new Map<string, Stamp>();
  private readonly ruler = document.createElement("canvas").getContext("2d") as CanvasRenderingContext2D;

  constructor(private readonly ratio: number) {}

  /** A bubble with an emoji, for an activity. */
  act(emoji: string): Stamp {
    return this.keep(`act ${emoji}`, () => this.bubble(30, 25, (pen) => drawEmoji(pen, emoji, 15, 12.5, 16)));
  }

  /** A bubble with dots: a model is thinking of an answer. */
  think(): Stamp {
    return this.keep("think", () => this.bubble(30, 22, (pen) => {
      pen.fillStyle = INK;
      for (const x of [10.5, 19.5]) {
        pen.beginPath();
        pen.arc(x, 11, 2.4, 0, 7);
        pen.fill();
      }
    }));
  }

  /** A bubble with a spoken line, cut after `lines` rows. */
  talk(text: string, lines: number): Stamp {
    return this.keep(`talk ${lines} ${text}`, () => {
      const rows = this.wrap(text, lines, TEXT_SIZE, WIDEST);
      const width = Math.max(...rows.map((row) => this.measure(row, TEXT_SIZE))) + 20;
      return this.bubble(Math.max(34, width), rows.length * LINE + 11, (pen) => {
        pen.fillStyle = INK;
        pen.font = `600 ${TEXT_SIZE}px ${TYPE}, ${EMOJI}`;
        pen.textBaseline = "middle";
        rows.forEach((row, index) => pen.fillText(row, 10, 6 + LINE * (index + 0.5)));
      });
    });
  }

  /** A person's name under their feet; in a pill for the selected person. */
  name(text: string, chosen: boolean): Stamp {
    return this.keep(`name ${chosen} ${text}`, () => {
      const size = chosen ? 12 : 11;
      const width = this.measure(text, size) + (chosen ? 16 : 8);
      return this.stamp(width, size + 9, width / 2, 0, (pen) => {
        pen.font = `700 ${size}px ${TYPE}`;
        pen.textAlign = "center";
        pen.textBaseline = "middle";
        if (chosen) pill(pen, 1, 1, width - 2, size + 6, ORANGE, INK);
        pen.lineJoin = "round";
        pen.lineWidth = 3.2;
        pen.strokeStyle = INK;
        if (!chosen) pen.strokeText(text, width / 2, size / 2 + 4);
        pen.fillStyle = chosen ? INK : CREAM;
        pen.fillText(text, width / 2, size / 2 + 4);
      });
    });
  }

  /** The name of a place: cream on ink. With more than one row it is narrow. */
  place(text: string, size: number, chosen: boolean, most = 1): Stamp {
    return this.keep(`place ${size} ${chosen} ${most} ${text}`, () => {
      const rows = most > 1 ? this.wrap(text, most, size, PLACE_WIDEST) : [text];
      const width = Math.max(...rows.map((row) => this.measure(row, size))) + (most > 1 ? 12 : 20);
      const height = rows.length * (size + 1) + (most > 1 ? 6 : 9);
      return this.stamp(width + 4, height + 6, width / 2 + 2, height / 2 + 2, (pen) => {
        pen.shadowColor = "rgba(58, 42, 68, 0.35)";
        pen.shadowBlur = 3 * this.ratio;
        pen.shadowOffsetY = 1.5 * this.ratio;
        pill(pen, 2, 2, width, height, chosen ? ORANGE : `rgba(58, 42, 68, ${most > 1 ? 0.8 : 0.93})`);
        pen.shadowColor = "transparent";
        pen.font = `700 ${size}px ${TYPE}`;
        pen.textAlign = "center";
        pen.textBaseline = "middle";
        pen.fillStyle = chosen ? INK : CREAM;
        rows.forEach((row, index) => pen.fillText(row, width / 2 + 2, height / 2 + 3 + (index - (rows.length - 1) / 2) * (size + 1)));
      });
    });
  }

  /** A sign with the words of a thing's state: a cream note with a point below. The anchor is its lower end. */
  sign(text: string): Stamp {
    return this.keep(`sign ${text}`, () => {
      const rows = this.wrap(text, SIGN_LINES, SIGN_SIZE, SIGN_WIDEST);
      const width = Math.max(...rows.map((row) => this.measure(row, SIGN_SIZE))) + 12;
      const height = rows.length * (SIGN_SIZE + 2) + 6;
      return this.stamp(width + 4, height + 9, width / 2 + 2, height + 7, (pen) => {
        pen.translate(2, 2);
        pen.lineJoin = "round";
        pen.beginPath();
        pen.roundRect(0, 0, width, height, 5);
        pen.moveTo(width / 2 - 4, height);
        pen.lineTo(width / 2, height + 5);
        pen.lineTo(width / 2 + 4, height);
        pen.lineWidth = 2.2;
        pen.strokeStyle = INK;
        pen.stroke();
        pen.fillStyle = CREAM;
        pen.fill();
        pen.fillStyle = INK;
        pen.font = `700 ${SIGN_SIZE}px ${TYPE}, ${EMOJI}`;
        pen.textAlign = "center";
        pen.textBaseline = "middle";
        rows.forEach((row, index) => pen.fillText(row, width / 2, 3.5 + (SIGN_SIZE + 2) * (index + 0.5)));
      });
    });
  }

  /** What stands for a sign at a low zoom. */
  dot(): Stamp {
    return this.keep("dot", () => this.stamp(10, 10, 5, 5, (pen) => {
      pen.beginPath();
      pen.arc(5, 5, 3, 0, 7);
      pen.lineWidth = 2.2;
      pen.strokeStyle = INK;
      pen.stroke();
      pen.fillStyle = CREAM;
      pen.fill();
    }));
  }

  /** What stands for an effect at a low zoom: an emoji on a cream disc. */
  mark(emoji: string): Stamp {
    return this.keep(`mark ${emoji}`, () => this.disc(emoji, 12, 10.5, 1.3, 13));
  }

  /** A pin: a person's head for low zooms. */
  pin(who: string, look: Look, chosen: boolean): Stamp {
    return this.keep(`pin ${chosen} ${who}`, () => {
      const side = chosen ? 28 : 24;
      return this.stamp(side + 4, side + 4, side / 2 + 2, side / 2 + 2, (pen) => {
        if (chosen) {
          pen.fillStyle = ORANGE;
          pen.beginPath();
          pen.arc(side / 2 + 2, side / 2 + 2, side / 2 + 2, 0, 7);
          pen.fill();
        }
        const head = document.createElement("canvas");
        head.width = head.height = Math.round(side * this.ratio);
        drawPin(contextOf(head), look, head.width);
        pen.drawImage(head, 2, 2, side, side);
      });
    });
  }

  /** What a person does, beside their pin. */
  badge(emoji: string): Stamp {
    return this.keep(`badge ${emoji}`, () => this.disc(emoji, 9, 8, 1, 9.5));
  }

  /** An emoji on a disc; `half` is half the side of the stamp. */
  private disc(emoji: string, half: number, radius: number, line: number, size: number): Stamp {
    return this.stamp(2 * half, 2 * half, half, half, (pen) => {
      pen.beginPath();
      pen.arc(half, half, radius, 0, 7);
      pen.lineWidth = line;
      pen.strokeStyle = INK;
      pen.fillStyle = WHITE;
      pen.fill();
      pen.stroke();
      drawEmoji(pen, emoji, half, half, size);
    });
  }

  /** A bubble without its tail, which depends on the position. The anchor is the middle of the lower edge. */
  private bubble(width: number, height: number, draw: (pen: CanvasRenderingContext2D) => void): Stamp {
    return this.stamp(width + 6, height + 6, width / 2 + 3, height + 3, (pen) => {
      pen.translate(3, 3);
      pen.beginPath();
      pen.roundRect(0, 0, width, height, 10);
      pen.shadowColor = "rgba(58, 42, 68, 0.28)";
      pen.shadowBlur = 2.5 * this.ratio;
      pen.shadowOffsetY = 1.5 * this.ratio;
      pen.fillStyle = WHITE;
      pen.fill();
      pen.shadowColor = "transparent";
      pen.lineWidth = 1.3;
      pen.strokeStyle = INK;
      pen.stroke();
      draw(pen);
    });
  }

  private stamp(width: number, height: number, anchorX: number, anchorY: number, draw: (pen: CanvasRenderingContext2D) => void): Stamp {
    const canvas = drawnCanvas(Math.ceil(width * this.ratio), Math.ceil(height * this.ratio), (pen) => {
      pen.scale(this.ratio, this.ratio);
      draw(pen);
    });
    return { canvas, width, height, anchorX, anchorY };
  }

  private keep(key: string, make: () => Stamp): Stamp {
    const stamp = this.kept.get(key) ?? make();
    this.kept.delete(key);
    this.kept.set(key, stamp);
    if (this.kept.size > KEPT) this.kept.delete(this.kept.keys().next().value as string);
    return stamp;
  }

  private measure(text: string, size: number): number {
    this.ruler.font = `700 ${size}px ${TYPE}, ${EMOJI}`;
    return this.ruler.measureText(text).width;
  }

  /** Breaks a text into rows; a text that does not fit into `lines` rows ends in an ellipsis. */
  private wrap(text: string, lines: number, size: number, widest: number): string[] {
    const rows = wrap(text, widest, (part) => this.measure(part, size));
    const shown = rows.length <= lines ? rows : [...rows.slice(0, lines - 1), `${rows[lines - 1]} …`];
    return shown.map((each) => this.cut(each, size, widest));
  }

  private cut(row: string, size: number, widest: number): string {
    let short = row;
    while (short.length > 4 && this.measure(short, size) > widest + 24) short = `${short.slice(0, -2).trimEnd()}…`;
    return short;
  }
}

function pill(pen: CanvasRenderingContext2D, x: number, y: number, width: number, height: number, fill: string, line = ""): void {
  pen.beginPath();
  pen.roundRect(x, y, width, height, Math.min(12, height / 2));
  pen.fillStyle = fill;
  pen.fill();
  if (!line) return;
  pen.lineWidth = 1.2;
  pen.strokeStyle = line;
  pen.stroke();
}

function drawEmoji(pen: CanvasRenderingContext2D, emoji: string, x: number, y: number, size: number): void {
  pen.font = `${size}px ${EMOJI}`;
  pen.textAlign = "center";
  pen.textBaseline = "middle";
  pen.fillStyle = INK;
  pen.fillText(emoji, x, y + 0.5, 26);
}
