import { useState } from "preact/hooks";

import { select, selected, type Selection } from "../state/selection";
import { Icon } from "./icons";
import { PersonPanel } from "./person";
import { TalkPanel } from "./talks";
import { ThingPanel } from "./thing";
import { shortAddress } from "./words";

/** The panel of the selection beside the map; in a narrow window a sheet at the bottom. */
export function Side() {
  const chosen = selected.value;
  return (
    <>
      <p class="unseen" role="status">{chosen && called(chosen)}</p>
      {chosen && <Panel chosen={chosen} />}
    </>
  );
}

/** The text that a screen reader announces when something is selected. */
function called(chosen: Selection): string {
  if (chosen.kind === "talk") return "A conversation";
  return chosen.kind === "person" ? chosen.name : shortAddress(chosen.address);
}

/** The panel; its user may fold it to its heading, so that more of the map is seen. */
function Panel({ chosen }: { chosen: Selection }) {
  const [folded, fold] = useState(false);
  return (
    <aside class={folded ? "side folded" : "side"} tabIndex={-1} aria-label={`What is selected: ${called(chosen)}`}>
      <div class="tools">
        <button class="plain" type="button" aria-expanded={!folded} aria-label="Details" title={folded ? "Show more" : "Show less"} onClick={() => fold(!folded)}>
          <Icon name={folded ? "up" : "down"} />
        </button>
        <button class="plain" type="button" aria-label="Close (Escape)" title="Close" onClick={() => select(null)}>
          <Icon name="close" />
        </button>
      </div>
      {chosen.kind === "person" && <PersonPanel key={chosen.name} name={chosen.name} />}
      {chosen.kind === "thing" && <ThingPanel key={chosen.address} address={chosen.address} />}
      {chosen.kind === "talk" && <TalkPanel key={chosen.id} id={chosen.id} />}
    </aside>
  );
}
