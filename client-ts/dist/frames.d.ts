import { Writer } from "./bytes.js";
/** Kinds of frames, PROTOCOL.md "Frames". */
export declare const enum Kind {
    HELLO = 1,
    WELCOME = 2,
    CLOSE = 3,
    PING = 4,
    PONG = 5,
    ACK = 6,
    LOOKUP = 8,
    CONTRACT = 9,
    SCHEMA = 10,
    CREDIT = 11,
    RELEASE = 12,
    RELEASED = 13,
    TELL = 16,
    ASK = 17,
    OPEN = 18,
    ANSWER = 19,
    ANSWER_NULL = 20,
    ANSWER_REFERENCE = 21,
    FAILURE = 22,
    REQUEST = 23,
    CANCEL = 24,
    ITEM = 25,
    ITEM_REFERENCE = 27,
    END = 28,
    FRAGMENT = 30,
    FRAGMENT_END = 31,
    /** Set on a frame with a list of references. */
    REFERENCES = 64,
    /** Set on an ask with a deadline of its own. */
    DEADLINE = 128
}
/** One frame: three bytes of length, the kind, the body. */
export declare const frame: (kind: number, body: (out: Writer) => unknown) => Uint8Array;
/** Fills in the header of what was written behind four bytes of room. */
export declare const finished: (out: Writer, kind: number) => Uint8Array;
export declare const concat: (parts: Uint8Array[]) => Uint8Array;
/** Cuts bytes of a connection into frames; keeps the part of a frame that has come. */
export declare const frameParser: (frameBytes: number, take: (kind: number, body: Uint8Array) => void) => (bytes: Uint8Array) => void;
