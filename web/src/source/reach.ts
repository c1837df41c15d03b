/** The server could not be reached at all. */
export class Unreached extends Error {
  constructor() {
    super("The server does not answer. Is it still running?");
  }
}

/** How long to wait before something is asked for again, in milliseconds, time after time: as long as a restart takes. */
const WAITS_MS = [300, 1200, 4000];

/** Fetches what only looks, and again where the server cannot be reached. Throws Unreached in the end. */
export async function reach(address: string): Promise<Response> {
  for (const wait of WAITS_MS) {
    const response = await fetch(address).catch(() => undefined);
    if (response) return response;
    await new Promise((over) => setTimeout(over, wait));
  }
  return fetch(address).catch(unreached);
}

/** What a request that was not answered comes to. */
export function unreached(): never {
  throw new Unreached();
}
