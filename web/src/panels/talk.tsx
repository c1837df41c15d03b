import { film, source } from "../state/begin";
import { filmed, step } from "../state/signals";
import { asOf } from "../time/clock";
import { useLoaded } from "./loaded";
import { Blank } from "./pieces";
import { Transcript } from "./transcript";

/** A conversation, following what is said. */
export function TalkPanel({ id }: { id: string }) {
  const { value: told, why } = useLoaded(() => source.talk(id, asOf.value), id, [asOf.value]);
  filmed.value;
  const running = film.momentAt(step.value)?.talks.get(id);
  const talk = running ? { talk: id, participants: running.participants, lines: [...running.lines] } : told;
  return (
    <div class="talk">
      <header class="head">
        <div>
          <h2>{talk ? talk.participants.join(" and ") : "A conversation"}</h2>
          <p class="about">{running ? "The clock waits for each line to be read." : talk && "They have parted."}</p>
        </div>
      </header>
      <div class="scrolls">{talk ? <Transcript talk={talk} follows /> : <Blank why={why}>…</Blank>}</div>
    </div>
  );
}
