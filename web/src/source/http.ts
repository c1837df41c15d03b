import type { ClientMessage, ServerMessage, FeedSegment, SessionInfo } from "../protocol/messages";
import { type Line, openLine } from "./line";
import { reach, unreached } from "./reach";
import type { Source } from "./source";

/** An error response of the server. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/**
 * The source of a page from a server. All addresses are relative to the page. `lost` is called each time the connection
 * breaks; once it is restored, the server sends a hello.
 */
export function httpSource(lost: () => void = () => undefined): Source {
  const listeners = new Set<(message: ServerMessage) => void>();
  let line: Line | undefined;
  const hear = (message: ServerMessage) => listeners.forEach((listener) => listener(message));

  return {
    can: { command: true, ask: true, retrieve: true },
    spans: [],
    session: () => get("session"),
    town: () => get("town"),
    file: (path) => `api/town/files/${path.split("/").map(encodeURIComponent).join("/")}`,
    segment: (from_step, to_step) => get("reel", { from_step, to_step }),
    story: () => get("story"),
    search: (query, limit) => get("search", { query, limit }),
    marks: (from_step, to_step) => get("marks", { from_step, to_step }),
    person: (name, at) => get(person(name), { at }),
    plans: (name, at) => get(person(name, "plans"), { at }),
    memories: (name, at, which) => get(person(name, "memories"), { at, ...which }),
    retrieval: (name, at, query, limit) => get(person(name, "retrieval"), { at, query, limit }),
    reflections: (name, at) => get(person(name, "reflections"), { at }),
    ties: (at, name) => (name === undefined ? get("ties", { at }) : get(person(name, "ties"), { at })),
    talks: (name, at) => get(person(name, "talks"), { at }),
    talk: (id, at) => get(`talks/${encodeURIComponent(id)}`, { at }),
    calls: (name, around) => get(person(name, "calls"), { around }),
    call: (id) => get(`calls/${inPath(id)}`),
    origin: (memory) => get(`memories/${inPath(memory)}/origin`),
    thing: (address, at) => get("things", { address, at }),
    ask: (person, persona, question, at) => post("ask", { person, persona, question, at }),
    fork: async (at) => {
      const session = await post<SessionInfo>("fork", { at });
      // From here on every relative address leads to the fork, also after a reload of the page.
      history.replaceState(null, "", `${rootOf(location.pathname)}${session.path}${location.hash}`);
      line?.restart(session);
      return session;
    },
    whatIf: (request) => post("what-if", request),
    listen(heard) {
      listeners.add(heard);
      line ??= openLine(hear, (from, to) => get<FeedSegment>("reel", { from_step: from, to_step: to }), lost);
      return () => void listeners.delete(heard);
    },
    send: (message: ClientMessage) => line?.send(message),
  };
}

/** The path of the server's first page, from that of any of its runs. */
export function rootOf(path: string): string {
  return path.replace(/(runs\/[^/]+\/)?[^/]*$/, "");
}

type Query = Record<string, string | number | undefined>;

export async function get<T>(path: string, query: Query = {}): Promise<T> {
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const fields = new URLSearchParams(given.map(([key, value]) => [key, String(value)]));
  return answer<T>(await reach(`api/${path}${given.length ? `?${fields}` : ""}`));
}

export async function post<T>(path: string, body: object): Promise<T> {
  const headers = { "content-type": "application/json" };
  return answer<T>(await fetch(`api/${path}`, { method: "POST", headers, body: JSON.stringify(body) }).catch(unreached));
}

async function answer<T>(response: Response): Promise<T> {
  if (response.ok) return (await response.json()) as T;
  const body = (await response.json().catch(() => ({}))) as { detail?: unknown };
  const why = typeof body.detail === "string" ? body.detail : `The server answered ${response.status}.`;
  throw new Refused(response.status, why);
}

function person(name: string, part = ""): string {
  return `people/${encodeURIComponent(name)}${part && `/${part}`}`;
}

function inPath(id: string): string {
  return id.split("/").map(encodeURIComponent).join("/");
}
