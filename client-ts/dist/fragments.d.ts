import { type Reader } from "./bytes.js";
/** The frames of a message: itself, or its fragments one behind the other. */
export declare const fragments: (message: Uint8Array, frameBytes: number) => Uint8Array[];
/** A message that is being assembled. */
interface Partial {
    _parts: Uint8Array[];
    _bytes: number;
}
/** Puts fragments together again. What a server sends in crumbs takes memory, too: each part counts 64 bytes more than it has. */
export declare class Assembler {
    readonly _messageBytes: number;
    readonly _partials: Map<number, Partial>;
    _counted: number;
    constructor(_messageBytes: number);
    /** Takes FRAGMENT. */
    _add(id: number, bytes: Uint8Array): Partial;
    /** Takes FRAGMENT_END; the body of the message. */
    _end(id: number, input: Reader): Uint8Array;
}
export {};
