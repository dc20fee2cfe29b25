import { type ConnectOptions } from "./options.js";
import { Session, type SessionSettings } from "./session.js";
import type { Client, Contract, Pending, Wire } from "./types.js";
/** The side that plays the server: publishes objects, and may look up what the client publishes. */
export declare class TestServer {
    readonly _settings: SessionSettings;
    _session?: Session;
    _wire?: Wire;
    constructor(options: ConnectOptions);
    /** Lets the client look an object up. */
    publish<T>(name: string, contract: Contract<T>, object: T): void;
    /** A reference to what the client has published under a name. */
    lookup<T>(name: string, contract: Contract<T>): Pending<T>;
    lookup(name: string): Promise<any>;
    /** Ends the connection as a network does that breaks; the client connects anew. */
    cut(): void;
    /** Takes one connection. */
    _accept(wire: Wire): (bytes: Uint8Array) => void;
    _gone(): void;
}
/**
 * A client and its server, joined: publish objects at one side, look them up at the other. Values travel as they do over a
 * network.
 */
export declare const pair: (options?: ConnectOptions) => Promise<{
    client: Client;
    server: TestServer;
}>;
