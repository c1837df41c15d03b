import { useEffect, useState } from "preact/hooks";

import type { MemoryView } from "../protocol/messages";
import { source } from "../state/run";
import { asOf } from "../time/clock";
import { useLoaded } from "./loaded";
import { Memory } from "./memory";
import { Blank } from "./pieces";

const PAGE = 40;
const KINDS = ["", "observation", "reflection", "plan"] as const;
type Kind = (typeof KINDS)[number];

/** The memory stream, newest first, filtered by kind or words; or ranked by retrieval for a query. */
export function Memories({ name }: { name: string }) {
  const [kind, setKind] = useState<Kind>("");
  const [search, setSearch] = useState("");
  const [query, setQuery] = useState("");
  return (
    <>
      {source.can.retrieve && <Ask query={query} setQuery={setQuery} />}
      {query ? (
        <Retrieval name={name} query={query} />
      ) : (
        <>
          <div class="row filters">
            {KINDS.map((each) => (
              <button class="chip" type="button" aria-pressed={each === kind} onClick={() => setKind(each)}>
                {each || "all"}
              </button>
            ))}
            <input type="search" placeholder="Find words" aria-label="Find words in memories" value={search} onInput={({ currentTarget }) => setSearch(currentTarget.value)} />
          </div>
          <Stream name={name} kind={kind} search={search.trim()} />
        </>
      )}
    </>
  );
}

function Ask({ query, setQuery }: { query: string; setQuery: (query: string) => void }) {
  const [text, setText] = useState(query);
  return (
    <form
      class="ask"
      onSubmit={(event) => {
        event.preventDefault();
        setQuery(text.trim());
      }}
    >
      <input type="text" placeholder="What comes to mind about …?" aria-label="Query for retrieval" value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
      {!query && <button class="chip" type="submit">Retrieve</button>}
      {query && (
        <button class="chip" type="button" onClick={() => (setText(""), setQuery(""))}>
          All memories
        </button>
      )}
    </form>
  );
}

function Stream({ name, kind, search }: { name: string; kind: Kind; search: string }) {
  const [shown, setShown] = useState<MemoryView[] | undefined>(undefined);
  const [more, setMore] = useState(true);
  const [why, setWhy] = useState("");
  const which = { limit: PAGE, ...(kind && { kind }), ...(search && { search }) };

  useEffect(() => {
    let wanted = true;
    const wait = setTimeout(() => {
      source.memories(name, asOf.value, which).then(
        (page) => wanted && (setShown(page), setMore(page.length === PAGE), setWhy("")),
        (error: Error) => wanted && setWhy(error.message),
      );
    }, search ? 200 : 0);
    return () => {
      wanted = false;
      clearTimeout(wait);
    };
  }, [name, kind, search, asOf.value]);

  async function loadMore(): Promise<void> {
    const last = shown?.at(-1);
    if (!last) return;
    try {
      const page = await source.memories(name, asOf.value, { ...which, before: last.id });
      setShown([...(shown ?? []), ...page]);
      setMore(page.length === PAGE);
      setWhy("");
    } catch (error) {
      setWhy((error as Error).message);
    }
  }

  if (!shown?.length) return <Blank why={why}>{shown ? "No such memories." : "…"}</Blank>;
  return (
    <div class="stream">
      {shown.map((memory) => (
        <Memory key={memory.id} memory={memory} />
      ))}
      {more && <More load={loadMore} />}
      {why && <Blank why={why} />}
    </div>
  );
}

/** Loads the next page when it scrolls into view; also a button, for users who do not scroll. */
function More({ load }: { load: () => Promise<void> }) {
  const [button, setButton] = useState<HTMLButtonElement | null>(null);
  useEffect(() => {
    if (!button) return;
    const watch = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && void load());
    watch.observe(button);
    return () => watch.disconnect();
  });
  return (
    <button class="chip" type="button" ref={setButton} onClick={() => void load()}>
      Earlier memories
    </button>
  );
}

const SHOWN = 15;
const SCORES = ["recency", "importance", "relevance"] as const;

/** The memories that retrieval ranks highest for a query, with their three scores. */
function Retrieval({ name, query }: { name: string; query: string }) {
  const found = useLoaded(() => source.retrieval(name, asOf.value, query, SHOWN), `${name}\n${query}`, [asOf.value]);
  if (!found.value) return <Blank why={found.why}>…</Blank>;
  if (!found.value.length) return <Blank>Nothing comes to mind.</Blank>;
  return (
    <div class="stream">
      {found.value.map((each) => (
        <Memory key={each.memory.id} memory={each.memory}>
          <dl class="scores" aria-label={`Score ${each.score.toFixed(2)}`}>
            {SCORES.map((score) => (
              <div class={score} key={score}>
                <dt>{score}</dt>
                <dd>
                  <meter min={0} max={1} value={each[score]} />
                  {each[score].toFixed(2)}
                </dd>
              </div>
            ))}
          </dl>
        </Memory>
      ))}
    </div>
  );
}
