export declare const utf8: (text: string) => Uint8Array;
export declare const textOf: (bytes: Uint8Array) => string;
/** Throws the error that closes a connection unless all is well: `what: field`, and the value that is wrong. */
export declare function check(isWell: unknown, what: string, value?: unknown): asserts isWell;
export declare const isObject: (value: unknown) => value is object;
/** Bytes that grow. */
export declare class Writer {
    _bytes: Uint8Array<ArrayBuffer>;
    _length: number;
    /** Where the part of a call begins that takes credit, behind the header of its frame. */
    _start: number;
    /** Makes room and returns where it begins. */
    _room(bytes: number): number;
    _byte(value: number): this;
    _int(value: number): this;
    /** Numbers without a sign, up to 2^53 - 1. */
    _varint(...values: number[]): this;
    _raw(bytes: Uint8Array): this;
    _block(bytes: Uint8Array): this;
    _text(text: string | null): this;
    _done(): Uint8Array;
}
/** Reads what a {@link Writer} wrote; a body that is too short is a {@link ProtocolError}. */
export declare class Reader {
    readonly _bytes: Uint8Array;
    _at: number;
    constructor(_bytes: Uint8Array);
    get _left(): number;
    _raw(length: number): Uint8Array;
    _byte(): number;
    _int(): number;
    _varint(): number;
    _block(): Uint8Array | null;
    _text(): string | null;
}
