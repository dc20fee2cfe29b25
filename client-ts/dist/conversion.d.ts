import type { TypeExpression, Types } from "./types.js";
export declare const MOST_LEVELS = 500;
/** A kind or the name of a type, and its arguments. */
export type Whole = readonly [string, ...TypeExpression[]];
/**
 * Both directions of the table in docs/CODEC_TEXT.md: values of JavaScript become plain ones, which JSON and CBOR can
 * write, by the types of a generated module, and back.
 */
export declare abstract class Conversion {
    readonly _types: Types;
    readonly _what: string;
    /** Where in the value the conversion is. */
    readonly _path: unknown[];
    constructor(_types: Types, _what: string);
    /** Converts a value, or the part of one that `key` names in errors. */
    _convert(type: TypeExpression, value: unknown, owner?: Whole, key?: string | number): any;
    abstract _apply(type: Whole, value: any): unknown;
    /** The type `own` with its arguments, which is `type` or among those that `type` permits. */
    _permitted(type: Whole, own: string): Whole | undefined;
    /** Converts the fields of `value`, a record of class `own` where `type` is declared, into those of `made`. */
    _fields(type: Whole, own: string, value: any, made: Record<string, unknown>): object;
    _fail(problem: string): never;
}
/** An actor or a stream within a value, by its place in the list of references. */
export interface Passed {
    _value: object;
    /** The contract's name, or the type of a stream's items. */
    _contract?: string;
    _items?: TypeExpression;
    _types: Types;
}
export declare const ANY: Whole;
export declare const isStream: (value: unknown) => value is AsyncIterable<unknown>;
/** From JavaScript to plain values. Actors and streams that are met are listed in `_passed`. */
export declare class ToPlain extends Conversion {
    readonly _isText: boolean;
    /** Whether a value of type `any` is a reference. */
    readonly _isStub: (value: object) => boolean;
    readonly _passed: Passed[];
    constructor(types: Types, what: string, _isText: boolean, 
    /** Whether a value of type `any` is a reference. */
    _isStub: (value: object) => boolean);
    _apply(type: Whole, value: any): unknown;
    _pass(value: object, more?: Partial<Passed>): unknown;
    _named(whole: Whole, value: any): unknown;
}
