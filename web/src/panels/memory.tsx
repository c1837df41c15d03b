import { useState } from "preact/hooks";

import type { MemoryView } from "../protocol/messages";
import { newest, source } from "../state/run";
import { select } from "../state/selection";
import { showTrouble } from "../state/trouble";
import { seek } from "../time/clock";
import { useLoaded } from "./loaded";
import { Blank, Moment, Name } from "./pieces";
import { WhatIfButton } from "./what_if";
import { plural, sourceName } from "./words";

/** The sources of what can be kept from somebody in another world. */
const TAKEN_IN = new Set(["heard", "seen", "told", "inner voice"]);

/** One record of a memory stream, with its source. */
export function Memory({ memory, children }: { memory: MemoryView; children?: preact.ComponentChildren }) {
  const [open, setOpen] = useState(false);
  return (
    <article class={`memory of-${memory.kind}`}>
      <p>{memory.text}</p>
      <footer>
        <Moment step={memory.step} />
        <span title="Importance, from 1 to 10">importance {memory.importance}</span>
        <From memory={memory} />
        {memory.evidence.length > 0 && <span>rests on {plural(memory.evidence.length, "memory", "memories")}</span>}
        <button class="opens" type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          How do they know?
        </button>
        {(TAKEN_IN.has(memory.source) || memory.kind === "reflection") && <WhatIfButton without={memory.id} />}
      </footer>
      {children}
      {open && <Origin id={memory.id} />}
    </article>
  );
}

function From({ memory }: { memory: MemoryView }) {
  const words = memory.heard_from ? `heard from ${memory.heard_from}` : sourceName(memory.source);
  return (
    <>
      {memory.utterance ? (
        <button class="opens" type="button" title="Go to the line" onClick={() => void goToLine(memory.utterance)}>
          {words}
        </button>
      ) : (
        <span>{words}</span>
      )}
      {memory.hearsay && !memory.heard_from && (
        <span class="hearsay" title="Hearsay: something that it rests on was only heard">partly from others' words</span>
      )}
    </>
  );
}

/** Opens the talk of a line (`talk#number`) at the step when the line was said. */
async function goToLine(utterance: string): Promise<void> {
  const at = utterance.lastIndexOf("#");
  const id = utterance.slice(0, at);
  try {
    const { lines } = await source.talk(id, newest.value);
    const line = lines.find(({ number }) => number === Number(utterance.slice(at + 1)));
    select({ kind: "talk", id });
    if (line) seek(line.s);
  } catch (error) {
    showTrouble(error as Error);
  }
}

/** The provenance of a belief, station by station. */
function Origin({ id }: { id: string }) {
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
