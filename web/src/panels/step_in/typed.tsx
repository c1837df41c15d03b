import { useState } from "preact/hooks";

import { holdFor } from "../../time/clock";

/** How long the clock waits after the last letter, and the shortest time between two such messages. */
const HOLD_SECONDS = 20;
const TELL_EVERY_MS = 4000;

let told = 0;

/** Makes a live clock wait while the user types. */
export function typing(text: string): void {
  const now = Date.now();
  if (!text) return release();
  if (now - told < TELL_EVERY_MS) return;
  told = now;
  holdFor(HOLD_SECONDS);
}

export function release(): void {
  told = 0;
  holdFor(0);
}

interface Line {
  label: string;
  placeholder: string;
  button: string;
  most?: number;
  /** Returns whether the text was accepted; then the field is emptied. */
  send: (text: string) => Promise<boolean>;
}

/** A text field that Enter sends; the live clock waits while the user types. */
export function Typed({ label, placeholder, button, most = 200, send }: Line) {
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);

  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    if (!text.trim() || busy) return;
    setBusy(true);
    release();
    if (await send(text.trim())) setText("");
    setBusy(false);
  }
  return (
    <form class="typed" onSubmit={(event) => void submit(event)}>
      <input
        type="text"
        aria-label={label}
        placeholder={placeholder}
        maxLength={most}
        value={text}
        onInput={({ currentTarget }) => (setText(currentTarget.value), typing(currentTarget.value))}
        onBlur={release}
      />
      <button class="go" type="submit" aria-disabled={busy || !text.trim()}>
        {busy ? "…" : button}
      </button>
    </form>
  );
}
