import { source } from "../state/run";
import { useLoaded } from "./loaded";
import { Blank, Moment } from "./pieces";
import { Window } from "./window";
import { answeredBy, blocksOf, dollars, plural } from "./words";

/** A model call: its prompt, block by block, and its reply. */
export function CallDialog({ id, closed }: { id: string; closed: () => void }) {
  return (
    <Window title="Prompt and reply" open={id !== ""} closed={closed} wide>
      {id && <Call id={id} />}
    </Window>
  );
}

function Call({ id }: { id: string }) {
  const { value: call, why } = useLoaded(() => source.call(id), id, []);
  if (!call) return <Blank why={why}>…</Blank>;
  return (
    <>
      <p class="quiet">
        <Moment step={call.step} /> {call.name.replaceAll("_", " ")}: {answeredBy(call.model)}. {call.status}
        {call.fallback && ", and a fallback stood in"}; {plural(call.input_tokens, "token")} in, {call.output_tokens} out
        {call.usd > 0 && `, ${dollars(call.usd)}`}
      </p>
      <h3>Prompt</h3>
      <div class="prompt">
        {blocksOf(call.prompt).map(({ title, body }) => (
          <section>
            {title && <h4>{title}</h4>}
            <pre>{body}</pre>
          </section>
        ))}
      </div>
      <h3>Reply</h3>
      <pre class="reply">{readable(call.reply)}</pre>
    </>
  );
}

/** Returns a JSON reply with indentation; any other reply as it is. */
function readable(reply: string): string {
  try {
    return JSON.stringify(JSON.parse(reply), null, 2);
  } catch {
    return reply;
  }
}
