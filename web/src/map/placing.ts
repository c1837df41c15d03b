import type { Seen } from "../feed/scene";
import { type Facing, towards } from "../feed/walk";
import type { PlaceView } from "../protocol/messages";
import { TILE } from "./pieces";
import type { Pose, Poses } from "./poses";
import type { Aside } from "./side_by_side";

export type Bearing = "walk" | "stand" | "sit" | "lie";

/** Where and how a person is drawn, in units. `x`, `y` is the ground under their feet, seat or pillow. */
export interface Placed {
  x: number;
  y: number;
  rise: number;
  depth: number;
  facing: Facing;
  bearing: Bearing;
  /** The pose if they sit, lie or stand raised. */
  pose: Pose | undefined;
}

/** How far down in a tile the feet are, as a share of its height. */
const FEET = 0.82;

/** Computes where each person is drawn. */
export class Placing {
  private readonly things: Map<string, PlaceView>;
  private readonly lying = new Map<Pose, string>();

  constructor(
    private readonly poses: Poses,
    places: readonly PlaceView[],
    private readonly tileHeight: number,
  ) {
    this.things = new Map(places.filter(({ kind }) => kind === "object").map((place) => [place.address, place]));
  }

  /** Call this before placing the people of a frame: it frees all beds. */
  begin(): void {
    this.lying.clear();
  }

  place(seen: Seen, into: Placed): Placed {
    const pose = seen.walking ? undefined : this.poseOf(seen);
    into.pose = pose;
    into.facing = seen.facing;
    into.bearing = seen.walking ? "walk" : "stand";
    if (pose) return this.inPose(seen, pose, into);
    into.x = (seen.x + 0.5) * TILE;
    into.y = (seen.y + FEET) * this.tileHeight;
    into.rise = 0;
    into.depth = into.y;
    if (seen.using && !seen.talk) into.facing = this.facingThing(seen);
    return into;
  }

  private inPose(seen: Seen, pose: Pose, into: Placed): Placed {
    into.x = pose.x;
    into.y = pose.y;
    into.rise = pose.rise;
    into.depth = pose.depth;
    if (pose.kind !== "stand") into.bearing = pose.kind;
    if (!seen.talk || behind(pose, seen.facing)) into.facing = pose.facing;
    return into;
  }

  private poseOf(seen: Seen): Pose | undefined {
    if (seen.posture === "asleep" || seen.posture === "using") {
      const thing = this.things.get(seen.using || seen.at);
      const bed = thing && this.bedFor(seen.who, thing);
      if (bed) return bed;
    }
    const here = this.poses.at(Math.round(seen.x), Math.round(seen.y));
    return here.find(({ kind }) => kind !== "lie");
  }

  /** The first pillow of a bed that is not taken. */
  private bedFor(who: string, thing: PlaceView): Pose | undefined {
    for (const [column, row] of thing.tiles) {
      for (const pose of this.poses.at(column, row)) {
        if (pose.kind !== "lie" || this.lying.has(pose)) continue;
        this.lying.set(pose, who);
        return pose;
      }
    }
    return undefined;
  }

  /** A person who uses a thing looks at its nearest tile. */
  private facingThing(seen: Seen): Facing {
    const thing = this.things.get(seen.using);
    let best = Infinity;
    let facing = seen.facing;
    for (const tile of thing?.tiles ?? []) {
      const distance = Math.hypot(tile[0] - seen.x, tile[1] - seen.y);
      if (distance >= best) continue;
      best = distance;
      facing = towards([seen.x, seen.y], tile, seen.facing);
    }
    return facing;
  }
}

/** Moves a person beside others at the same spot, and turns them to their partner, as far as their seat allows. */
export function shift(placed: Placed | undefined, { across, down, facing }: Aside): void {
  if (!placed) return;
  placed.x += across * TILE;
  placed.y += down * TILE;
  if (!placed.pose) placed.depth += down * TILE;
  if (facing && !(placed.pose && behind(placed.pose, facing))) placed.facing = facing;
}

const OPPOSITE = { north: "south", south: "north", east: "west", west: "east" } as const;

/** Whether a direction is behind a seat. People who sit turn to those with whom they talk, but not right round. */
function behind({ kind, facing }: Pose, way: Facing): boolean {
  return kind === "sit" && way === OPPOSITE[facing];
}
