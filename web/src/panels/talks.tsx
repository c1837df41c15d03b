import { useState } from "preact/hooks";

import type { Transcript as Lines } from "../source/source";
import { source } from "../state/run";
import { asOf } from "../time/clock";
import { useLoaded } from "./loaded";
import { Blank, Moment, Opens } from "./pieces";
import { Transcript } from "./transcript";
import { plural } from "./words";

/** All conversations of a person, newest first. */
export function Talks({ name }: { name: string }) {
  const { value: talks, why } = useLoaded(() => source.talks(name, asOf.value), name, [asOf.value]);
  if (!talks?.length) return <Blank why={why}>{talks ? "No conversation yet." : "…"}</Blank>;
  const begun = (talk: Lines) => talk.lines[0]?.s ?? 0;
  const ordered = [...talks].sort((one, other) => begun(other) - begun(one));
  return (
    <div class="stream">
      {ordered.map((talk) => (
        <Entry key={talk.talk} talk={talk} name={name} />
      ))}
    </div>
  );
}

function Entry({ talk, name }: { talk: Lines; name: string }) {
  const [open, setOpen] = useState(false);
  const others = talk.participants.filter((who) => who !== name).join(", ");
  const first = talk.lines[0];
  return (
    <article class="talk-entry">
      <header>
        {first && <Moment step={first.s} />}
        <Opens what={{ kind: "talk", id: talk.talk }}>with {others || "nobody"}</Opens>
        <button class="chip" type="button" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? "Hide" : plural(talk.lines.length, "line")}
        </button>
      </header>
      {open ? <Transcript talk={talk} /> : <p class="quiet">{first?.text}</p>}
    </article>
  );
}
