import { type Reader, Writer } from "./bytes.js";
import { Kind } from "./frames.js";
import { type Export, Exports } from "./exports.js";
import type { Place } from "./references.js";
import type { Session } from "./session.js";
import type { MethodDescription, TypeExpression, Types } from "./types.js";
/** A call of the other side that is not settled. */
interface Running {
    /** The caller, or the end of the session, gives it up. */
    _cancel(): void;
    /** Calls of the actor that this one brings. */
    _waiting?: (() => void)[];
    _request?(items: number, bytes: number): void;
}
/** What calls of this side may take. */
type Account = Pick<Export, "_id" | "_count" | "_calls" | "_bytes" | "_open" | "_openBytes">;
/** Calls of objects that this side has handed out. They run at once, in order. */
export declare class Incoming {
    readonly _session: Session;
    readonly _exports: Exports;
    readonly _running: Map<number, Running>;
    /** What calls brought, by their slots: later calls may name them by it. */
    readonly _brought: Map<number, {
        _callId: number;
        _target: Export;
    }>;
    /** The account of calls ahead of their actor. */
    readonly _ahead: {
        _id: number;
        _count: number;
        _calls: number;
        _bytes: number;
        _open: number;
        _openBytes: number;
    };
    constructor(_session: Session);
    /** Takes a call; `isKept` where it was taken before, and has waited. */
    _call(kind: number, body: Reader, places: Place[], isKept?: boolean): void;
    /** Runs the method, and lets its result be answered. */
    _execute(base: number, callId: number, { _object, _view: { _types } }: Export, { name, parameters, result: type, signature }: MethodDescription, [body, places, done]: [Reader, Place[], () => void]): void;
    /** Keeps a call until the one that brings its actor is settled; others may wait for it in turn. */
    _wait(waiting: (() => void)[], start: number, kind: number, body: Reader, places: Place[]): void;
    /** A call came, for which its account must be open. */
    _charge(account: Account, bytes: number): void;
    /** CREDIT, as soon as half of a window was executed. */
    _giveBack(target: Account, bytes: number): void;
    _answer(callId: number, result: unknown, answer: (kind: Kind, value: unknown) => number): Promise<void>;
    /** A call that waits for its result, and the calls of what it brings. */
    _keep(callId: number, waiting: (() => void)[]): Running;
    /** Sends ANSWER or ITEM with a value of a type; its bytes. */
    _send(kind: number, callId: number, value: unknown, types: Types, name: string, type?: TypeExpression, signature?: string): number;
    _failure(callId: number, error: unknown): void;
    /** Settles a call once, unless it is settled. */
    _settle(callId: number, kind: Kind, body?: (out: Writer) => void): void;
    /** A call is settled: those of what it brought go on. */
    _forget(callId: number): void;
    /** Sends the items of an iterable, as many as are asked for. */
    _produce(callId: number, items: any, [count, bytes]: number[], answer: (kind: Kind, value: unknown) => number): Promise<void>;
    _end(): void;
}
export {};
