import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

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

/** A heading that takes the focus when it appears, so that screen readers start with it. */
export function Heading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} tabIndex={-1}>
      {children}
    </h2>
  );
}

/** The draft of an unfinished answer, kept in this browser tab so that it survives reloading the page. */
export function draftOf(place: number): { read: () => string; write: (text: string) => void } {
  const key = `draft ${location.pathname} ${place}`;
  return { read: () => sessionStorage.getItem(key) ?? "", write: (text) => sessionStorage.setItem(key, text) };
}
