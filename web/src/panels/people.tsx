import { useMemo } from "preact/hooks";

import type { SocialTie } from "../protocol/messages";
import { source } from "../state/begin";
import { selected } from "../state/signals";
import { asOf } from "../time/clock";
import { useLoaded } from "./loaded";
import { Blank, Moment, Name, Part } from "./pieces";
import { type Bond, bonds, layOut } from "./ties_layout";
import { plural } from "./words";

/** The people whom a person has talked with, and what the person thinks of them; and the whole town's talks as a graph. */
export function People({ name }: { name: string }) {
  const own = useLoaded(() => source.ties(asOf.value, name), name, [asOf.value]);
  const all = useLoaded(() => source.ties(asOf.value), "", [asOf.value]);
  if (!own.value) return <Blank why={own.why}>…</Blank>;
  const ordered = own.value
    .filter((tie) => tie.one === name)
    .sort((one, other) => other.talks - one.talks || other.last - one.last);
  return (
    <>
      {all.value && <Graph ties={all.value} name={name} />}
      <Part title="What they think of one another">
        {ordered.length ? ordered.map((tie) => <Towards key={tie.other} tie={tie} />) : <Blank>Nobody yet.</Blank>}
      </Part>
    </>
  );
}

function Towards({ tie }: { tie: SocialTie }) {
  return (
    <article class="tie">
      <Name who={tie.other} />
      <span class="quiet">
        {plural(tie.talks, "conversation")}
        {tie.last >= 0 && <>, the last <Moment step={tie.last} /></>}
      </span>
      {tie.thought && <p>{tie.thought}</p>}
    </article>
  );
}

/** With more bonds than this the graph is unreadable; then it shows only the person, their contacts, and the bonds among these. */
const MOST_BONDS = 150;

function around(name: string, all: Bond[]): Bond[] {
  if (all.length <= MOST_BONDS) return all;
  const own = all.filter(({ one, other }) => one === name || other === name);
  const near = new Set(own.flatMap(({ one, other }) => [one, other]));
  const among = all.filter((bond) => !own.includes(bond) && near.has(bond.one) && near.has(bond.other));
  return [...own, ...among.sort((one, other) => other.weight - one.weight)].slice(0, MOST_BONDS);
}

const HALF = 150;
const EDGE = 26;

function Graph({ ties, name }: { ties: SocialTie[]; name: string }) {
  const between = around(name, bonds(ties));
  const shape = JSON.stringify(between);
  const spots = useMemo(() => {
    const names = [...new Set([name, ...between.flatMap(({ one, other }) => [one, other])])].sort();
    return new Map(layOut(names, between).map((spot) => [spot.name, spot]));
  }, [shape, name]);
  if (spots.size < 2) return null;
  const place = (value: number | undefined) => HALF + (value ?? 0) * (HALF - EDGE);
  return (
    <svg class="ties" viewBox={`0 0 ${2 * HALF} ${2 * HALF}`} role="group" aria-label="Who has talked with whom">
      {between.map(({ one, other, weight }) => (
        <line
          class={one === name || other === name ? "own" : ""}
          x1={place(spots.get(one)?.x)}
          y1={place(spots.get(one)?.y)}
          x2={place(spots.get(other)?.x)}
          y2={place(spots.get(other)?.y)}
          stroke-width={1 + weight * 4}
        />
      ))}
      {[...spots.values()].map((spot) => (
        <a
          class={spot.name === name ? "own" : ""}
          href="#"
          aria-label={spot.name}
          onClick={(event) => {
            event.preventDefault();
            selected.value = { kind: "person", name: spot.name };
          }}
        >
          <circle cx={place(spot.x)} cy={place(spot.y)} r={spot.name === name ? 9 : 6} />
          <text x={place(spot.x)} y={place(spot.y) - 10}>{spot.name.split(" ", 1)[0]}</text>
          <title>{spot.name}</title>
        </a>
      ))}
    </svg>
  );
}
