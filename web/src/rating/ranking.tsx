import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

import { Icon } from "../panels/icons";
import type { LetteredAnswer } from "../protocol/messages";
import { draftOf, Form } from "./form";
import { arranged, landing, lettersOf, moved, type Spot, wayMade } from "./ordering";
import { done } from "./state";

/** Answers to rank by dragging, with buttons or with arrow keys. */
export function Ranking({ answers, told, place }: { answers: LetteredAnswer[]; told: boolean; place: number }) {
  const draft = draftOf(place);
  const [order, setOrder] = useState(() => arranged(answers, draft.read()));
  const [touched, setTouched] = useState(() => draft.read() !== "");
  const [sure, setSure] = useState(false);
  const [last, setLast] = useState("");
  const list = useRef<HTMLOListElement>(null);

  function move(from: number, to: number, key = ""): void {
    const letter = order[from]?.letter;
    if (to < 0 || to >= order.length || !letter) return;
    const now = moved(order, from, to);
    setOrder(now);
    draft.write(lettersOf(now));
    setTouched(true);
    setLast(key);
  }
  const dragging = useDragging(list, move);
  // Restores the focus to the moved card, since the browser may have dropped it.
  useEffect(() => list.current?.querySelector<HTMLElement>(`[data-key="${last}"]`)?.focus(), [order]);

  async function save(): Promise<void> {
    if (!touched && !sure) setSure(true);
    else await done({ place, order: order.map(({ letter }) => letter) });
  }

  return (
    <Form ready save={save} label={!touched && sure ? "Yes, save it" : "Save and continue"}>
      <p class="end-of-scale">{told ? "First" : "Most believable"}</p>
      <ol class={dragging.active ? "cards sorting" : "cards"} ref={list} aria-label={told ? "Answers, from first to last" : "Answers, from the most to the least believable"}>
        {order.map(({ letter, text }, at) => (
          <li key={letter} data-letter={letter} class={dragging.class(at)} style={dragging.style(at)} {...dragging.on(at)}>
            <button
              class="handle"
              type="button"
              data-key={letter}
              aria-label={`Answer ${letter}, at ${at + 1} of ${order.length}; arrow keys move it`}
              onKeyDown={(event) => {
                const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
                if (!by) return;
                event.preventDefault();
                move(at, at + by, letter);
              }}
            >
              <span class="grip" aria-hidden="true" />
              {letter}
            </button>
            <p>{text}</p>
            <span class="moves">
              <button class="plain" type="button" data-key={`${letter} up`} aria-label={`Answer ${letter} up`} aria-disabled={at === 0} onClick={() => move(at, at - 1, `${letter} up`)}>
                <Icon name="up" />
              </button>
              <button class="plain" type="button" data-key={`${letter} down`} aria-label={`Answer ${letter} down`} aria-disabled={at === order.length - 1} onClick={() => move(at, at + 1, `${letter} down`)}>
                <Icon name="down" />
              </button>
            </span>
          </li>
        ))}
      </ol>
      <p class="end-of-scale">{told ? "Last" : "Least believable"}</p>
      <p class="quiet">Drag the cards, or use the arrows beside them.{!told && " If two answers say the same, it does not matter which of them is higher."}</p>
      <p class="unseen" role="status">
        {touched && `Now ${order.map(({ letter }) => letter).join(", ")}.`}
      </p>
      {sure && !touched && (
        <p class="refusal" role="alert">
          You have moved nothing. Is this your order, {order.map(({ letter }) => letter).join(", ")}?
        </p>
      )}
    </Form>
  );
}

interface Drag {
  from: number;
  began: number;
  down: number;
  spots: Spot[];
}

/** The gap between two cards, in pixels. */
const GAP = 10;

/** Makes the cards of a list draggable: by mouse anywhere, by touch only at the handle, so that the page still scrolls. */
function useDragging(list: RefObject<HTMLElement>, move: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | undefined>(undefined);
  const to = drag ? landing(drag.spots, drag.from, drag.down) : -1;

  function start(event: PointerEvent, from: number): void {
    const target = event.target as Element;
    if (event.button !== 0 || target.closest(".moves")) return;
    if (event.pointerType !== "mouse" && !target.closest(".handle")) return;
    (event.currentTarget as Element).setPointerCapture(event.pointerId);
    const spots = [...(list.current?.children ?? [])].map((card) => card.getBoundingClientRect()).map(({ top, height }) => ({ top, height }));
    setDrag({ from, began: event.clientY, down: 0, spots });
  }

  return {
    active: drag !== undefined,
    class: (at: number) => (drag?.from === at ? "card dragged" : "card"),
    style: (at: number) => {
      if (!drag) return {};
      const room = (drag.spots[drag.from]?.height ?? 0) + GAP;
      const by = at === drag.from ? drag.down : wayMade(at, drag.from, to, room);
      return { transform: by ? `translateY(${by}px)` : "none" };
    },
    on: (at: number) => ({
      onPointerDown: (event: PointerEvent) => start(event, at),
      onPointerMove: (event: PointerEvent) => drag?.from === at && setDrag({ ...drag, down: event.clientY - drag.began }),
      onPointerCancel: () => setDrag(undefined),
      onPointerUp: () => {
        if (drag && to !== drag.from) move(drag.from, to);
        setDrag(undefined);
      },
    }),
  };
}
