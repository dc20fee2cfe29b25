import type { TypeExpression, Types } from "./types.js";
/**
 * Both directions of the table in docs/CODEC_TEXT.md: values of JavaScript become plain ones, which JSON and CBOR can
 * write, by the types of a generated module, and back.
 */
export declare abstract class Conversion {
    readonly _types: Types;
    readonly _what: string;
    /** Where in the value the conversion is. */
    readonly _path: (string | number)[];
    constructor(_types: Types, _what: string);
    /** Converts a part of the value, which `key` names in errors. */
    _part(key: string | number, type: TypeExpression, value: unknown, generics?: readonly TypeExpression[]): unknown;
    abstract _convert(type: TypeExpression, value: unknown, generics?: readonly TypeExpression[]): unknown;
    _fail(problem: string): never;
}
export declare const MOST_LEVELS = 500;
/** Replaces the parameters `$0`, `$1` of a generic record. */
export declare const substitute: (type: TypeExpression, generics?: readonly TypeExpression[]) => TypeExpression;
/** An actor or a stream within a value, by its place in the list of references. */
export interface Passed {
    _value: object;
    /** The contract's name, or the type of a stream's items. */
    _contract?: string;
    _items?: TypeExpression;
    _types: Types;
}
/** What stands for a reference in JavaScript: a stub, or what is to be exported. */
export declare const isObject: (value: unknown) => value is object;
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
    _convert(type: TypeExpression, value: any, generics?: readonly TypeExpression[]): unknown;
    _misfit(type: string): never;
    _compound([kind, first, second, ...more]: readonly TypeExpression[], value: any): unknown;
    _map(value: any, key: TypeExpression, type: TypeExpression): unknown;
    _pass(passed: Passed): unknown;
    _named(type: string, value: any, generics?: readonly TypeExpression[]): unknown;
    /** A value whose declared type says nothing, `Object` in Java. */
    _any(value: any): unknown;
}
export declare const unescaped: (key: string) => string;
