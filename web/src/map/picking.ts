import type { TownView } from "../protocol/messages";
import { FAR } from "./camera";
import { addressesIn, TILE } from "./layout";
import type { LoadedMap } from "./load";
import { type Actor, FIGURE, footOf, headOf, PIN_RISE } from "./people";

/** What is at a point of the map: a person, or an object or place by its address. */
export interface Picked {
  who: string;
  address: string;
}

/** Finds what the user points at. */
export class Picking {
  private readonly objects = new Map<number, string>();
  private readonly tiles = new Map<string, readonly (readonly [number, number])[]>();
  private readonly spots = new Map<string, { x: number; y: number }>();
  private readonly arenas: string[];

  constructor(
    private readonly map: LoadedMap,
    town: TownView,
  ) {
    const { columns, arenas } = map.layout;
    for (const { kind, address, tiles } of town.places) {
      if (kind !== "object") continue;
      this.tiles.set(address, tiles);
      for (const [column, row] of tiles) this.objects.set(row * columns + column, address);
    }
    const addressOf = addressesIn(town.places);
    this.arenas = arenas.map(({ sector, name }) => addressOf(sector, name));
  }

  /** The person at a point; of several, the one in front (furthest to the south). Empty if there is nobody. */
  person(x: number, y: number, zoom: number, actors: Iterable<Actor>): string {
    let best: Actor | undefined;
    for (const actor of actors) {
      if (!actor.inSight || !(zoom < FAR ? onPin(actor, x, y, zoom) : onFigure(actor, x, y, zoom))) continue;
      if (!best || actor.placed.depth >= best.placed.depth) best = actor;
    }
    return best?.clothing.who ?? "";
  }

  isObject(address: string): boolean {
    return this.tiles.has(address);
  }

  /** The position of the name of an object or an arena: the middle of its north side, or with `below` of its south side, in units. */
  spotOf(address: string, below = false): { x: number; y: number } | undefined {
    const key = below ? `below ${address}` : address;
    const known = this.spots.get(key);
    if (known || !address) return known;
    const areas = this.map.layout.arenas[this.arenas.indexOf(address)]?.areas;
    const tiles = this.tiles.get(address) ?? areas?.flatMap(({ x, y, width }) => [[x, y], [x + width - 1, y]] as const);
    if (!tiles?.length) return undefined;
    const columns = tiles.map(([column]) => column);
    const rows = tiles.map(([, each]) => each);
    const row = below ? Math.max(...rows) + 1 : Math.min(...rows);
    const spot = { x: ((Math.min(...columns) + Math.max(...columns) + 1) / 2) * TILE, y: row * this.map.tileHeight };
    this.spots.set(key, spot);
    return spot;
  }

  /** The middle of an object or an arena, in units. */
  middleOf(address: string): { x: number; y: number } | undefined {
    const [first] = this.map.layout.arenas[this.arenas.indexOf(address)]?.areas ?? [];
    if (first) return { x: (first.x + first.width / 2) * TILE, y: (first.y + first.height / 2) * this.map.tileHeight };
    return this.spotOf(address);
  }

  /** The address of the object at a point, else of the arena. */
  thing(x: number, y: number): string {
    const { columns, rows, arenaOf } = this.map.layout;
    const [column, row] = [Math.floor(x / TILE), Math.floor(y / this.map.tileHeight)];
    if (column < 0 || row < 0 || column >= columns || row >= rows) return "";
    const tile = row * columns + column;
    return this.objects.get(tile) ?? this.arenas[arenaOf[tile] as number] ?? "";
  }
}

function onFigure({ placed }: Actor, x: number, y: number, zoom: number): boolean {
  const half = Math.max(FIGURE.width / 2, 9 / zoom);
  return Math.abs(x - placed.x) <= half && y >= headOf(placed) && y <= footOf(placed) + 4;
}

function onPin({ placed, lowered }: Actor, x: number, y: number, zoom: number): boolean {
  return Math.hypot(x - placed.x, y - (placed.y - PIN_RISE + lowered / zoom)) * zoom <= 13;
}
