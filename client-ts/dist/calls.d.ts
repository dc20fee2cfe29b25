import type { Reader } from "./bytes.js";
import { Writer } from "./bytes.js";
import { type TellaskError } from "./errors.js";
import { Kind } from "./frames.js";
import type { Place } from "./references.js";
import type { Session } from "./session.js";
/** Calls that wait for credit, all together; beyond it a call fails with `CreditExhaustedError`. */
export declare const WAITING_CALLS = 16384;
/** Bytes of their arguments, likewise. */
export declare const WAITING_BYTES: number;
/** How many calls and bytes may be sent to one reference, and the jobs that wait for more, in order. */
export declare class Account {
    _calls: number;
    _bytes: number;
    readonly _jobs: Job[];
    constructor(_calls: number, _bytes: number);
}
/** A frame that settles a call or brings an item. */
export interface Answer {
    _kind: Kind;
    _body: Reader;
    _places: Place[];
    _callId: number;
}
/** Counts what was done, and gives it back as soon as half of a window was. */
export declare const giveBack: (done: {
    _calls: number;
    _bytes: number;
}, bytes: number, windowCalls: number, windowBytes: number, send: (calls: number, bytes: number) => void) => void;
/** What is told of the answer to a call, or of its items. */
export interface Reply {
    _take(answer: Answer): void;
    /** The session ended; `wasSent` says whether the call may have been executed. */
    _fail(error: TellaskError, wasSent: boolean): void;
}
/** Something that is sent once there is credit, and a slot if there is a reply to it. */
export interface Job {
    _account(): Account;
    /** Writes the body, and returns the kind. `_start` of the writer may be moved behind what takes no credit. */
    _write(out: Writer, callId: number): number;
    _fail(error: any): void;
    readonly _reply?: Reply;
    /** Length of the arguments. */
    readonly _size?: number;
    /** Whether it takes no credit. */
    readonly _isFree?: boolean;
    _isGivenUp?: boolean;
    _callId?: number;
    /** Told the call id when it leaves. */
    _sent?(callId: number): void;
}
/** The calls of this side: slots and generations, credit, and what waits for them. */
export declare class Calls {
    readonly _session: Session;
    readonly _replies: Map<number, Reply>;
    readonly _generations: number[];
    readonly _freeSlots: number[];
    /** Of calls ahead of their actor, and of lookups. */
    readonly _ahead: Account;
    readonly _lookups: Account;
    readonly _waiting: Set<Account>;
    _waitingCalls: number;
    _waitingBytes: number;
    constructor(_session: Session);
    /** Sends at once what can be, and keeps the rest in order. */
    _submit(job: Job): void;
    /** Sends what waits, where it can be sent now. */
    _pump(): void;
    _forget(jobs: Job[]): void;
    _admit(account: Account, job: Job): boolean;
    /** A call id, never 0: the generation tells the uses of a slot apart. */
    _slot(): number;
    /** Nobody waits for its answer any more. */
    _giveUp(job: Job): void;
    /** The other side has settled a call. */
    _settled(callId: number): void;
    /** An actor is known now: calls ahead of it go to it, the others wait anew. */
    _resubmit(): void;
    /** The session is over: everything settles. */
    _end(error: TellaskError): void;
}
