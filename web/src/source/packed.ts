/** Parts of a standalone page: compressed JSON in script elements of a data type. They are unpacked on first use. */
const unpacked = new Map<string, Promise<unknown>>();

function element(name: string): Element | null {
  return document.querySelector(`script[data-part="${name}"]`);
}

/** Whether this is a standalone page, which contains a run. */
export function isExported(): boolean {
  return hasPart("run");
}

/** Whether the page has a part of this name. */
export function hasPart(name: string): boolean {
  return element(name) !== null;
}

/** Returns a part by its name; see `townlet.server.standalone_page`. */
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
