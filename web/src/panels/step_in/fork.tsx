import { session } from "../../state/run";
import { tellStep } from "../../time/calendar";
import { Window } from "../window";
import { offer } from "./orders";

/** Offers to fork the run if a command is for a moment in its past. */
export function ForkOffer() {
  const asked = offer.value;
  const decide = (fork: boolean) => asked?.decide(fork);
  return (
    <Window title="Fork the run here?" open={asked !== null} closed={() => decide(false)}>
      <p>
        This moment is in the past and cannot be changed. You can continue a copy of the run from{" "}
        <strong>{tellStep(session.value, asked?.at ?? 0)}</strong>: everything is as it was then, and what you do happens in the
        copy. The run that you are watching is not changed.
      </p>
      <div class="row end">
        <button class="chip" type="button" onClick={() => decide(false)}>Cancel</button>
        <button class="go" type="button" onClick={() => decide(true)}>Fork and continue</button>
      </div>
    </Window>
  );
}
