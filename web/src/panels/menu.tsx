import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";

interface Shown {
  class: string;
  /** The content of the button; `label` is its accessible name if that is not enough, `title` its tooltip. */
  face: ComponentChildren;
  label?: string;
  title?: string;
  /** The content of the menu, built when it opens. */
  children: (close: () => void) => ComponentChildren;
}

/** A button that opens a menu. Escape closes it and returns the focus to the button; a click elsewhere closes it, too. */
export function Menu({ class: name, face, label, title, children }: Shown) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const leave = (event: FocusEvent) => {
    if (!(event.currentTarget as HTMLElement).contains(event.relatedTarget as Node | null)) setOpen(false);
  };
  const escape = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !open) return;
    event.stopPropagation();
    button.current?.focus();
    setOpen(false);
  };
  return (
    <div class={name} onFocusOut={leave} onKeyDown={escape}>
      <button class="chip" type="button" ref={button} aria-expanded={open} aria-label={label} title={title} onClick={() => setOpen(!open)}>
        {face}
      </button>
      {/* Focusable, so that a click on text in the menu does not count as a click elsewhere. */}
      {open && <div class="menu" tabIndex={-1}>{children(() => setOpen(false))}</div>}
    </div>
  );
}
