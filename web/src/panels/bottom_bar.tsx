import { Timeline } from "../time/timeline";
import { Transport } from "../time/transport";
import { Programs } from "./notices";

/** The bar below the map: the clock's buttons, the note that people are programs, and the timeline. */
export function BottomBar() {
  return (
    <footer class="bottom-bar">
      <div class="controls">
        <Transport />
        <Programs />
      </div>
      <Timeline />
    </footer>
  );
}
