import { type Reader } from "./bytes.js";
import { ContractMismatchError } from "./errors.js";
import type { MethodDescription, TypeExpression, Types } from "./types.js";
/** A contract as this side sees it: from a generated module, or made of what the other side announced. */
export interface ContractView {
    readonly _name: string;
    /** Not there where nothing is known yet. */
    readonly _methods?: readonly MethodDescription[];
    readonly _types: Types;
    readonly _digest?: string;
}
/** A contract as the other side announced it. */
export interface Announced {
    readonly _name: string;
    readonly _signatures: string[];
    /** 16 digits, or none. */
    readonly _digest: string;
}
export declare const STREAM_CONTRACT = "java.util.concurrent.Flow$Publisher";
export declare const STREAM_SIGNATURE = "items()java.util.concurrent.Flow$Publisher";
/** The contract of a stream that is an argument: its one method. */
export declare const streamView: (items: TypeExpression, types: Types) => ContractView;
export declare const viewOf: (types: Types, name: string) => ContractView;
export declare const readAnnounced: (input: Reader) => Announced;
/** `int,java.util.Map<K,V>` without what stands in angle brackets. */
export declare const erased: (types: string) => string;
/** The view without a generated module: methods by their signatures, values as they are in JSON. */
export declare const announcedView: (announced: Announced) => ContractView;
/** What does not fit between page and server; undefined where all does. */
export declare const mismatch: (view: ContractView, announced: Announced) => ContractMismatchError | undefined;
