import { useState } from "preact/hooks";

import { agree } from "./state";

/** The consent text, which raters agree to before they see anything else. */
export function Consent({ paragraphs }: { paragraphs: string[] }) {
  const [agreed, setAgreed] = useState(false);
  return (
    <main class="sheet">
      <h2>Before you begin</h2>
      {paragraphs.map((each) => (
        <p>{each}</p>
      ))}
      <label class="agree">
        <input type="checkbox" checked={agreed} onChange={({ currentTarget }) => setAgreed(currentTarget.checked)} />I have read this, and I agree to take part.
      </label>
      <div class="row end">
        <button class="go" type="button" disabled={!agreed} onClick={() => void agree()}>
          Begin
        </button>
      </div>
    </main>
  );
}
