import { useState } from "preact/hooks";

import type { MemoryView } from "../protocol/messages";
import { source } from "../state/run";
import { asOf } from "../time/clock";
import { useLoaded } from "./loaded";
import { Memory } from "./memory";
import { Blank } from "./pieces";

/** Reflections as trees: each with its evidence, down to observations. */
export function Thoughts({ name }: { name: string }) {
  const { value: all, why } = useLoaded(() => source.reflections(name, asOf.value), name, [asOf.value]);
  if (!all?.length) return <Blank why={why}>{all ? "No reflections yet." : "…"}</Blank>;
  const known = new Map(all.map((memory) => [memory.id, memory]));
  const cited = new Set(all.filter(isReflection).flatMap(({ evidence }) => evidence));
  const roots = all.filter((memory) => isReflection(memory) && !cited.has(memory.id));
  return (
    <div class="stream">
      {roots.map((memory) => (
        <Tree key={memory.id} memory={memory} known={known} above={new Set()} />
      ))}
    </div>
  );
}

function isReflection({ kind }: MemoryView): boolean {
  return kind === "reflection";
}

function Tree({ memory, known, above }: { memory: MemoryView; known: Map<string, MemoryView>; above: Set<string> }) {
  const [open, setOpen] = useState(false);
  const evidence = memory.evidence.map((id) => known.get(id)).filter((each) => each !== undefined);
  const below = evidence.filter(({ id }) => !above.has(id));
  return (
    <div class="tree">
      <Memory memory={memory}>
        {below.length > 0 && (
          <button class="chip" type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? "Hide" : "Show"} {below.length === 1 ? "the memory" : `the ${below.length} memories`} it rests on
          </button>
        )}
      </Memory>
      {open && below.map((each) => <Tree key={each.id} memory={each} known={known} above={new Set([...above, memory.id])} />)}
    </div>
  );
}
