import type { BinaryCodec } from "./binary.js";
import { type Writer } from "./bytes.js";
import { ToPlain, type Whole } from "./conversion.js";
import type { Types } from "./types.js";
/** A plain value, and the type that it was converted by. */
interface Node {
    _kind: string;
    _plain: any;
}
export declare const writeZigzag: (out: Writer, value: bigint) => void;
/** Writes one value in the wide form, without references to what was written before. */
export declare class BinaryWriter extends ToPlain {
    readonly _codec: BinaryCodec;
    readonly _out: Writer;
    constructor(_codec: BinaryCodec, types: Types, what: string, _out: Writer);
    _apply(type: Whole, value: any): Node;
    /** A message: a string, bytes and boxes have a shorter form. */
    _message(node: Node | null): void;
    /** What a value is whose declared type says nothing. */
    _boxed({ _kind, _plain }: Node): Node;
    _reference(node: Node | null, out?: Writer): void;
    _string(out: Writer, text: string): void;
    _decimal(text: string): void;
    /** The class is told by the form, since modules have one type for all that are texts. */
    _text(text: string): void;
    /** A reference, a record or a constant. */
    _object(kind: string, plain: any): void;
    /** A field takes wider boxes, and the module does not tell them: the narrowest. */
    _field(node: Node | null): void;
}
export {};
