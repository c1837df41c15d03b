/**
 * Imports the components of Web Awesome that this page uses, one by one. Its icons are not used: the library would fetch
 * them from elsewhere, which the page's Content-Security-Policy forbids. Components that need an icon get one of ours.
 */
import "@awesome.me/webawesome/dist/styles/themes/default.css";
import "@awesome.me/webawesome/dist/components/dialog/dialog.js";
import "@awesome.me/webawesome/dist/components/tab/tab.js";
import "@awesome.me/webawesome/dist/components/tab-group/tab-group.js";
import "@awesome.me/webawesome/dist/components/tab-panel/tab-panel.js";

import type { ComponentChildren } from "preact";

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
