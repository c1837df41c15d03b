import { effect } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";

import { TownMap } from "../map/town_map";
import { BottomBar } from "../panels/bottom_bar";
import { Side } from "../panels/side";
import { get, httpSource } from "../source/http";
import type { Source } from "../source/source";
import { follow } from "../state/camera";
import { begin, session } from "../state/run";
import { openTab, selected, selectPerson } from "../state/selection";
import { showTrouble } from "../state/trouble";
import { letRun, openClock, startClock } from "../time/clock";
import { watchKeys } from "../time/keys";

/** The replay for raters: what one person did, with their memory beside it. */
export function Replay({ person }: { person: string }) {
  useEffect(() => {
    if (!session.peek()) void open(person);
  }, [person]);
  return session.value ? <Watching person={person} /> : <p class="opening" role="status">Opening the town…</p>;
}

async function open(person: string): Promise<void> {
  try {
    follow(person);
    selectPerson(person);
    openTab("now");
    await begin(sourceOf(person), openClock);
  } catch (error) {
    showTrouble(error as Error);
  }
}

function Watching({ person }: { person: string }) {
  const [stop] = useState(startClock);
  useEffect(() => {
    const stops = [stop, watchKeys(() => undefined), keepTo(person)];
    return () => {
      letRun(false);
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
    if (chosen?.kind === "person" && chosen.name !== person) selectPerson(person);
  });
}

/** The source behind a rater's link: the replay, and the mind of one person. */
function sourceOf(person: string): Source {
  const all = httpSource();
  return {
    ...all,
    can: { command: false, ask: false, retrieve: true },
    marks: (from_step, to_step) => get("marks", { from_step, to_step, who: person }),
    calls: () => Promise.resolve([]),
    ties: (at) => all.ties(at, person),
    listen: () => () => undefined,
    send: () => undefined,
  };
}
