/** Parts of an exported page: compressed JSON in script elements that are never run, unpacked when first wanted. */
const unpacked = new Map<string, Promise<unknown>>();

function element(name: string): Element | null {
  return document.querySelector(`script[data-part="${name}"]`);
}

/** Whether this page holds a run. */
export function isExported(): boolean {
  return element("run") !== null;
}

/** A part by its name; see `townlet.server.standalone_page`. */
export function part<T>(name: string): Promise<T> {
  const known = unpacked.get(name) ?? unpack(name);
  unpacked.set(name, known);
  return known as Promise<T>;
}

async function unpack(name: string): Promise<unknown> {
  const packed = element(name)?.textContent;
  if (!packed) throw new Error(`This page has no part '${name}'; it may have been cut off. Export the run again.`);
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Response(stream).json();
}
