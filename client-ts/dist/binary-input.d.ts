import type { Reader } from "./bytes.js";
/** Zigzag of up to 64 bits. */
export declare const zigzag: (input: Reader) => bigint;
export declare const integerOf: (bytes: Uint8Array) => bigint;
/** The numbers and strings of docs/CODEC_FORMAT.md. */
export declare class BinaryInput {
    readonly _input: Reader;
    /** Whether numbers have their full width. */
    _isWide: boolean;
    constructor(_input: Reader);
    _fail(problem: string): never;
    _count(least?: number): number;
    _number(bytes: number, isFloat?: boolean): number;
    _long(): bigint;
    _int(): number;
    _char(): string;
    _zigzag(): number;
    /** A string behind its first varint. */
    _string(first: number): string;
}
