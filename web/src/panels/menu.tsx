import type { ComponentChildren } from "preact";
import { useRef, useState } from "preact/hooks";

interface Shown {
  class: string;
  /** What stands on the button, what it is called if that is not enough, and what the pointer is told. */
  face: ComponentChildren;
  label?: string;
  title?: string;
  /** What is in the menu, made when it opens. */
  children: (close: () => void) => ComponentChildren;
}

/** A button that opens a menu. Escape closes it, and the button has the focus again; so does going elsewhere. */
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
      {/* It can have the focus, so that a click on words in it is not one elsewhere. */}
      {open && <div class="menu" tabIndex={-1}>{children(() => setOpen(false))}</div>}
    </div>
  );
}
