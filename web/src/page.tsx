import { useEffect, useState } from "preact/hooks";

import { loadElements } from "./panels/elements";
import "./styles/base.css";
import "./styles/bars.css";
import "./styles/timeline.css";
import "./styles/side.css";
import "./styles/memories.css";
import "./styles/windows.css";
import "./story/story.css";
import "./styles/search.css";
import "./styles/narrow.css";

import { loading, mapAsked, TownMap } from "./map/town_map";
import { BottomBar } from "./panels/bottom_bar";
import { focusOn, keepFocus } from "./panels/focus";
import { Help } from "./panels/help";
import { Trouble } from "./panels/notices";
import { Search } from "./panels/search";
import { Side } from "./panels/side";
import { SteppingIn } from "./panels/step_in/arriving";
import { Asking } from "./panels/step_in/asking";
import { ForkOffer } from "./panels/step_in/fork";
import { Pad } from "./panels/step_in/pad";
import { TopBar } from "./panels/top_bar";
import { WhatIf } from "./panels/what_if";
import { listen } from "./sound/listening";
import { watchLinks } from "./state/address";
import { session } from "./state/run";
import { selected } from "./state/selection";
import { showTrouble } from "./state/trouble";
import { StoryCard, ThreadCaption } from "./story/card";
import { Filming } from "./story/clip/save_clip";
import { filming, startClock } from "./time/clock";
import { watchKeys } from "./time/keys";

/** The whole page: the map, the clock below it, the panels beside it. It waits until the map's pictures are asked for, since it takes a while itself. */
export function Page() {
  return session.value && mapAsked.value ? <Watching /> : <Opening />;
}

function Opening() {
  return (
    <main class="opening">
      <p role="status">Opening the town…</p>
      <Trouble />
    </main>
  );
}

function Watching() {
  const [help, setHelp] = useState(false);
  const [stop] = useState(startClock);
  useEffect(() => stop, []);
  useEffect(keepFocus, []);
  useEffect(watchLinks, []);
  useEffect(listen, []);
  useEffect(() => void loading.peek()?.then(loadElements).catch(showTrouble), []);
  useEffect(() => watchKeys(() => setHelp(true)), []);
  return (
    <>
      <main class={`page${selected.value ? " beside" : ""}${filming.value === undefined ? "" : " filming"}`}>
        <button class="skip" type="button" onClick={() => focusOn(".bottom-bar button")}>Skip the map</button>
        <TownMap />
        <TopBar help={() => setHelp(true)} />
        <Side />
        <ThreadCaption />
        <StoryCard />
        <Pad />
        <BottomBar />
        <Trouble />
        <Asking />
        <SteppingIn />
        <ForkOffer />
        <WhatIf />
        <Search />
        <Help open={help} closed={() => setHelp(false)} />
      </main>
      <Filming />
    </>
  );
}
