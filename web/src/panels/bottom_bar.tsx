import { Timeline } from "../time/timeline";
import { Transport } from "../time/transport";
import { Programs, Slowed } from "./notices";

/** The bar below the map: the clock's buttons, the note that people are programs, and the timeline. */
export function BottomBar() {
  return (
    <footer class="bottom-bar">
      <div class="controls">
        <Transport />
        <div class="notes">
          <Slowed />
          <Programs />
        </div>
      </div>
      <Timeline />
    </footer>
  );
}
