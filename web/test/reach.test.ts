import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import { reach, Unreached } from "../src/source/reach";

beforeEach(() => void vi.useFakeTimers());

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A server that is away for so many requests; returns how many it was asked in all. */
function awayFor(requests: number): { asked: number } {
  const seen = { asked: 0 };
  vi.stubGlobal("fetch", async () => {
    if (seen.asked++ < requests) throw new TypeError("no such luck");
    return new Response("here", { status: 404 });
  });
  return seen;
}

describe("asking the server for what is to be seen", () => {
  it("asks again while the server is away, and takes the first answer, whatever it is", async () => {
    const seen = awayFor(2);
    const answer = reach("api/session");
    await vi.advanceTimersByTimeAsync(10_000);
    expect((await answer).status).toBe(404);
    expect(seen.asked).toBe(3);
  });

  it("says plainly in the end that the server does not answer", async () => {
    const seen = awayFor(100);
    const answer = reach("api/session").catch((error: Error) => error);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await answer).toBeInstanceOf(Unreached);
    expect(seen.asked).toBe(4);
  });
});
