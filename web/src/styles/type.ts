import "./type.css";

/** Resolves once the page's font is loaded, or failed to load; for pictures that are drawn only once. */
export function typeReady(): Promise<unknown> {
  return Promise.all([600, 700].map((weight) => document.fonts.load(`${weight} 12px Quicksand`))).catch(() => undefined);
}
