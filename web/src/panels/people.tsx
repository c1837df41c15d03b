import { useMemo } from "preact/hooks";

import type { SocialTie } from "../protocol/messages";
import { source } from "../state/run";
import { selectPerson } from "../state/selection";
import { asOf } from "../time/clock";
import { useLoaded } from "./loaded";
import { Blank, Moment, Name, Part } from "./pieces";
import { type Bond, bonds, layOut, type Node, spread } from "./ties_layout";
import { plural, shortener } from "./words";

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

/** The size of the drawing in its own pixels, of a node, and of the type of the names. */
const WIDTH = 388;
const LEAST_HEIGHT = 300;
const RADIUS = 6;
const TYPE_PX = 11.5;
const TALL = 2 * RADIUS + 1 + TYPE_PX * 1.3;

function Graph({ ties, name }: { ties: SocialTie[]; name: string }) {
  const between = around(name, bonds(ties));
  const shape = JSON.stringify(between);
  const { nodes, height } = useMemo(() => {
    const names = [...new Set([name, ...between.flatMap(({ one, other }) => [one, other])])].sort();
    const short = shortener(names);
    const spots = layOut(names, between);
    return spread(spots, spots.map((spot) => textWidth(short(spot.name))), TALL, WIDTH, LEAST_HEIGHT);
  }, [shape, name]);
  if (nodes.length < 2) return null;
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const short = shortener([...byName.keys()]);
  const top = ({ y }: Node) => y - TALL / 2 + RADIUS;
  return (
    <svg class="ties" viewBox={`0 0 ${WIDTH} ${height}`} role="group" aria-label="Who has talked with whom">
      {between.map(({ one, other, weight }) => {
        const [from, to] = [byName.get(one), byName.get(other)];
        if (!from || !to) return null;
        return <line class={one === name || other === name ? "own" : ""} x1={from.x} y1={top(from)} x2={to.x} y2={top(to)} stroke-width={1 + weight * 4} />;
      })}
      {nodes.map((node) => (
        <a
          class={node.name === name ? "own" : ""}
          href="#"
          aria-label={node.name}
          onClick={(event) => {
            event.preventDefault();
            selectPerson(node.name);
          }}
        >
          <circle cx={node.x} cy={top(node)} r={RADIUS} />
          <text x={node.x} y={node.y + TALL / 2 - TYPE_PX * 0.3} font-size={TYPE_PX}>{short(node.name)}</text>
          <title>{node.name}</title>
        </a>
      ))}
    </svg>
  );
}

let measure: CanvasRenderingContext2D | null = null;

function textWidth(text: string): number {
  measure ??= document.createElement("canvas").getContext("2d");
  if (!measure) return text.length * TYPE_PX * 0.65;
  measure.font = `700 ${TYPE_PX}px ${getComputedStyle(document.body).fontFamily}`;
  return measure.measureText(text).width;
}
