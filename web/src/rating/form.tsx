import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

/** A question with the button that saves the answer. */
export function Form({ ready, save, label, children }: { ready: boolean; save: () => Promise<void>; label?: string; children: ComponentChildren }) {
  const [saving, setSaving] = useState(false);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (!ready || saving) return;
        setSaving(true);
        void save().finally(() => setSaving(false));
      }}
    >
      {children}
      <div class="row end">
        <button class="go" type="submit" aria-disabled={!ready || saving}>
          {label ?? "Save and continue"}
        </button>
      </div>
    </form>
  );
}
