import { defineConfig } from "vite";

// The server tells its address to the page by being its origin; while developing, Vite stands in between.
// Each page is built by itself (`--mode rate` for the second), since an exported page has to hold all of its script.
export default defineConfig(({ mode }) => ({
  base: "./",
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
