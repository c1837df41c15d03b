import { useEffect, useRef, useState } from "preact/hooks";

import type { SearchView } from "../protocol/messages";
import { closeUp, follow, followAnew, showView } from "../state/camera";
import { embodied } from "../state/embodied";
import { session, source, town } from "../state/run";
import { ask, closeSearch, type Found, type FoundGroup, groupsOf, highlight, move, openSearch, query as asked, searching, wordsOf } from "../state/search";
import { openTab, select, selectPerson } from "../state/selection";
import { leaveStory, showChapter, stay, story, tell } from "../story/story";
import { tellStep } from "../time/calendar";
import { seek } from "../time/clock";
import { focusOn } from "./focus";
import { Icon } from "./icons";
import { Portrait } from "./portrait";
import { plural } from "./words";

const PAUSE_MS = 150;
const MOST = 20;

/** The button that opens the search box. */
export function SearchButton() {
  return (
    <button class="chip search-button" type="button" title="Search the whole run (/)" aria-label="Search the whole run" onClick={openSearch}>
      <Icon name="search" />
    </button>
  );
}

/** The search box over the page. */
export function Search() {
  const closed = (event: Event) => event.target === event.currentTarget && closeSearch();
  return (
    <wa-dialog class="wide search" label="Search the whole run" open={searching.value} without-header light-dismiss onwa-after-hide={closed}>
      {searching.value && <Box />}
    </wa-dialog>
  );
}

function Box() {
  const query = asked.value;
  const [at, setAt] = useState(-1);
  const records = useRecords(query.trim());
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => void tell(), []);
  useEffect(() => setAt(-1), [query]);
  useEffect(() => list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" }), [at]);
  const words = wordsOf(query);
  const groups = town.value && words.length ? groupsOf(town.value, story.value?.chapters ?? [], words, records.view) : [];
  const all = groups.flatMap(({ found }) => found);
  const press = (event: KeyboardEvent) => {
    if (event.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") setAt(move(at, event.key === "ArrowDown" ? 1 : -1, all.length));
    else if (event.key === "Enter") choose(all[at] ?? all[0]);
    else return;
    event.preventDefault();
  };
  return (
    <div class="window search-box" onKeyDown={press}>
      <div class="search-field">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          autofocus
          autocomplete="off"
          spellcheck={false}
          maxLength={200}
          placeholder="People, places, words that were said…"
          aria-label="Search the whole run"
          aria-autocomplete="list"
          aria-expanded={all.length > 0}
          aria-controls="search-results"
          aria-activedescendant={all[at] ? `search-result-${at}` : undefined}
          value={query}
          onInput={({ currentTarget }) => ask(currentTarget.value)}
        />
        <button class="plain" type="button" aria-label="Close" onClick={closeSearch}>
          <Icon name="close" />
        </button>
      </div>
      <p class="quiet" role="status">{summary(words, groups, records)}</p>
      <div id="search-results" class="search-results" role="listbox" aria-label="Results" ref={list}>
        {groups.map((group, number) => (
          <Group group={group} words={words} from={groups.slice(0, number).reduce((sum, { found }) => sum + found.length, 0)} at={at} />
        ))}
      </div>
    </div>
  );
}

interface Records {
  view: SearchView | undefined;
  pending: boolean;
  trouble: string;
}

/** What the run file has for a query, a moment after the last key; the answer to an older query is never shown. */
function useRecords(query: string): Records {
  const [records, setRecords] = useState<Records>({ view: undefined, pending: false, trouble: "" });
  useEffect(() => {
    if (!query) return setRecords({ view: undefined, pending: false, trouble: "" });
    let current = true;
    setRecords({ view: undefined, pending: true, trouble: "" });
    const ask = () =>
      source
        .search(query, MOST)
        .then((view) => ({ view, pending: false, trouble: "" }))
        .catch((error: unknown) => ({ view: undefined, pending: false, trouble: (error as Error).message }))
        .then((found) => current && setRecords(found));
    const timer = setTimeout(ask, PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [query]);
  return records;
}

function summary(words: readonly string[], groups: readonly FoundGroup[], { pending, trouble }: Records): string {
  if (trouble) return trouble;
  if (!words.length) return "The whole run is searched, not only what is on the screen. Arrow keys and Enter go to a result.";
  const total = groups.reduce((sum, group) => sum + group.total, 0);
  if (pending) return "Searching…";
  return total ? plural(total, "result") : "Nothing in this run contains that.";
}

function Group({ group, words, from, at }: { group: FoundGroup; words: readonly string[]; from: number; at: number }) {
  const { title, total, found } = group;
  return (
    <div role="group" aria-label={title}>
      <h3 aria-hidden="true">
        {title} <small>{total > found.length ? `${found.length} of ${total.toLocaleString("en")}` : total}</small>
      </h3>
      {found.map((each, number) => (
        <div key={from + number} id={`search-result-${from + number}`} class="search-result" role="option" aria-selected={from + number === at} onClick={() => choose(each)}>
          <Result found={each} words={words} />
        </div>
      ))}
    </div>
  );
}

function Result({ found, words }: { found: Found; words: readonly string[] }) {
  if (found.kind === "place") return <><span class="search-icon"><Icon name="door" /></span><Words title={found.name} text={found.words} words={words} /></>;
  if (found.kind === "person") return <><Portrait who={found.name} side={32} /><Words title={found.name} text={found.words} words={words} /></>;
  if (found.kind === "chapter") return <>{found.who && <Portrait who={found.who} side={32} />}<Words title={found.title} text={found.words} when={tellStep(session.value, found.step)} words={words} /></>;
  const { who, text, step, kind } = found.hit;
  return <><Portrait who={who} side={32} /><Words title={kind === "line" || kind === "observation" ? who : `${who} · ${kind}`} text={kind === "line" ? `“${text}”` : text} when={tellStep(session.value, step)} words={words} /></>;
}

function Words({ title, text, when, words }: { title: string; text: string; when?: string; words: readonly string[] }) {
  return (
    <span class="search-words">
      <strong><Marked text={title} words={words} /></strong> {when && <time>{when}</time>}
      {text && <span><Marked text={text} words={words} /></span>}
    </span>
  );
}

function Marked({ text, words }: { text: string; words: readonly string[] }) {
  return <>{highlight(text, words).map((part) => (part.hit ? <mark>{part.text}</mark> : part.text))}</>;
}

/** Goes to a result: its moment, the camera on the person or the place, and the panel that shows it. */
function choose(found: Found | undefined): void {
  if (!found) return;
  closeSearch();
  if (found.kind === "chapter") {
    stay();
    showChapter(found.number);
    return;
  }
  leaveStory();
  if (found.kind === "person") show(found.name);
  else if (found.kind === "place") {
    if (!embodied.value) follow("");
    if (found.tile) showView(closeUp(found.tile));
    select({ kind: "thing", address: found.address });
  } else if (found.hit.kind === "line") {
    const { step, who, talk } = found.hit;
    seek(step + 1);
    accompany(who);
    select({ kind: "talk", id: talk });
  } else {
    // A memory is there from the step after the one in which it was made.
    seek(found.hit.step + 1);
    openTab("memories");
    show(found.hit.who);
  }
  setTimeout(() => focusOn(".side"));
}

function show(who: string): void {
  accompany(who);
  selectPerson(who);
}

/** Lets the camera follow somebody, unless the user of the page is one of the people. */
function accompany(who: string): void {
  if (!embodied.value) followAnew(who);
}
