import { useState } from "preact/hooks";

import { Icon } from "./icons";

/** A button that copies a link of this page, which `link` returns from its `#` on. */
export function CopyLink({ label, link }: { label: string; link: () => string }) {
  const [copied, setCopied] = useState("");
  async function copy(): Promise<void> {
    const hash = link();
    try {
      await navigator.clipboard.writeText(new URL(hash, location.href).href);
      setCopied("Copied");
    } catch {
      location.hash = hash;
      setCopied("It is in the address bar");
    }
    setTimeout(() => setCopied(""), 2500);
  }
  return (
    <button class="plain" type="button" title={label} aria-label={label} onClick={() => void copy()}>
      <Icon name="link" /> <span role="status" class="copied">{copied}</span>
    </button>
  );
}
