import { Conversion, type Whole } from "./conversion.js";
import type { TypeExpression, Types } from "./types.js";
/** From plain values to JavaScript's. */
export declare class FromPlain extends Conversion {
    /** Objects that `@ref` may mean; empty where nothing is shared. */
    readonly _shared: Map<unknown, unknown>;
    /** The reference at a place of the message's list. */
    readonly _remote: (place: number, type: TypeExpression) => unknown;
    /** What was made of an object that more than one place refers to. */
    readonly _made: Map<unknown, unknown>;
    constructor(types: Types, what: string, 
    /** Objects that `@ref` may mean; empty where nothing is shared. */
    _shared: Map<unknown, unknown>, 
    /** The reference at a place of the message's list. */
    _remote: (place: number, type: TypeExpression) => unknown);
    _apply(type: Whole, plain: any): unknown;
    _plain(primitive: string, body: any): unknown;
    /** Notes what is made of an object before its parts are: they may refer to it. */
    _make<T>(plain: unknown, made: T): T;
    _named(type: Whole, plain: any, body: any): unknown;
    _any(plain: any): unknown;
}
