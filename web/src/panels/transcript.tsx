import { useEffect, useRef } from "preact/hooks";

import type { Transcript as Lines } from "../source/source";
import { step } from "../time/clock";
import { Moment, Name } from "./pieces";
import { Portrait } from "./portrait";

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
            {line.hearers.length > 0 && <footer>overheard by {line.hearers.join(", ")}</footer>}
          </div>
        </li>
      ))}
      <li ref={end} class="end" />
    </ol>
  );
}
