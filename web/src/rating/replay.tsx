import { effect } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";

import { TownMap } from "../map/town_map";
import { BottomBar } from "../panels/bottom_bar";
import { Side } from "../panels/side";
import { begin } from "../state/begin";
import { followed, playing, selected, session, tab, trouble } from "../state/signals";
import { startClock } from "../time/clock";
import { watchKeys } from "../time/keys";
import { sourceOf } from "./source";

/** The replay for raters: what one person did, with their memory beside it. */
export function Replay({ person }: { person: string }) {
  useEffect(() => {
    if (!session.peek()) void open(person);
  }, [person]);
  return session.value ? <Watching person={person} /> : <p class="opening" role="status">Opening the town…</p>;
}

async function open(person: string): Promise<void> {
  try {
    followed.value = person;
    selected.value = { kind: "person", name: person };
    tab.value = "now";
    await begin(sourceOf(person));
  } catch (error) {
    trouble.value = (error as Error).message;
  }
}

function Watching({ person }: { person: string }) {
  const [stop] = useState(startClock);
  useEffect(() => {
    const stops = [stop, watchKeys(() => undefined), keepTo(person)];
    return () => {
      playing.value = false;
      stops.forEach((each) => each());
    };
  }, []);
  return (
    <main class={selected.value ? "page beside" : "page"}>
      <TownMap />
      <Side />
      <BottomBar />
    </main>
  );
}

/** Keeps this person selected, whatever the rater clicks on. */
function keepTo(person: string): () => void {
  return effect(() => {
    const chosen = selected.value;
    if (chosen?.kind === "person" && chosen.name !== person) selected.value = { kind: "person", name: person };
  });
}
