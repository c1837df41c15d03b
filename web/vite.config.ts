import { fileURLToPath } from "node:url";

import { defineConfig, type Plugin } from "vite";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Build constants that Phaser's sources test with `typeof`; as in Phaser's own builds, but without sound. */
const PHASER_HAS: Record<string, boolean> = { CANVAS_RENDERER: true, WEBGL_RENDERER: true, WEBGL_DEBUG: false, FEATURE_SOUND: false };

/** Modules that Phaser's renderer imports and never calls here: filters, layers on the graphics card, and the list of all shaders. */
const PHASER_LACKS = /webgl\/(shaders\/index|renderNodes\/(filters\/Filter\w+|submitter\/Submitter\w+GPULayer))\.js$/;

/** Builds Phaser from the parts that the page uses. */
const phaserParts: Plugin = {
  name: "phaser-parts",
  apply: "build",
  config: () => ({
    resolve: {
      alias: [
        { find: /^phaser$/, replacement: here("src/map/phaser_parts.js") },
        { find: /^phaser\/src/, replacement: here("node_modules/phaser/src") },
      ],
    },
  }),
  transform: {
    filter: { id: /\/phaser\/src\// },
    handler: (code, id) =>
      PHASER_LACKS.test(id)
        ? "module.exports = function () {};"
        : code.replace(/typeof ([A-Z]+_[A-Z0-9]+)\b/g, (_, flag: string) => String(PHASER_HAS[flag] ?? false)),
  },
};

// The page finds the server at its own origin; during development Vite proxies the API.
// Each page is built separately (`--mode rate` for the second), since a standalone page has to contain all of its script.
export default defineConfig(({ mode }) => ({
  base: "./",
  plugins: [phaserParts],
  oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
  build: {
    outDir: "../src/townlet/server/client",
    emptyOutDir: mode !== "rate",
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: { input: mode === "rate" ? "rate.html" : "index.html" },
  },
  server: {
    proxy: { "/api": "http://127.0.0.1:8000", "/ws": { target: "ws://127.0.0.1:8000", ws: true } },
  },
}));
