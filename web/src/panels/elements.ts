import "@awesome.me/webawesome/dist/styles/themes/default.css";

import type { ComponentChildren } from "preact";

/**
 * Loads the components of Web Awesome, which the first picture of the town does without. Its icons are not used: the library
 * would fetch them from elsewhere, which the page's Content-Security-Policy forbids. Components that need an icon get one of
 * ours. A standalone page has the components already (see `townlet.server.standalone_page`).
 */
export async function loadElements(): Promise<void> {
  if (!customElements.get("wa-dialog")) await import("./components");
}

interface Common {
  key?: string;
  children?: ComponentChildren;
}

interface Dialog extends Common {
  class?: string;
  open?: boolean;
  label?: string;
  "without-header"?: boolean;
  "light-dismiss"?: boolean;
  "onwa-after-hide"?: (event: Event) => void;
}

interface TabGroup extends Common {
  active?: string;
  "without-scroll-controls"?: boolean;
  "onwa-tab-show"?: (event: CustomEvent<{ name: string }>) => void;
}

declare module "preact" {
  namespace JSX {
    interface IntrinsicElements {
      "wa-dialog": Dialog;
      "wa-tab": Common & { panel: string };
      "wa-tab-group": TabGroup;
      "wa-tab-panel": Common & { name: string; tabIndex?: number };
    }
  }
}
