import { session } from "../../state/signals";
import { tellDay, tellTime, timeAt } from "../../time/calendar";
import { Window } from "../window";
import { offer } from "./orders";

/** Offers to fork the run if a command is for a moment in its past. */
export function ForkOffer() {
  const asked = offer.value;
  const watched = session.value;
  const decide = (fork: boolean) => asked?.decide(fork);
  const when = asked && watched ? timeAt(watched, asked.at) : 0;
  return (
    <Window title="Go another way from here?" open={asked !== null} closed={() => decide(false)}>
      <p>
        What is shown has already happened, so nothing can be changed in it. You can let another run go on from{" "}
        <strong>{tellDay(when)}, {tellTime(when)}</strong>: all is as it was then, and what you do happens there. The run
        that you are watching stays as it is.
      </p>
      <div class="row end">
        <button class="chip" type="button" onClick={() => decide(false)}>Leave it</button>
        <button class="go" type="button" onClick={() => decide(true)}>Fork and go on</button>
      </div>
    </Window>
  );
}
