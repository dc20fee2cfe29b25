import { type Connection } from "./connection.js";
import { TellaskError } from "./errors.js";
import { type ConnectOptions } from "./options.js";
import { Session, type SessionSettings } from "./session.js";
import type { CallOptions, Client, Contract, Pending, State, Transport } from "./types.js";
/** One session after the other, each over one connection after the other. */
export declare class ReconnectingClient implements Client {
    readonly _url: URL;
    readonly _options: ConnectOptions;
    state: State;
    [Symbol.dispose]: () => void;
    [Symbol.asyncDispose]: () => Promise<void>;
    _session?: Session;
    _connection?: Connection;
    _isClosed: boolean;
    /** Ends the pause before the next try. */
    _wake?: () => void;
    /** Told of each state before the page is. */
    readonly _watchers: Set<() => void>;
    readonly _settings: SessionSettings;
    readonly _transports: Transport[];
    constructor(_url: URL, _options: ConnectOptions);
    lookup<T>(name: string, contract: Contract<T>): Pending<T>;
    lookup(name: string): Promise<any>;
    publish<T>(name: string, contract: Contract<T>, object: T): void;
    opened(options?: CallOptions): Promise<void>;
    close(): void;
    _finish(error: TellaskError): void;
    _become(state: State): void;
    _lose(error: TellaskError): void;
    /** Opens a connection by the first transport that gets through. */
    _open(): Promise<Connection>;
    /** The first connection: a server that is away, or says "later", is asked again until it is too late. */
    _start(): Promise<void>;
    /** Keeps a connection as long as the client lives. */
    _run(): Promise<void>;
    _pause(millis: number): Promise<void>;
}
