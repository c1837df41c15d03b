import "./type.css";

/** Once the page's type is there, for what is drawn only once; without it, another serves. */
export function typeReady(): Promise<unknown> {
  return Promise.all([600, 700].map((weight) => document.fonts.load(`${weight} 12px Quicksand`))).catch(() => undefined);
}
