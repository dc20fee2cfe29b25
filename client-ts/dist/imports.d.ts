import type { Announced } from "./contracts.js";
import { Account } from "./calls.js";
import type { Session } from "./session.js";
/** A reference that the other side has handed out. */
export declare class Import {
    readonly _session: Session;
    readonly _id: number;
    readonly _announced: Announced;
    readonly _account: Account;
    /** How often it came since the last RELEASE. */
    _count: number;
    _stub?: WeakRef<object>;
    /** Itself: calls need not wait for it. */
    readonly _import: Import;
    readonly _waits?: boolean;
    readonly _isSettled?: boolean;
    readonly _callId?: number;
    readonly _ready?: Promise<unknown>;
    /** Whether the page has let go of it; it may come again. */
    _isDisposed: boolean;
    constructor(_session: Session, _id: number, _announced: Announced);
    _check(): void;
    /** Lets go of it, behind all calls that wait. */
    _release(): void;
}
/** An actor that an ask or a lookup under way will bring. */
export declare class PendingReference {
    readonly _session: Session;
    /** The call that brings it; 0 before it is sent. */
    _callId: number;
    /** What it brought; undefined until then, and where it brought no actor. */
    _import?: Import;
    _isSettled: boolean;
    /** Whether calls wait for it here, since they cannot go ahead of it. */
    _waits: boolean;
    /** Settles as the call does. */
    _ready: Promise<any>;
    constructor(_session: Session);
}
