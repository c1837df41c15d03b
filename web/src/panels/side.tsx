import { selected } from "../state/signals";
import { Icon } from "./icons";
import { PersonPanel } from "./person";
import { TalkPanel } from "./talk";
import { ThingPanel } from "./thing";

/** What is open beside the map; a sheet at the bottom of a narrow window. */
export function Side() {
  const chosen = selected.value;
  if (!chosen) return null;
  return (
    <aside class="side" aria-label="What is selected">
      <button class="plain close" type="button" aria-label="Close (Escape)" title="Close" onClick={() => (selected.value = null)}>
        <Icon name="close" />
      </button>
      {chosen.kind === "person" && <PersonPanel key={chosen.name} name={chosen.name} />}
      {chosen.kind === "thing" && <ThingPanel key={chosen.address} address={chosen.address} />}
      {chosen.kind === "talk" && <TalkPanel key={chosen.id} id={chosen.id} />}
    </aside>
  );
}
