import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { reach, Unreached } from "../src/source/reach";

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A server that is away for some requests; returns a counter of all requests. */
function awayFor(requests: number): { asked: number } {
  const seen = { asked: 0 };
  vi.stubGlobal("fetch", async () => {
    if (seen.asked++ < requests) throw new TypeError("no such luck");
    return new Response("here", { status: 404 });
  });
  return seen;
}

describe("reading requests to the server", () => {
  it("are repeated while the server is away, until the first response of any kind", async () => {
    const seen = awayFor(2);
    const answer = reach("api/session");
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await answer).status).toBe(404);
    expect(seen.asked).toBe(3);
  });

  it("fail in the end with a plain message that the server does not answer", async () => {
    const seen = awayFor(100);
    const answer = reach("api/session").catch((error: Error) => error);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await answer).toBeInstanceOf(Unreached);
    expect(seen.asked).toBe(4);
  });
});
