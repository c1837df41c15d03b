/** What the map's camera is asked to show, and what it shows. The map moves it (`map/`). */

import { signal } from "@preact/signals";

/** A view of the map: the point in the middle of its uncovered part, in tiles from the map's corner, and the zoom. */
export interface MapView {
  x: number;
  y: number;
  zoom: number;
}

/** The present view of the map; undefined while it shows the whole town. */
export const mapView = signal<MapView | undefined>(undefined);

/** The view that was asked for last; the map moves there. */
export const wantedView = signal<MapView | undefined>(undefined);

/** How often the whole town was asked for; the map shows it then. */
export const wholeAsked = signal(0);

/** The person whom the camera follows; empty for nobody. */
export const followed = signal("");

/** Who leads the camera: the director, who shows the liveliest place; a scene of some people; or undefined for the user. */
export const led = signal<"director" | readonly string[] | undefined>(undefined);

/** Lets the director lead the camera, or keeps the people of a scene in the view. */
export function lead(by: "director" | readonly string[]): void {
  followed.value = "";
  led.value = by;
}

/** Lets the user lead the camera. */
export function takeCamera(): void {
  led.value = undefined;
}

/** Follows somebody, or nobody if `who` is empty. The user leads the camera from now on. */
export function follow(who: string): void {
  takeCamera();
  followed.value = who;
}

/** Follows somebody, and moves to them even if they are followed already: the user may have moved the map since. */
export function followAnew(who: string): void {
  follow("");
  followed.value = who;
}

/** Moves the map to a view. Until there is a map, this is what the page shows. */
export function showView(view: MapView | undefined): void {
  // A copy, since the same view may be asked for again after the user has moved the map.
  wantedView.value = view && { ...view };
  if (!view) return;
  takeCamera();
  mapView.value = view;
}

/** Moves the map to where the whole town is in the view. */
export function showWhole(): void {
  takeCamera();
  wholeAsked.value++;
}

/** The zoom at which a place is shown to whom a search or a story leads there. */
const CLOSE_UP = 1.1;

/** The view of a tile from close up. */
export function closeUp([column, row]: readonly [number, number]): MapView {
  return { x: column + 0.5, y: row + 0.5, zoom: CLOSE_UP };
}

/** Says what the map shows. */
export function noteView(view: MapView | undefined): void {
  mapView.value = view;
}
