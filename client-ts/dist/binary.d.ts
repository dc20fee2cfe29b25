import { type Reader, type Writer } from "./bytes.js";
import { BinaryWriter } from "./binary-writer.js";
import { type Descriptor } from "./descriptor.js";
import { type Passed } from "./conversion.js";
import type { SessionCodec } from "./part.js";
import type { Session } from "./session.js";
import type { Encoding, MethodDescription, TypeExpression, Types } from "./types.js";
/** The codec of one session: the classes that either side has described. */
declare class BinaryCodec implements SessionCodec {
    readonly _session: Session;
    readonly _schemas: Map<number, Descriptor>;
    _schemaBytes: number;
    /** Classes that this side has described, by the table that it knows them from. */
    readonly _described: Map<import("./types.ts").TypeDescription, number>;
    constructor(_session: Session);
    _learn(id: number, body: Uint8Array): void;
    /** The number of a class, which is described first if it was not. */
    _idOf(type: Types[string], describe: () => Uint8Array): number;
    _arguments(out: Writer, { name, signature, parameters }: MethodDescription, types: Types, args: unknown[]): Passed[];
    _result(out: Writer, signature: string, type: TypeExpression, types: Types, value: unknown, what: string): Passed[];
    _write(to: BinaryWriter, form: string, isArgument: boolean, node: any): void;
    _readArgument(input: Reader, signature: string, place: number): unknown;
    _readResult(input: Reader, signature: string, type: TypeExpression): unknown;
    _value(input: Reader): unknown;
    _isPrimitive(form: string): boolean;
    _primitive(input: Reader, form: string): unknown;
}
/**
 * Values as Java's sessions have them. `connect(url, { encoding: binary })`.
 * Values that the generated module does not tell enough of are refused; see BROWSER_CLIENT.md.
 */
export declare const binary: Encoding;
export type { BinaryCodec };
