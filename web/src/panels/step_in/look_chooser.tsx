import { BOTTOMS, EXTRAS, HAIRS, type Look, lookFrom, OUTFITS, SHOES, SKINS, STYLES, TOPS } from "../../figures/look";
import { Picture } from "../portrait";

const CHOICES = [
  { part: "skin", words: SKINS },
  { part: "hair", words: HAIRS },
  { part: "style", words: STYLES },
  { part: "outfit", words: OUTFITS },
  { part: "top", words: TOPS },
  { part: "bottom", words: BOTTOMS },
  { part: "shoes", words: SHOES },
] as const;

let drawn = 0;

/** Lets the user choose a look word by word, with a picture of the result. */
export function LookChooser({ look, change, label }: { look: Look; change: (look: Look) => void; label: string }) {
  return (
    <fieldset class="look">
      <legend>How you look</legend>
      <div class="preview">
        <Picture look={look} label={label} side={96} />
        <button class="chip" type="button" onClick={() => change(lookFrom(`look ${drawn++}`))}>Another</button>
      </div>
      <div class="choices">
        {CHOICES.map(({ part, words }) => (
          <label>
            {part}
            <select value={look[part]} onChange={({ currentTarget }) => change({ ...look, [part]: currentTarget.value })}>
              {words.map((word) => <option value={word}>{word}</option>)}
            </select>
          </label>
        ))}
        <label>
          extra
          <select value={look.extra[0] ?? ""} onChange={({ currentTarget }) => change({ ...look, extra: currentTarget.value ? [currentTarget.value] : [] })}>
            <option value="">none</option>
            {EXTRAS.map((word) => <option value={word}>{word}</option>)}
          </select>
        </label>
      </div>
    </fieldset>
  );
}
