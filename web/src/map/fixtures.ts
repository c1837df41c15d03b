import type { Actor } from "./crowd";
import { arenaOfPiece } from "./lamps";
import type { LoadedMap } from "./load";
import { type Piece, TILE } from "./pieces";
import type { Standing } from "./standing";

/** The darkness from which lamps and windows are shown as lit. */
const LIT_FROM = 0.2;

/** Opens doors on which people stand, and shows lamps and windows as lit. */
export class Fixtures {
  private readonly doors = new Map<number, Piece[]>();
  private readonly lit: { piece: Piece; arena: number }[] = [];
  private ajar = new Set<number>();
  private opening = new Set<number>();

  constructor(
    private readonly map: LoadedMap,
    private readonly standing: Standing,
  ) {
    for (const piece of map.pieces) {
      if (piece.open) this.addDoor(piece);
      if (piece.lit) this.lit.push({ piece, arena: arenaOfPiece(piece, map.layout, map.tileHeight) });
    }
  }

  /** `on` and `off` are the pieces that somebody has turned on and off. */
  update(actors: Iterable<Actor>, lamps: number, rooms: Uint8Array, on: ReadonlySet<Piece>, off: ReadonlySet<Piece>): void {
    this.openDoors(actors);
    for (const { piece, arena } of this.lit) {
      const shines = on.has(piece) || (!off.has(piece) && lamps > LIT_FROM && (arena < 0 || rooms[arena] === 1));
      this.standing.turn(piece, (shines && piece.lit) || piece.tile);
    }
  }

  private openDoors(actors: Iterable<Actor>): void {
    const { opening } = this;
    opening.clear();
    for (const { seen } of actors) opening.add(this.key(Math.round(seen.x), Math.round(seen.y)));
    for (const [key, pieces] of this.doors) {
      const open = opening.has(key);
      if (open === this.ajar.has(key)) continue;
      if (open) this.ajar.add(key);
      else this.ajar.delete(key);
      for (const piece of pieces) this.standing.turn(piece, (open && piece.open) || piece.tile);
    }
  }

  private addDoor(piece: Piece): void {
    const row = Math.round((piece.y + piece.height) / this.map.tileHeight) - 1;
    const key = this.key(Math.floor((piece.x + piece.width / 2) / TILE), row);
    this.doors.set(key, [...(this.doors.get(key) ?? []), piece]);
  }

  private key(column: number, row: number): number {
    return row * this.map.layout.columns + column;
  }
}
