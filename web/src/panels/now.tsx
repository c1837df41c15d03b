import { useState } from "preact/hooks";

import type { CallView, PersonView } from "../protocol/messages";
import { session, source, town } from "../state/run";
import { asOf } from "../time/clock";
import { CallDialog } from "./call";
import { useLoaded } from "./loaded";
import { Blank, Moment, Opens, Part } from "./pieces";
import { dollars, plural, sentence, whereabouts } from "./words";

/** What a person does now, where and why, and who they are. */
export function Now({ name }: { name: string }) {
  const { value: now, why } = useLoaded(() => source.person(name, asOf.value), name, [asOf.value]);
  if (!now) return <Blank why={why}>…</Blank>;
  return (
    <>
      <p class="doing" data-step={now.step}>
        <span class="emoji">{now.emoji}</span>
        <span>{sentence(now.doing) || "Nothing in particular"}</span>
      </p>
      {whereabouts(now.place) && <p class="where">{sentence(whereabouts(now.place))}</p>}
      {now.why && <p class="why">{now.why}</p>}
      {now.talk && (
        <p>
          <Opens what={{ kind: "talk", id: now.talk }}>In a conversation: read along</Opens>
        </p>
      )}
      <Reflecting now={now} />
      {now.summary && (
        <Part title="In a few sentences">
          <p class="prose">{now.summary}</p>
        </Part>
      )}
      <Described name={name} />
      <Calls name={name} />
    </>
  );
}

function Reflecting({ now }: { now: PersonView }) {
  const kinds = Object.entries(now.memories).map(([kind, count]) => plural(count, kind));
  return (
    <Part title="Mind">
      <p class="quiet">
        {kinds.join(" · ")} · knows {plural(now.known_places, "place")}
      </p>
      <label class="meter">
        Towards the next reflection
        <meter min={0} max={now.threshold} value={now.importance_sum} title={`${now.importance_sum} of ${now.threshold}`} />
      </label>
    </Part>
  );
}

function Described({ name }: { name: string }) {
  const who = town.value?.people.find((person) => person.name === name);
  if (!who?.description.length) return null;
  return (
    <Part title="As the author wrote them">
      <ul class="sentences">
        {who.description.map((each) => (
          <li>{each}</li>
        ))}
      </ul>
    </Part>
  );
}

/** The latest model calls for a person; each opens with its prompt and reply. */
function Calls({ name }: { name: string }) {
  const [open, setOpen] = useState("");
  const { value: calls } = useLoaded(() => source.calls(name, asOf.value), name, [asOf.value]);
  if (!calls?.length) return null;
  const latest = [...calls].sort((one, other) => other.step - one.step).slice(0, 5);
  return (
    <Part title="Behind the scenes">
      <p class="quiet">
        {session.value?.offline ? "Rules answer these questions for them" : "These questions about them went to the language model"}; open one to read
        all of it.
      </p>
      <ul class="calls">
        {latest.map((call) => (
          <li key={call.id}>
            <Moment step={call.step} />
            <button class="opens" type="button" onClick={() => setOpen(call.id)}>
              {call.name.replaceAll("_", " ")}
            </button>
            <span class="quiet">{told(call)}</span>
          </li>
        ))}
      </ul>
      <CallDialog id={open} closed={() => setOpen("")} />
    </Part>
  );
}

function told(call: CallView): string {
  if (call.fallback) return "fallback";
  return call.usd > 0 ? dollars(call.usd) : "";
}
