import { type TellaskError } from "./errors.js";
import { type Hello } from "./hello.js";
import type { ConnectOptions } from "./options.js";
import type { Session } from "./session.js";
import type { Transport, Wire } from "./types.js";
/** A connection whose introduction is done. */
export interface Connection {
    /** When it has ended, and why. */
    _ended: Promise<TellaskError>;
    /** Says goodbye, lets it leave, and ends. */
    _close(code: number, reason: string): void;
}
/**
 * Opens a connection and introduces this side. `welcome` is told of the answer, and attaches the session that the
 * connection is for.
 */
export declare const openConnection: (transport: Transport, url: URL, hello: Hello, { connectTimeout, idleTime, pingTime }: ConnectOptions, welcome: (answer: Hello, wire: Wire) => Session) => Promise<Connection>;
