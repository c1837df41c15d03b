import { feed, feedVersion, newest, source } from "../state/run";
import { step } from "../time/clock";
import { useLoaded } from "./loaded";
import { Blank, Moment } from "./pieces";
import { Transcript } from "./transcript";

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
