import type { Area, Layout, Thing } from "./layout";
import type { Paints, Part } from "./paint";
import { TILE } from "./pieces";

/** The colour of the ground, in and around the map. */
export const GROUND = "#b9cfa0";
const LOT = "#cbd6b4";
const FLOORS = ["#ead7b4", "#e4ebe6", "#e0d3dc", "#efe3c6", "#d6e3e8", "#dccdb6"];
const WALL = "#5b4658";
const DOOR = "#b97f52";
const THINGS = ["#8fb3b3", "#c9a07a", "#a9a0c4", "#c79a8c", "#93ab8a", "#b8a36c"];
const SCENERY = "#9bb08a";
const INK = "#3a2a44";

/** Paints a map without pictures: floors, walls, doors and named furniture as plain shapes. */
export class PlainPainter implements Paints {
  readonly hasOver = false;

  constructor(
    private readonly layout: Layout,
    private readonly height: number,
  ) {}

  paint(pen: CanvasRenderingContext2D, x: number, y: number, _size: number, scale: number, part: Part): boolean {
    if (part === "over") return false;
    const { layout } = this;
    pen.setTransform(scale, 0, 0, scale, -x * scale, -y * scale);
    pen.fillStyle = GROUND;
    pen.fillRect(0, 0, layout.columns * TILE, layout.rows * this.height);
    for (const sector of layout.sectors) for (const area of sector.areas) this.fill(pen, area, LOT);
    for (const arena of layout.arenas) for (const area of arena.areas) this.fill(pen, area, pick(FLOORS, arena.sector + arena.name));
    this.paintWalls(pen);
    for (const door of layout.doors) this.fill(pen, door, DOOR);
    for (const thing of layout.things) this.paintThing(pen, thing);
    return true;
  }

  private fill(pen: CanvasRenderingContext2D, area: Area, colour: string): void {
    pen.fillStyle = colour;
    pen.fillRect(area.x * TILE, area.y * this.height, area.width * TILE, area.height * this.height);
  }

  private paintWalls(pen: CanvasRenderingContext2D): void {
    const { columns, walls } = this.layout;
    pen.fillStyle = WALL;
    walls.forEach((wall, tile) => {
      if (wall) pen.fillRect((tile % columns) * TILE, Math.floor(tile / columns) * this.height, TILE, this.height);
    });
  }

  private paintThing(pen: CanvasRenderingContext2D, { name, class: kind, area, walkable }: Thing): void {
    const [x, y] = [area.x * TILE + 5, area.y * this.height + 5];
    const [width, height] = [area.width * TILE - 10, area.height * this.height - 10];
    pen.fillStyle = name ? pick(THINGS, kind || name) : SCENERY;
    pen.globalAlpha = walkable ? 0.55 : 1;
    pen.beginPath();
    pen.roundRect(x, y, width, height, 10);
    pen.fill();
    pen.globalAlpha = 1;
    if (!name) return;
    pen.fillStyle = INK;
    pen.font = "600 13px ui-rounded, system-ui, sans-serif";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillText(name, x + width / 2, y + height / 2, width - 6);
  }
}

/** Chooses a colour; equal names get equal colours. */
function pick(colours: string[], name: string): string {
  let sum = 0;
  for (const letter of name) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 65521;
  return colours[sum % colours.length] as string;
}
