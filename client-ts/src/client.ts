import { type Connection, openConnection } from "./connection.ts";
import { check } from "./bytes.ts";
import { type ContractView, viewOf } from "./contracts.ts";
import { AuthenticationError, DisconnectedError, TellaskError, TransportError } from "./errors.ts";
import { DEFAULT_LIMITS, Feature, type Hello } from "./hello.ts";
import type { PendingReference } from "./imports.ts";
import { type ConnectOptions, settingsOf, transportsOf } from "./options.ts";
import { need } from "./part.ts";
import { limited } from "./request.ts";
import { Session, type SessionSettings } from "./session.ts";
import { stubOf } from "./stub.ts";
import type { CallOptions, Client, Contract, Pending, State, Transport } from "./types.ts";

const FIRST_DELAY_MILLIS = 100;
const LONGEST_DELAY_MILLIS = 5_000;
/** No server has a client wait for longer. */
const MOST_SERVER_MILLIS = 60_000;
const COME_LATER = 4;

/** At random up to a limit that doubles, so that the clients of a server that was away do not come all at once. */
const delayMillis = (tries: number, serverMillis = 0): number => {
  const limit = Math.min(LONGEST_DELAY_MILLIS, FIRST_DELAY_MILLIS * 2 ** tries);
  const server = Math.min(serverMillis, MOST_SERVER_MILLIS);
  return Math.max(Math.random() * limit, server * (1 + Math.random()));
};

/** Shown in the clear only to this machine. */
const isPrivate = ({ protocol, hostname }: URL): boolean =>
  /^(https|wss):$/.test(protocol) || /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname);

/** One session after the other, each over one connection after the other. */
export class ReconnectingClient implements Client {
  state: State = "connecting";
  declare [Symbol.dispose]: () => void;
  declare [Symbol.asyncDispose]: () => Promise<void>;
  _session?: Session;
  _connection?: Connection;
  _isClosed = false;
  /** Ends the pause before the next try. */
  _wake?: () => void;
  /** Told of each state before the page is. */
  readonly _watchers = new Set<() => void>();
  readonly _settings: SessionSettings;
  readonly _transports: Transport[];

  constructor(
    readonly _url: URL,
    readonly _options: ConnectOptions,
  ) {
    this._settings = settingsOf(_options);
    this._transports = transportsOf(_options, this._settings._parts);
    for (const symbol of [Symbol.dispose, Symbol.asyncDispose]) {
      // runtimes before 2025 may lack them
      if (symbol) Object.defineProperty(this, symbol, { value: async () => this.close() });
    }
  }

  lookup<T>(name: string, contract: Contract<T>): Pending<T>;
  lookup(name: string): Promise<any>;
  lookup(name: string, contract?: Contract<any>): unknown {
    let pending: PendingReference | undefined;
    const current = (): PendingReference => {
      const session = this._session;
      if (!session) throw new DisconnectedError(`state=${this.state}; await opened()`);
      if (!pending || pending._session !== session || (pending._isSettled && !pending._import)) {
        pending = session._lookup(name, contract);
      }
      return pending;
    };
    const { _parts } = this._settings;
    if (!contract) need(_parts._announcedView, "values", "lookup without a contract");
    const view: ContractView = contract ? viewOf(contract.types, contract.contract) : viewOf({}, name);
    if (this._session) current();
    return stubOf(_parts, current, view, async () => {
      if (!this._session) await this.opened();
      const reference = current();
      await reference._ready;
      return stubOf(_parts, current, contract ? view : _parts._announcedView!(reference._import!._announced));
    });
  }

  publish<T>(name: string, contract: Contract<T>, object: T): void {
    need(this._settings._parts._incoming, "callbacks", "publish");
    this._settings._published.set(name, { _contract: contract, _object: object as object });
  }

  opened(options: CallOptions = {}): Promise<void> {
    return new Promise((resolve, reject) => {
      const look = (): void => {
        if (this.state === "open") settle();
        else if (this._isClosed) settle(new DisconnectedError(`state=${this.state}`));
      };
      const stop = limited({ timeout: this._settings._callMillis, ...options }, "no session", (error) => settle(error));
      const settle = (error?: unknown): void => {
        stop();
        this._watchers.delete(look);
        error ? reject(error) : resolve();
      };
      this._watchers.add(look);
      if (options.signal?.aborted) settle(options.signal.reason);
      else look();
    });
  }

  close(): void {
    this._finish(new DisconnectedError("client closes"));
  }

  _finish(error: TellaskError): void {
    if (this._isClosed) return;
    this._isClosed = true;
    this._session?._link._flush();
    this._connection?._close(0, "client closes");
    this._session?._end(error);
    this._session = undefined;
    this._wake?.();
    this._become("closed");
  }

  _become(state: State): void {
    if (this.state === state) return;
    this.state = state;
    for (const look of this._watchers) look();
    this._options.onState?.(state);
  }

  _lose(error: TellaskError): void {
    const session = this._session;
    if (!session) return;
    this._session = undefined;
    session._end(error);
    this._options.onLost?.(error);
    if (!this._isClosed) this._become("connecting");
  }

  /** Opens a connection by the first transport that gets through. */
  async _open(): Promise<Connection> {
    const { credentials, plaintext, limits } = this._options;
    const shown = typeof credentials === "function" ? await credentials() : credentials;
    if (shown && !plaintext && !isPrivate(this._url)) {
      throw new AuthenticationError(`${this._url.href} would show the credential; use wss, or set plaintext`);
    }
    const session = this._session;
    const hello: Hello = {
      ...DEFAULT_LIMITS,
      ...limits,
      _features:
        Feature.REFERENCES |
        Feature.PIPELINING |
        Feature.STREAMS |
        Feature.RESUME |
        Feature.DIGESTS |
        this._settings._encoding.feature,
      _token: session?._peer._token ?? new Uint8Array(0),
      _credentials: shown,
      _position: session?._link._handled ?? -1,
    };
    let failure: unknown = new TransportError("neither WebSocket nor fetch; pass one as an option");
    for (const transport of this._transports) {
      if (this._isClosed) break;
      try {
        return await openConnection(transport, this._url, hello, this._options, (answer, wire) => {
          check(answer._features & this._settings._encoding.feature, "encoding: features", answer._features);
          check(this._session === session && !this._isClosed, "state", this.state);
          const current = session ?? new Session(this._settings, hello, answer);
          current._peer._token = answer._token;
          current._link._attach(wire, session ? answer._position : 0);
          this._session = current;
          return current;
        });
      } catch (error) {
        failure = error;
        if ((error as TellaskError)._close !== undefined) break;
      }
    }
    throw failure;
  }

  /** The first connection: a server that is away, or says "later", is asked again until it is too late. */
  async _start(): Promise<void> {
    const { signal, startTime = 0, connectTimeout = 5_000 } = this._options;
    const started = Date.now();
    let abort!: () => void;
    const aborted = new Promise<never>((_, reject) => {
      abort = () => {
        reject(signal!.reason);
        this.close();
      };
    });
    signal?.addEventListener("abort", abort);
    try {
      for (let tries = 0; ; tries++) {
        try {
          signal?.throwIfAborted();
          this._connection = await Promise.race([this._open(), aborted]);
          break;
        } catch (error) {
          const { _close, _retryMillis } = error as TellaskError;
          const isAway = error instanceof TransportError || error instanceof DisconnectedError;
          const millis = delayMillis(tries, _retryMillis);
          const limit = _close === COME_LATER ? Math.max(startTime, connectTimeout) : isAway ? startTime : 0;
          if (this._isClosed || Date.now() - started + millis > limit) throw error;
          await this._pause(millis);
        }
      }
    } catch (error) {
      this.close();
      throw signal?.aborted ? signal.reason : error; // also where the pause was cut short
    } finally {
      signal?.removeEventListener("abort", abort);
    }
    this._become("open");
    this._run().catch((error) => {
      this._settings._report(error); // of a listener of the page's
      this.close();
    });
  }

  /** Keeps a connection as long as the client lives. */
  async _run(): Promise<void> {
    let tries = 0;
    while (!this._isClosed) {
      const openedAt = Date.now();
      let error = await this._connection!._ended;
      if (this._isClosed) return;
      if (Date.now() - openedAt >= FIRST_DELAY_MILLIS) tries = 0;
      if (error._close !== undefined || !this._session?._link._isResumable) this._lose(error);
      const resuming = this._session;
      const timer = setTimeout(() => this._lose(error), this._options.resumeTime ?? 30_000);
      while (!this._isClosed) {
        if (!this._session && this._options.reconnect === false) return this._finish(error);
        this._become(this._session ? "resuming" : "connecting");
        await this._pause(delayMillis(tries++, error._retryMillis));
        if (this._isClosed) break;
        try {
          this._connection = await this._open();
          break;
        } catch (failure) {
          error = failure instanceof TellaskError ? failure : new TransportError(String(failure), failure);
          if (error instanceof AuthenticationError) {
            this._lose(error);
            this._finish(error);
          } else if (error._close !== undefined && error._close !== COME_LATER) {
            if (this._session) tries = 0; // the server is there: a new session need not wait
            this._lose(error);
          }
        }
      }
      clearTimeout(timer);
      if (this._isClosed) return;
      this._become("open");
      if (resuming && resuming === this._session) this._options.onResumed?.();
    }
  }

  _pause(millis: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, millis);
      this._wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
