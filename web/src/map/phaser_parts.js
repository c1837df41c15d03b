// What the page uses of Phaser, from its sources: the whole library would be 0.75 MB more. A build puts this in the place of
// "phaser" (vite.config.ts), and fails if anything else is imported from it.

// First, since the renderer's parts refer to one another in a circle that only holds if entered here.
import "phaser/src/renderer";

// Each enters itself where scenes look for their parts.
import "phaser/src/cameras/2d/CameraManager";
import "phaser/src/events/EventEmitter";
import "phaser/src/gameobjects/DisplayList";
import "phaser/src/gameobjects/GameObjectFactory";
import "phaser/src/gameobjects/UpdateList";
import "phaser/src/gameobjects/image/ImageFactory";
import "phaser/src/scene/ScenePlugin";

export { default as Game } from "phaser/src/core/Game";
export { default as BlendModes } from "phaser/src/renderer/BlendModes";
