import type { ClientMessage, ServerMessage, FeedSegment, SessionInfo } from "../protocol/messages";

/** The WebSocket to the server. It reconnects by itself for as long as the page is open. */
export interface Line {
  /** Sends a message; without a connection the message waits until there is one. */
  send(message: ClientMessage): void;
  /** Connects to another run, at the page's present address; its events are known up to its next step. */
  restart(opened: SessionInfo): void;
}

const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 8000;

/** How many messages may wait for a connection. Older ones are dropped: they would no longer be what the user wants. */
const WAITING = 20;

/**
 * Opens the connection, and reopens it with exponential back-off whenever it breaks. Steps missed meanwhile are fetched
 * and passed on before newer ones, so that listeners get every step once and in order. `lost` is called when the
 * connection breaks or cannot be opened: once, not for every retry.
 */
export function openLine(
  hear: (message: ServerMessage) => void,
  segment: (from: number, to: number) => Promise<FeedSegment>,
  lost: () => void = () => undefined,
): Line {
  let broken = false;
  let socket: WebSocket | undefined;
  let wait = FIRST_WAIT_MS;
  let known = -1;
  let watched = "";
  let waiting: ClientMessage[] = [];
  let order: Promise<void> = Promise.resolve();

  async function take(message: ServerMessage, from: WebSocket): Promise<void> {
    if (from !== socket) return;
    if (message.type === "hello") begin(message.session);
    if (message.type === "steps") {
      if (message.from_step > known) await mend(message.from_step);
      if (message.to_step <= known) return;
      known = message.to_step;
    }
    hear(message);
  }

  function begin({ run, file, next_step }: SessionInfo): void {
    if (watched === `${run} ${file}`) return;
    watched = `${run} ${file}`;
    known = next_step;
  }

  async function mend(to: number): Promise<void> {
    const missed = await segment(known, to);
    hear({ type: "steps", from_step: known, to_step: missed.to_step, events: missed.events, marks: [] });
    known = missed.to_step;
  }

  function connect(): void {
    const address = new URL("ws", document.baseURI);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const opened = new WebSocket(address);
    socket = opened;
    socket.onopen = () => {
      broken = false;
      wait = FIRST_WAIT_MS;
      waiting.splice(0).forEach((message) => socket?.send(JSON.stringify(message)));
    };
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(String(data)) as ServerMessage;
      order = order.then(() => take(message, opened)).catch(() => opened.close());
    };
    socket.onclose = () => {
      if (opened !== socket) return;
      if (!broken) lost();
      broken = true;
      setTimeout(connect, wait);
      wait = Math.min(LONGEST_WAIT_MS, wait * 2);
    };
  }

  connect();
  return {
    send(message) {
      if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
      else waiting = [...waiting, message].slice(-WAITING);
    },
    restart(session) {
      begin(session);
      const left = socket;
      connect();
      left?.close();
    },
  };
}
