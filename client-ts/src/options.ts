import type { TellaskError } from "./errors.ts";
import type { Limits } from "./hello.ts";
import { json } from "./json.ts";
import type { Part } from "./part.ts";
import type { SessionSettings } from "./session.ts";
import type { Credentials, Encoding, State, Transport } from "./types.ts";
import { type WebSocketClass, webSocketTransport } from "./websocket.ts";

/** All that may be chosen when a client is made. Times are milliseconds. */
export interface ConnectOptions {
  /** Who the client is; a function is asked at each connection. */
  credentials?: Credentials | (() => Credentials | undefined | Promise<Credentials | undefined>);
  /** Sends the credential over connections that others can read. */
  plaintext?: boolean;
  /** JSON unless set. */
  encoding?: Encoding;
  /** WebSocket, and long polling where that does not get through, unless set. */
  transport?: "auto" | "websocket" | "polling" | Transport;
  /** The class to use where the runtime has none, such as `WebSocket` of the package `ws` in Node 20. */
  webSocket?: WebSocketClass;
  fetch?: typeof fetch;
  /** Whether a new session is opened where one was lost; true unless set. */
  reconnect?: boolean;
  /** What happens where page and server have different contracts: lookups fail unless `"warn"`. */
  mismatch?: "fail" | "warn";
  /** Until an ask fails that has no timeout of its own; 30,000. */
  callTimeout?: number;
  /** For each transport to get the server's welcome; 5,000. */
  connectTimeout?: number;
  /** How long the first connection is tried again where the server is away; 0, which is once. */
  startTime?: number;
  /** Gives the first connection up when it is aborted. */
  signal?: AbortSignal;
  /** How long a session waits for a connection before it is lost; 30,000. */
  resumeTime?: number;
  /** After so long without a byte the server is asked for one; 30,000. */
  idleTime?: number;
  /** After so much longer the connection is given up; 15,000. */
  pingTime?: number;
  limits?: Partial<Limits>;
  /** Of `@tellask/client/parts`, for `connect` of `@tellask/client/core`; that of `@tellask/client` has all. */
  parts?: readonly Part[];
  onState?: (state: State) => void;
  /** A session was lost: what was under way has failed, references of it are dead. */
  onLost?: (error: TellaskError) => void;
  /** The session goes on over another connection, with nothing lost. */
  onResumed?: () => void;
  /** Failures that no promise tells: of callbacks without a result, and warnings. The console unless set. */
  onError?: (error: unknown) => void;
}

export const settingsOf = (options: ConnectOptions): SessionSettings => ({
  _encoding: options.encoding ?? json,
  _callMillis: options.callTimeout ?? 30_000,
  _isLenient: options.mismatch === "warn",
  _report: options.onError ?? ((error) => console.error(error)),
  _parts: Object.assign({}, ...(options.parts ?? [])),
  _published: new Map(),
});

export const transportsOf = (options: ConnectOptions, { _polling }: Part): Transport[] => {
  const { transport = "auto" } = options;
  if (typeof transport === "function") return [transport];
  const Socket = options.webSocket ?? (globalThis.WebSocket as WebSocketClass | undefined);
  const request = options.fetch ?? globalThis.fetch?.bind(globalThis);
  const transports: Transport[] = [];
  if (transport !== "polling" && Socket) transports.push(webSocketTransport(Socket));
  if (transport !== "websocket" && request && _polling) transports.push(_polling(request));
  return transports;
};
