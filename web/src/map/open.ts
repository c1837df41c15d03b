import type Phaser from "phaser";
import { Game } from "phaser";

import { coveredOf } from "./covered";
import { mapTime } from "./film";
import type { LoadedMap } from "./load";
import { Rest } from "./rest";
import { Stage, type Watched } from "./stage";
import { Camera } from "./view";

/** How often to measure what covers the map, in milliseconds. */
const MEASURE_MS = 400;

/** The longest time that a frame counts for, in milliseconds; longer frames mean that the page was hidden. */
const LONGEST_MS = 1000;

/** The sharpness of a map with little detail. */
const LITTLE = 0.5;

/** A map on the page. */
export interface OpenMap {
  readonly camera: Camera;
  readonly game: Phaser.Game;
  /** The canvas with names and bubbles. */
  readonly overlay: HTMLCanvasElement;
  readonly rest: Rest;
  /** Undefined until its first frame. */
  readonly stage: () => Stage | undefined;
  close(): void;
}

/** How the user wants the map: `still` without movements, `little` with little detail. */
export interface Wishes {
  still(): boolean;
  little(): boolean;
}

/** Opens a map in an element, at the element's size, and calls `frame` before each picture. */
export function openMap(host: HTMLElement, map: LoadedMap, watched: Watched, { still, little }: Wishes, frame: (stage: Stage, now: number, elapsed: number) => void): OpenMap {
  const camera = new Camera(map.width, map.height, still);
  const overlay = document.createElement("canvas");
  overlay.className = "map-overlay";
  let stage: Stage | undefined;
  let last = mapTime();
  const ratio = () => Math.min(2, window.devicePixelRatio || 1);
  const sharpness = () => (little() ? LITTLE : 1);
  const fit = () => {
    camera.cover(coveredOf(host));
    camera.resize(Math.max(1, host.clientWidth), Math.max(1, host.clientHeight), ratio(), sharpness());
  };
  fit();
  camera.fit();
  camera.advance(1e6);

  const game = new Game({
    ...settings(host, camera, map.background),
    scene: {
      create(this: Phaser.Scene) {
        stage = new Stage(this, overlay, map, camera, watched, still);
        stage.overlay.resize();
      },
      update(this: Phaser.Scene) {
        const now = mapTime();
        if (!stage) return;
        frame(stage, now, Math.max(0, Math.min(LONGEST_MS, now - last)));
        rest.drawn(camera.moving || stage.busy);
        last = now;
      },
    },
  });
  host.append(overlay);
  const measure = () => camera.cover(coveredOf(host));
  const rest = new Rest(game, host, () => (last = mapTime()), measure);
  const refit = () => {
    fit();
    game.scale.resize(camera.canvasWidth, camera.canvasHeight);
    stage?.overlay.resize();
    rest.stir();
  };
  const watching = new ResizeObserver(refit);
  watching.observe(host);
  const measuring = setInterval(() => {
    if (ratio() !== camera.ratio || sharpness() !== camera.sharpness) refit();
    if (measure() || camera.moving) rest.stir();
  }, MEASURE_MS);
  return {
    camera,
    game,
    overlay,
    rest,
    stage: () => stage,
    close() {
      watching.disconnect();
      clearInterval(measuring);
      game.destroy(true);
      overlay.remove();
    },
  };
}

function settings(host: HTMLElement, camera: Camera, background: string): Phaser.Types.Core.GameConfig {
  return {
    parent: host,
    backgroundColor: background,
    banner: false,
    audio: { noAudio: true },
    input: { keyboard: false, mouse: false, touch: false, gamepad: false },
    disableContextMenu: false,
    // town_map.css stretches the canvas over the map. Phaser writes no size of its own, as long as it has no zoom.
    scale: { width: camera.canvasWidth, height: camera.canvasHeight },
    render: { antialias: true, antialiasGL: false, mipmapFilter: "LINEAR_MIPMAP_LINEAR", roundPixels: false, powerPreference: "default" },
  };
}
