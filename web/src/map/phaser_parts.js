// The parts of Phaser that the page uses, from Phaser's sources: the whole library would add 0.75 MB. A build replaces
// "phaser" with this module (vite.config.ts), and fails if anything else is imported from it.

// First: the renderer's modules import each other in a cycle that works only if it is entered here.
import "phaser/src/renderer";

// Each of these registers itself as a plugin of scenes.
import "phaser/src/cameras/2d/CameraManager";
import "phaser/src/events/EventEmitter";
import "phaser/src/gameobjects/DisplayList";
import "phaser/src/gameobjects/GameObjectFactory";
import "phaser/src/gameobjects/UpdateList";
import "phaser/src/gameobjects/image/ImageFactory";
import "phaser/src/scene/ScenePlugin";

export { default as Game } from "phaser/src/core/Game";
export { default as BlendModes } from "phaser/src/renderer/BlendModes";
