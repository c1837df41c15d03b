import { KEYS } from "../time/keys";
import { Window } from "./window";

/** The help window, with the page's keys. */
export function Help({ open, closed }: { open: boolean; closed: () => void }) {
  return (
    <Window title="Keys" open={open} closed={closed}>
      <dl class="keys">
        {KEYS.map(({ keys, does }) => (
          <div>
            <dt>{keys.split("  ").map((key) => <kbd>{key}</kbd>)}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Window>
  );
}
