import type { ComponentChildren } from "preact";

import { Icon } from "./icons";

interface Shown {
  title: string;
  open: boolean;
  closed: () => void;
  wide?: boolean;
  children: ComponentChildren;
}

/** A dialog with a heading and a close button; Escape and a click outside close it, too. */
export function Window({ title, open, closed, wide, children }: Shown) {
  const hidden = (event: Event) => event.target === event.currentTarget && closed();
  return (
    <wa-dialog class={wide ? "wide" : ""} label={title} open={open} without-header light-dismiss onwa-after-hide={hidden}>
      {open && (
        <div class="window">
          <header>
            <h2>{title}</h2>
            <button class="plain" type="button" aria-label="Close" onClick={closed}>
              <Icon name="close" />
            </button>
          </header>
          {children}
        </div>
      )}
    </wa-dialog>
  );
}
