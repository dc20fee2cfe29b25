import { BinaryInput } from "./binary-input.js";
import type { Reader } from "./bytes.js";
import { type Descriptor, type Field } from "./descriptor.js";
/** Reads a message of docs/CODEC_FORMAT.md in the scope of a session, in its wide form, as a plain value. */
export declare class BinaryReader extends BinaryInput {
    readonly _schemas: ReadonlyMap<number, Descriptor>;
    readonly _objects: unknown[];
    _isTracked: boolean;
    _level: number;
    constructor(input: Reader, _schemas: ReadonlyMap<number, Descriptor>);
    _message(): unknown;
    _reference(): any;
    _body(head: number): any;
    /** Gives an object its number before its parts are read. */
    _share<T>(made: T): T;
    _back(): unknown;
    /** What takes its number before it is known. */
    _wrapped(read: () => unknown): unknown;
    _slot(): unknown;
    _elements(made: unknown[]): unknown[];
    /** An object of its entries where all keys are strings. */
    _entries(made: Record<string, unknown>): unknown;
    _order(): void;
    _set(isSorted?: boolean): unknown;
    _list(isSorted?: boolean): unknown;
    _map(isSorted?: boolean): unknown;
    _array(read: () => unknown): unknown;
    _type(): void;
    _primitives(bytes: number, read: () => unknown): unknown;
    _bytes(): Uint8Array;
    _decimal(): string;
    _builtIn(head: number): any;
    _rare(type: number): unknown;
    _described(id: number): unknown;
    _exception(made: Record<string, unknown>): void;
    /** What hooks wrote: the fields are taken, the rest is read and dropped. */
    _items(fields: Field[], made: Record<string, unknown>): void;
    _fields(fields: Field[], made: Record<string, unknown>): void;
}
