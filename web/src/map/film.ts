/** Taking the map's pictures one by one, in a time of its own: a clip is the same however long each picture takes to draw. */

/** Copies a picture: the map's canvas, and the overlay with names and bubbles. */
export type Taking = (map: HTMLCanvasElement, overlay: HTMLCanvasElement) => void;

/** The map that is on the page, for who films it. */
export interface FilmedMap {
  readonly host: HTMLElement;
  /** Draws the next picture, and has it copied before the browser clears it. */
  next(take: Taking): Promise<void>;
  /** Whether the people of the moment are drawn and the camera has arrived. */
  settled(): boolean;
}

let time: number | undefined;
let onPage: FilmedMap | undefined;

/** The time of the map in milliseconds: real time, or that of a film. */
export function mapTime(): number {
  return time ?? performance.now();
}

/** Whether pictures are taken one by one, so that none is drawn in between. */
export function isFilmed(): boolean {
  return time !== undefined;
}

/** Sets the time of a film; undefined for real time. */
export function setFilmTime(at: number | undefined): void {
  time = at;
}

export function filmedMap(): FilmedMap | undefined {
  return onPage;
}

/** Says which map is on the page. Returns a function that takes it back. */
export function offerFilm(map: FilmedMap): () => void {
  onPage = map;
  return () => {
    if (onPage === map) onPage = undefined;
  };
}
