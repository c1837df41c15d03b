import { Timeline } from "../time/timeline";
import { Transport } from "../time/transport";
import { Programs } from "./notices";

/** Below the map: the clock's buttons, what the people are, and the timeline. */
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
