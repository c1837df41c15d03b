import { source } from "../state/run";
import { asOf } from "../time/clock";
import { useLoaded } from "./loaded";
import { Memory } from "./memory";
import { Blank } from "./pieces";

const SHOWN = 15;
const SCORES = ["recency", "importance", "relevance"] as const;

/** The memories that retrieval ranks highest for a query, with their three scores. */
export function Retrieval({ name, query }: { name: string; query: string }) {
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
