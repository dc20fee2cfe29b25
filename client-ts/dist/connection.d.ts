import { type TellaskError } from "./errors.js";
import { type Hello } from "./hello.js";
import type { Session } from "./session.js";
import type { Transport, Wire } from "./types.js";
/** A connection whose introduction is done. */
export interface Connection {
    _wire: Wire;
    /** When it has ended, and why. */
    _ended: Promise<TellaskError>;
    /** Says goodbye, lets it leave, and ends. */
    _close(code: number, reason: string): void;
}
/** How long the parts of a connection's life may take, in milliseconds. */
export interface Times {
    _connect: number;
    _idle: number;
    _ping: number;
}
/**
 * Opens a connection and introduces this side. `welcome` is told of the answer, and attaches the session that the
 * connection is for.
 */
export declare const openConnection: (transport: Transport, url: URL, hello: Hello, times: Times, welcome: (answer: Hello, wire: Wire) => Session) => Promise<Connection>;
