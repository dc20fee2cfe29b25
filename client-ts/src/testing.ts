/** For tests of pages: a client and its other side in one process, without a server. */
import { ReconnectingClient } from "./client.ts";
import { check, Reader } from "./bytes.ts";
import { announcedView, viewOf } from "./contracts.ts";
import { DisconnectedError } from "./errors.ts";
import { frame, frameParser, Kind } from "./frames.ts";
import { DEFAULT_LIMITS, helloFrame, readHello } from "./hello.ts";
import { type ConnectOptions, settingsOf } from "./options.ts";
import { callbacks, streams, values } from "./parts.ts";
import { Session, type SessionSettings } from "./session.ts";
import { stubOf } from "./stub.ts";
import type { Client, Contract, Pending, Transport, Wire, WireEvents } from "./types.ts";

const PARTS = [values, streams, callbacks];

/** The side that plays the server: publishes objects, and may look up what the client publishes. */
export class TestServer {
  readonly _settings: SessionSettings;
  _session?: Session;
  _wire?: Wire;

  constructor(options: ConnectOptions) {
    this._settings = { ...settingsOf({ ...options, parts: PARTS }), _published: new Map() };
  }

  /** Lets the client look an object up. */
  publish<T>(name: string, contract: Contract<T>, object: T): void {
    this._settings._published.set(name, { _contract: contract, _object: object as object });
  }

  /** A reference to what the client has published under a name. */
  lookup<T>(name: string, contract: Contract<T>): Pending<T>;
  lookup(name: string): Promise<any>;
  lookup(name: string, contract?: Contract<any>): unknown {
    if (!this._session) throw new DisconnectedError(`lookup: name=${name}, there is no session; connect first`);
    const pending = this._session._lookup(name, contract);
    const view = contract ? viewOf(contract.types, contract.contract) : viewOf({}, name);
    const settled = async () => {
      await pending._ready;
      const reference = pending._import!;
      return stubOf(this._settings._parts, () => reference, contract ? view : announcedView(reference._announced));
    };
    return stubOf(this._settings._parts, () => pending, view, settled);
  }

  /** Ends the connection as a network does that breaks; the client connects anew. */
  cut(): void {
    this._wire?.close();
  }

  /** Takes one connection. */
  _accept(wire: Wire): (bytes: Uint8Array) => void {
    let session: Session | undefined;
    const parse = frameParser(DEFAULT_LIMITS.frameBytes, (kind, body) => {
      if (session && kind !== Kind.CLOSE) return session._link._frame(kind, body);
      if (session) return session._end(new DisconnectedError("session: the client closes"));
      check(kind === Kind.HELLO, "kind", kind);
      const hello = readHello(new Reader(body));
      const own = { ...hello, ...DEFAULT_LIMITS, _token: new Uint8Array(0), _position: -1 };
      wire.send(helloFrame(Kind.WELCOME, own));
      session = this._session = new Session(this._settings, DEFAULT_LIMITS, hello);
      this._wire = wire;
      session._link._attach(wire, 0);
    });
    return (bytes) => {
      try {
        parse(bytes);
      } catch (error) {
        wire.send(frame(Kind.CLOSE, (out) => out._varint(1)._text((error as Error).message)));
        wire.close();
      }
    };
  }

  _gone(): void {
    this._session?._end(new DisconnectedError("session: its connection ended"));
  }
}

/** Carries bytes from task to task, so that nothing runs within a call. */
const joined =
  (server: TestServer): Transport =>
  (_, events: WireEvents) => {
    let isOver = false;
    const later = (act: () => void): void => queueMicrotask(() => isOver || act());
    const end = (): void => {
      queueMicrotask(() => {
        if (isOver) return;
        isOver = true;
        server._gone();
        events.ended("memory: closed");
      });
    };
    const take = server._accept({
      send: (bytes) => later(() => events.bytes(bytes)),
      close: end,
    });
    later(() => events.open());
    return { send: (bytes) => later(() => take(bytes)), close: end };
  };

/**
 * A client and its server, joined: publish objects at one side, look them up at the other. Values travel as they do over a
 * network.
 */
export const pair = async (options: ConnectOptions = {}): Promise<{ client: Client; server: TestServer }> => {
  const server = new TestServer(options);
  const client = new ReconnectingClient(new URL("memory://localhost/pair"), { ...options, parts: PARTS, transport: joined(server) });
  await client._start();
  return { client, server };
};
