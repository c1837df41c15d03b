import type { Person } from "../../feed/moment";
import { tileAt } from "../../feed/walk";
import type { PlaceView } from "../../protocol/messages";

type Tile = readonly [number, number];

/** The distance in tiles at which people hear each other (as in the world's rules), and the one at which objects are offered for use. */
const SPEAK_TILES = 4;
const USE_TILES = 3;

/** The distance between two tiles: the larger of the horizontal and the vertical distance. */
export function apart([x, y]: Tile, [otherX, otherY]: Tile): number {
  return Math.max(Math.abs(x - otherX), Math.abs(y - otherY));
}

/** The names of the people near a tile, nearest first. */
export function peopleNear(tile: Tile, people: Iterable<Person>, step: number, but: string): string[] {
  return [...people]
    .filter(({ who }) => who !== but)
    .map((person) => ({ who: person.who, away: apart(tile, tileAt(person, step)) }))
    .filter(({ away }) => away <= SPEAK_TILES)
    .sort((one, other) => one.away - other.away || (one.who < other.who ? -1 : 1))
    .map(({ who }) => who);
}

/** The addresses of the objects near a tile, nearest first. */
export function thingsNear(tile: Tile, places: readonly PlaceView[]): string[] {
  return places
    .filter(({ kind }) => kind === "object")
    .map(({ address, tiles }) => ({ address, away: Math.min(...tiles.map((each) => apart(tile, each)), Infinity) }))
    .filter(({ away }) => away <= USE_TILES)
    .sort((one, other) => one.away - other.away || (one.address < other.address ? -1 : 1))
    .map(({ address }) => address);
}
