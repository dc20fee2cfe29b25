import { Reader, type Writer } from "./bytes.js";
import { type Answer, Calls } from "./calls.js";
import { type TellaskError } from "./errors.js";
import { Assembler } from "./fragments.js";
import { Kind } from "./frames.js";
import { type Hello, type Limits } from "./hello.js";
import { PendingReference } from "./imports.js";
import type { Incoming } from "./incoming.js";
import { Link } from "./link.js";
import { type Part, type SessionCodec } from "./part.js";
import { type Place, References } from "./references.js";
import type { Contract, Encoding, TypeExpression, Types } from "./types.js";
/** What all sessions of a client have in common. */
export interface SessionSettings {
    readonly _encoding: Encoding;
    /** Milliseconds until an ask fails that has no timeout of its own. */
    readonly _callMillis: number;
    /** Whether other digests are told rather than refused. */
    readonly _isLenient: boolean;
    readonly _report: (error: unknown) => void;
    readonly _parts: Part;
    /** What may be looked up here. */
    readonly _published: Map<string, {
        _contract: Contract<any>;
        _object: object;
    }>;
}
/** Both directions of one session behind the introduction: takes frames, and hands each to the part that it is for. */
export declare class Session {
    readonly _settings: SessionSettings;
    readonly _own: Limits;
    readonly _peer: Hello;
    readonly _link: Link;
    readonly _encoding: Encoding;
    readonly _codec?: SessionCodec;
    readonly _calls: Calls;
    /** Calls of the other side; not where the page takes none. */
    readonly _incoming?: Incoming;
    readonly _references: References;
    readonly _assembler: Assembler;
    /** Of all contracts that were announced. */
    _contractBytes: number;
    /** Why it is over. */
    _isOver?: TellaskError;
    constructor(_settings: SessionSettings, _own: Limits, _peer: Hello);
    _frame(kind: Kind, body: (out: Writer) => unknown): void;
    /** Sends a whole message, in fragments where it is too long for one frame. */
    _message(message: Uint8Array): void;
    /** A reference to what the other side has published under a name; calls of it may go ahead. */
    _lookup(name: string, contract?: Contract<any>): PendingReference;
    /** What an answer, an item or a failure brings. */
    _result({ _kind, _body, _places, _callId }: Answer, type: TypeExpression, types: Types, what: string, signature?: string): unknown;
    /** Reads a value: an argument at a place, a result (which has all that is left), or what a failure has. */
    _value(body: Reader, type: TypeExpression, types: Types, places: Place[], what: string, signature?: string, at?: number): unknown;
    /** Takes a frame. What it throws closes the connection. */
    _take(kind: number, body: Reader): void;
    _dispatch(kind: number, base: Kind, body: Reader, places: Place[]): void;
    _answered(kind: Kind, callId: number, body: Reader, places: Place[]): void;
    /** Answers a lookup of the other side. */
    _lookedUp(callId: number, name: string): void;
    /** Ends it: all that waits settles. */
    _end(reason: TellaskError): void;
}
