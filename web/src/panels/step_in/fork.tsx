import { session } from "../../state/run";
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
    <Window title="Fork the run here?" open={asked !== null} closed={() => decide(false)}>
      <p>
        This moment is in the past and cannot be changed. You can continue a copy of the run from{" "}
        <strong>{tellDay(when)}, {tellTime(when)}</strong>: everything is as it was then, and what you do happens in the
        copy. The run that you are watching is not changed.
      </p>
      <div class="row end">
        <button class="chip" type="button" onClick={() => decide(false)}>Cancel</button>
        <button class="go" type="button" onClick={() => decide(true)}>Fork and continue</button>
      </div>
    </Window>
  );
}
