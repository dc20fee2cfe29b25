import { type Reader } from "./bytes.js";
import { type Kind } from "./frames.js";
import type { Credentials } from "./types.js";
/** What a side takes: the part of the introduction that both sides have in the same form. */
export interface Limits {
    /** The longest frame, header included. */
    frameBytes: number;
    /** The longest message, fragments put together. */
    messageBytes: number;
    /** Calls, and their bytes, that may wait at each reference. */
    creditMessages: number;
    creditBytes: number;
    /** Unanswered asks. */
    callsInFlight: number;
}
export declare const DEFAULT_LIMITS: Limits;
/** What HELLO and WELCOME say. */
export interface Hello extends Limits {
    _features: number;
    _token: Uint8Array;
    _credentials?: Credentials;
    /** How far the sender has handled the session that goes on; -1 for a new one. */
    _position: number;
}
/** The wide form of binary values, references with any message, pipelining, streams as arguments, resuming, digests behind contracts. */
export declare const enum Feature {
    WIDE = 1,
    REFERENCES = 2,
    PIPELINING = 4,
    STREAMS = 8,
    RESUME = 32,
    CBOR = 64,
    JSON = 128,
    DIGESTS = 256
}
export declare const helloFrame: (kind: Kind, hello: Hello) => Uint8Array;
export declare const readHello: (input: Reader) => Hello;
