import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

import type { ServerMessage, FeedSegment } from "../src/protocol/messages";
import { openLine } from "../src/source/line";
import { madeUpSession } from "./made_up_feed";

/** A browser's WebSocket with the test at its other end. */
class FakeSocket {
  static readonly OPEN = 1;
  static all: FakeSocket[] = [];
  readyState = 0;
  sent: string[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: () => void;

  constructor(readonly address: URL) {
    FakeSocket.all.push(this);
  }
  send(text: string): void {
    this.sent.push(text);
  }
  close(): void {
    this.readyState = 3;
    this.onclose?.();
  }
  open(next: number): void {
    this.readyState = 1;
    this.onopen?.();
    this.say({ type: "hello", session: madeUpSession(next), pace: null });
  }
  say(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

const steps = (from_step: number, to_step: number): ServerMessage => ({ type: "steps", from_step, to_step, events: [], marks: [] });
const segment = async (from: number, to: number): Promise<FeedSegment> => ({ from_step: from, to_step: to, scene: { step: from, people: [], objects: {}, talks: [] }, events: [] });
const newest = () => FakeSocket.all.at(-1) as FakeSocket;

beforeEach(() => {
  vi.useFakeTimers();
  FakeSocket.all = [];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("document", { baseURI: "https://town.example/watch/" });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("the connection to the server", () => {
  it("passes on every step once and in order, including those missed while disconnected", async () => {
    const heard: [number, number][] = [];
    openLine((message) => message.type === "steps" && heard.push([message.from_step, message.to_step]), segment);
    newest().open(100);
    newest().say(steps(100, 103));
    await vi.advanceTimersByTimeAsync(0);
    newest().close();
    await vi.advanceTimersByTimeAsync(400);
    newest().open(150);
    newest().say(steps(150, 151));
    newest().say(steps(150, 151));
    newest().say(steps(151, 152));
    await vi.advanceTimersByTimeAsync(0);
    expect(heard).toEqual([[100, 103], [103, 150], [150, 151], [151, 152]]);
  });

  it("reconnects with growing waits, which start again after a connection", async () => {
    openLine(() => undefined, segment);
    const waits: number[] = [];
    for (let time = 0; time < 4; time++) {
      const before = FakeSocket.all.length;
      newest().close();
      let waited = 0;
      for (; FakeSocket.all.length === before; waited += 100) await vi.advanceTimersByTimeAsync(100);
      waits.push(waited);
    }
    expect(waits).toEqual([300, 600, 1200, 2400]);
    newest().open(5);
    newest().close();
    await vi.advanceTimersByTimeAsync(300);
    expect(FakeSocket.all.length).toBe(6);
  });

  it("reports a broken connection once, and again only after a new connection", async () => {
    const lost = vi.fn();
    openLine(() => undefined, segment, lost);
    for (let time = 0; time < 3; time++) {
      newest().close();
      await vi.advanceTimersByTimeAsync(10_000);
    }
    expect(lost).toHaveBeenCalledTimes(1);
    newest().open(5);
    newest().close();
    expect(lost).toHaveBeenCalledTimes(2);
  });

  it("starts again if the server comes back with another run", async () => {
    const heard: [number, number][] = [];
    openLine((message) => message.type === "steps" && heard.push([message.from_step, message.to_step]), segment);
    newest().open(100);
    newest().say({ type: "hello", session: { ...madeUpSession(40), file: "made-up-fork1.townlet" }, pace: null });
    newest().say(steps(40, 41));
    await vi.advanceTimersByTimeAsync(0);
    expect(heard).toEqual([[40, 41]]);
  });

  it("keeps messages while disconnected, and connects to the page's own server", async () => {
    const line = openLine(() => undefined, segment);
    line.send({ type: "step" });
    expect(newest().sent).toEqual([]);
    newest().open(5);
    expect(newest().sent).toEqual(['{"type":"step"}']);
    expect(String(newest().address)).toBe("wss://town.example/watch/ws");
  });
});
