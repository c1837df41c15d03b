import { useEffect, useRef, useState } from "preact/hooks";

import { Icon } from "../../panels/icons";
import { session } from "../../state/run";
import { filming } from "../../time/clock";
import { ClipStopped, type Form, recordChapter } from "./recording";

const FORMS: { form: Form; name: string; about: string }[] = [
  { form: "webm", name: "Video", about: "A video of this chapter (WebM)" },
  { form: "gif", name: "GIF", about: "A moving picture of this chapter (GIF)" },
  { form: "png", name: "Card", about: "A picture of this chapter with its words (PNG)" },
];

/** What stops the clip that is being made. */
let stopping = new AbortController();

/** Buttons that save a chapter as a file. */
export function SaveClip({ number, title }: { number: number; title: string }) {
  const [why, say] = useState("");
  async function save(form: Form): Promise<void> {
    say("");
    stopping = new AbortController();
    try {
      download(await recordChapter(number, form, stopping.signal), `${slug(`${session.peek()?.town ?? ""} ${title}`)}.${form}`);
    } catch (error) {
      if (!(error instanceof ClipStopped)) say((error as Error).message);
    }
  }
  return (
    <details class="save-clip">
      <summary>Save</summary>
      <div class="turns">
        {FORMS.map(({ form, name, about }) => (
          <button key={form} class="chip" type="button" title={about} aria-label={about} onClick={() => void save(form)}>
            {name}
          </button>
        ))}
      </div>
      <p role="status">{why}</p>
    </details>
  );
}

/** What the page shows while a clip is being made: the map has the clip's size then, and is drawn picture by picture. */
export function Filming() {
  const button = useRef<HTMLButtonElement>(null);
  const done = filming.value;
  useEffect(() => button.current?.focus(), [done === undefined]);
  if (done === undefined) return null;
  return (
    <div class="curtain" role="dialog" aria-modal="true" aria-label="Making the clip">
      <p>Making the clip, picture by picture…</p>
      <progress max={1} value={done} aria-label="How much is made" />
      <button ref={button} class="chip" type="button" onClick={() => stopping.abort()}>
        <Icon name="close" /> Stop
      </button>
    </div>
  );
}

function download(blob: Blob, name: string): void {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** A file name of a text: 'smallville-isabella-lets-it-out'. */
function slug(text: string): string {
  return text.normalize("NFKD").replace(/[^\p{L}\p{N}]+/gu, "-").replace(/^-|-$/g, "").toLowerCase().slice(0, 80);
}
