import { source } from "../state/run";
import { select } from "../state/selection";
import { useLoaded } from "./loaded";
import { Blank, Moment, Name } from "./pieces";

/** The provenance of a belief, station by station. */
export function Origin({ id }: { id: string }) {
  const { value: way, why } = useLoaded(() => source.origin(id), id, []);
  if (!way) return <Blank why={why}>…</Blank>;
  return (
    <ol class="origin">
      {way.map((station) => (
        <li>
          <Moment step={station.step} /> <Name who={station.who} /> {station.how}
          {station.line && <q>{station.line}</q>}
          {!station.line && <q>{station.memory.text}</q>}
          {station.talk && (
            <button class="opens" type="button" onClick={() => select({ kind: "talk", id: station.talk })}>
              the conversation
            </button>
          )}
        </li>
      ))}
    </ol>
  );
}
