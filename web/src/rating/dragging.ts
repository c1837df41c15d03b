import type { RefObject } from "preact";
import { useState } from "preact/hooks";

import { landing, type Spot, wayMade } from "./ordering";

interface Drag {
  from: number;
  began: number;
  down: number;
  spots: Spot[];
}

/** The gap between two cards, in pixels. */
const GAP = 10;

/** Makes the cards of a list draggable: by mouse anywhere, by touch only at the handle, so that the page still scrolls. */
export function useDragging(list: RefObject<HTMLElement>, move: (from: number, to: number) => void) {
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
