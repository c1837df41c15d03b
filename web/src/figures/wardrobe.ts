/** The sheets of everybody on the map: each look is drawn once, when somebody who has it is first shown. */

import { type Look, lookInWords } from "./look";
import { bakeSheet, type Sheet } from "./sheet";

export class Wardrobe {
  readonly #sheets = new Map<string, Sheet>();

  constructor(readonly pixelsPerTile = 64) {}

  /** The sheet of a look, drawn now if it was not asked for before. */
  sheetOf(look: Look): Sheet {
    const words = lookInWords(look);
    let sheet = this.#sheets.get(words);
    if (!sheet) this.#sheets.set(words, (sheet = bakeSheet(look, this.pixelsPerTile)));
    return sheet;
  }
}
