import { useEffect, useRef, useState } from "preact/hooks";

import type { Transcript as Lines } from "../source/source";
import { feed, feedVersion, newest, source } from "../state/run";
import { asOf, step } from "../time/clock";
import { useLoaded } from "./loaded";
import { Blank, Moment, Name, Opens } from "./pieces";
import { Portrait } from "./portrait";
import { WhatIfButton } from "./what_if";
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

/** The panel of a conversation; it scrolls along with new lines. */
export function TalkPanel({ id }: { id: string }) {
  feedVersion.value;
  const running = feed.momentAt(step.value)?.talks.get(id);
  // Loaded as a whole: lines after the moment shown are left out below.
  const { value: told, why } = useLoaded(() => source.talk(id, newest.peek()), id, [running === undefined]);
  const talk = running ? { talk: id, participants: running.participants, lines: [...running.lines] } : told;
  return (
    <div class="talk">
      <header class="head">
        <div>
          <h2>{talk ? talk.participants.join(" and ") : "A conversation"}</h2>
          <p class="about">{talk && <When running={running !== undefined} first={talk.lines[0]?.s} />}</p>
        </div>
      </header>
      <div class="scrolls">{talk ? <Transcript talk={talk} follows /> : <Blank why={why}>…</Blank>}</div>
    </div>
  );
}

/** Whether a talk goes on, is over, or begins only after the moment shown. */
function When({ running, first }: { running: boolean; first: number | undefined }) {
  if (running) return <>The clock waits for each line to be read.</>;
  if (first === undefined || first <= step.value) return <>They have parted.</>;
  return <>They have not met yet: this conversation begins at <Moment step={first} />.</>;
}

/** The lines of a talk with their times and overhearers; with `follows` it scrolls to the newest line. */
export function Transcript({ talk, follows }: { talk: Lines; follows?: boolean }) {
  const end = useRef<HTMLLIElement>(null);
  const said = talk.lines.filter(({ s }) => s <= step.value);
  useEffect(() => {
    if (follows) end.current?.scrollIntoView({ block: "nearest" });
  }, [said.length]);
  const first = talk.participants[0];
  return (
    <ol class="transcript" aria-live={follows ? "polite" : "off"}>
      {said.map((line) => (
        <li key={line.number} class={line.who === first ? "left" : "right"}>
          <Portrait who={line.who} side={32} />
          <div>
            <header>
              <Name who={line.who} /> <Moment step={line.s} />
            </header>
            <p>{line.text}</p>
            <footer>
              {line.hearers.length > 0 && <>overheard by {line.hearers.join(", ")} </>}
              <WhatIfButton without={`${talk.talk}#${line.number}`} />
            </footer>
          </div>
        </li>
      ))}
      <li ref={end} class="end" />
    </ol>
  );
}
