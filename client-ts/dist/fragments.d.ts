import { type Reader } from "./bytes.js";
/** The frames of a message: itself, or its fragments one behind the other. */
export declare const fragments: (message: Uint8Array, frameBytes: number) => Uint8Array[];
/** Puts fragments together again. */
export declare class Assembler {
    readonly _messageBytes: number;
    readonly _parts: Map<number, Uint8Array<ArrayBufferLike>[]>;
    _bytes: number;
    constructor(_messageBytes: number);
    /** Takes FRAGMENT. */
    _add(id: number, bytes: Uint8Array): Uint8Array[];
    /** Takes FRAGMENT_END; the body of the message. */
    _end(id: number, input: Reader): Uint8Array;
}
