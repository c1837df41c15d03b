import { feed, source } from "../state/begin";
import { feedVersion, newest, step } from "../state/signals";
import { useLoaded } from "./loaded";
import { Blank } from "./pieces";
import { Transcript } from "./transcript";

/** The panel of a conversation; it scrolls along with new lines. */
export function TalkPanel({ id }: { id: string }) {
  feedVersion.value;
  const running = feed.momentAt(step.value)?.talks.get(id);
  // Loaded as a whole: lines after the moment shown are left out below.
  const { value: told, why } = useLoaded(() => source.talk(id, newest.peek()), id, [running === undefined]);
  const talk = running ? { talk: id, participants: running.participants, lines: [...running.lines] } : told;
  const begun = talk?.lines.some(({ s }) => s <= step.value);
  return (
    <div class="talk">
      <header class="head">
        <div>
          <h2>{talk ? talk.participants.join(" and ") : "A conversation"}</h2>
          <p class="about">{running ? "The clock waits for each line to be read." : talk && (begun ? "They have parted." : "They have not met yet.")}</p>
        </div>
      </header>
      <div class="scrolls">{talk ? <Transcript talk={talk} follows /> : <Blank why={why}>…</Blank>}</div>
    </div>
  );
}
