/**
 * Imports the components of Web Awesome that this page uses, one by one. Its icons are not used: the library would fetch
 * them from elsewhere, which the page's Content-Security-Policy forbids. Components that need an icon get one of ours.
 */
import "@awesome.me/webawesome/dist/styles/themes/default.css";
import "@awesome.me/webawesome/dist/components/button/button.js";
import "@awesome.me/webawesome/dist/components/dialog/dialog.js";
import "@awesome.me/webawesome/dist/components/switch/switch.js";
import "@awesome.me/webawesome/dist/components/tab/tab.js";
import "@awesome.me/webawesome/dist/components/tab-group/tab-group.js";
import "@awesome.me/webawesome/dist/components/tab-panel/tab-panel.js";

import type { ComponentChildren, Ref } from "preact";

interface Common {
  ref?: Ref<HTMLElement>;
  class?: string;
  id?: string;
  slot?: string;
  title?: string;
  key?: string | number;
  children?: ComponentChildren;
  "aria-label"?: string;
}

interface Button extends Common {
  variant?: "neutral" | "brand" | "danger";
  appearance?: "accent" | "filled" | "outlined" | "plain" | "filled-outlined";
  size?: "s" | "m" | "l";
  disabled?: boolean;
  loading?: boolean;
  pill?: boolean;
  type?: "button" | "submit";
  onClick?: (event: MouseEvent) => void;
}

interface Dialog extends Common {
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

interface Switch extends Common {
  checked?: boolean;
  size?: "s" | "m" | "l";
  onChange?: (event: Event) => void;
}

declare module "preact" {
  namespace JSX {
    interface IntrinsicElements {
      "wa-button": Button;
      "wa-dialog": Dialog;
      "wa-switch": Switch;
      "wa-tab": Common & { panel: string };
      "wa-tab-group": TabGroup;
      "wa-tab-panel": Common & { name: string; tabIndex?: number };
    }
  }
}
