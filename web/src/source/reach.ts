/** The server could not be reached. */
export class Unreached extends Error {
  constructor() {
    super("The server does not answer. Is it still running?");
  }
}

/** Waits before each retry, in milliseconds; together they last as long as a restart of the server. */
const WAITS_MS = [300, 1200, 4000];

/** Fetches with GET, and retries while the server cannot be reached. Throws Unreached after the last retry. */
export async function reach(address: string): Promise<Response> {
  for (const wait of WAITS_MS) {
    const response = await fetch(address).catch(() => undefined);
    if (response) return response;
    await new Promise((over) => setTimeout(over, wait));
  }
  return fetch(address).catch(unreached);
}

/** Throws the error for a request without a response. */
export function unreached(): never {
  throw new Unreached();
}
