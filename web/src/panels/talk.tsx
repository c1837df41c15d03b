import { source } from "../state/begin";
import { asOf } from "../time/clock";
import { useLoaded } from "./loaded";
import { Blank } from "./pieces";
import { Transcript } from "./transcript";

/** A conversation, following what is said. */
export function TalkPanel({ id }: { id: string }) {
  const { value: talk, why } = useLoaded(() => source.talk(id, asOf.value), id, [asOf.value]);
  return (
    <div class="talk">
      <header class="head">
        <div>
          <h2>{talk ? talk.participants.join(" and ") : "A conversation"}</h2>
          <p class="about">The clock waits for each line to be read.</p>
        </div>
      </header>
      <div class="scrolls">{talk ? <Transcript talk={talk} follows /> : <Blank why={why}>…</Blank>}</div>
    </div>
  );
}
