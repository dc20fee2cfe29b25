import type { Reader } from "./bytes.ts";
import { Writer } from "./bytes.ts";
import { CreditExhaustedError, DisconnectedError, type TellaskError } from "./errors.ts";
import { finished, Kind } from "./frames.ts";
import type { Place } from "./references.ts";
import type { Session } from "./session.ts";

/** Calls that wait for credit, all together; beyond it a call fails with `CreditExhaustedError`. */
export const WAITING_CALLS = 16384;
/** Bytes of their arguments, likewise. */
export const WAITING_BYTES = 1 << 26;
/** Where more has not left, calls wait. */
const UNSENT_BYTES = 1 << 20;
const MOST_SLOTS = 65536;
const GENERATIONS = 65535;

/** How many calls and bytes may be sent to one reference, and the jobs that wait for more, in order. */
export class Account {
  readonly _jobs: Job[] = [];

  constructor(
    public _calls: number,
    public _bytes: number,
  ) {}
}

/** A frame that settles a call or brings an item. */
export interface Answer {
  _kind: Kind;
  _body: Reader;
  _places: Place[];
  _callId: number;
}

/** Counts what was done, and gives it back as soon as half of a window was. */
export const giveBack = (
  done: { _calls: number; _bytes: number },
  bytes: number,
  windowCalls: number,
  windowBytes: number,
  send: (calls: number, bytes: number) => void,
): void => {
  done._calls++;
  done._bytes += bytes;
  if (done._calls * 2 >= windowCalls || done._bytes * 2 >= windowBytes) {
    send(done._calls, done._bytes);
    done._calls = done._bytes = 0;
  }
};

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
export class Calls {
  readonly _replies = new Map<number, Reply>();
  readonly _generations: number[] = [];
  readonly _freeSlots: number[] = [];
  /** Of calls ahead of their actor, and of lookups. */
  readonly _ahead: Account;
  readonly _lookups = new Account(Infinity, Infinity);
  readonly _waiting = new Set<Account>();
  _waitingCalls = 0;
  _waitingBytes = 0;

  constructor(readonly _session: Session) {
    this._ahead = new Account(_session._peer.creditMessages, _session._peer.creditBytes);
  }

  /** Sends at once what can be, and keeps the rest in order. */
  _submit(job: Job): void {
    const over = this._session._isOver;
    if (over) return job._fail(new DisconnectedError(`session lost: ${over.message}; look it up anew`, over));
    const account = job._account();
    if (!account._jobs.length && this._admit(account, job)) return;
    const size = job._size ?? 0;
    if (!job._isFree && (this._waitingCalls >= WAITING_CALLS || this._waitingBytes + size > WAITING_BYTES)) {
      return job._fail(
        new CreditExhaustedError(`waiting calls=${this._waitingCalls}, bytes=${this._waitingBytes}, limit=${WAITING_CALLS}, ${WAITING_BYTES}`),
      );
    }
    account._jobs.push(job);
    this._waiting.add(account);
    this._waitingCalls++;
    this._waitingBytes += size;
  }

  /** Sends what waits, where it can be sent now. */
  _pump(): void {
    for (const account of this._waiting) {
      const jobs = account._jobs;
      let done = 0;
      while (done < jobs.length && (jobs[done]._isGivenUp || this._admit(account, jobs[done]))) done++;
      this._forget(jobs.splice(0, done));
      if (!jobs.length) this._waiting.delete(account);
    }
  }

  _forget(jobs: Job[]): void {
    this._waitingCalls -= jobs.length;
    for (const job of jobs) this._waitingBytes -= job._size ?? 0;
  }

  _admit(account: Account, job: Job): boolean {
    const { _session, _replies } = this;
    if (!job._isFree) {
      if (account._calls < 1 || account._bytes < 1 || _session._link._waiting > UNSENT_BYTES) return false;
      if (job._reply && _replies.size >= Math.min(_session._peer.callsInFlight, MOST_SLOTS)) return false;
    }
    const callId = job._reply ? this._slot() : 0;
    const out = new Writer();
    out._room(4);
    try {
      const kind = job._write(out, callId);
      if (!job._isFree) {
        account._calls--;
        account._bytes -= out._length - out._start;
      }
      _session._message(finished(out, kind));
    } catch (error) {
      if (callId) this._freeSlots.push(callId & 0xffff);
      job._fail(error);
      return true;
    }
    if (job._reply) _replies.set(callId, job._reply);
    job._callId = callId;
    job._sent?.(callId);
    return true;
  }

  /** A call id, never 0: the generation tells the uses of a slot apart. */
  _slot(): number {
    const slot = this._freeSlots.pop() ?? this._generations.length;
    const generation = ((this._generations[slot] ?? 0) % GENERATIONS) + 1;
    this._generations[slot] = generation;
    return (generation << 16) | slot;
  }

  /** Nobody waits for its answer any more. */
  _giveUp(job: Job): void {
    job._isGivenUp = true;
    if (job._callId) this._session._frame(Kind.CANCEL, (out) => out._int(job._callId!));
    else this._pump();
  }

  /** The other side has settled a call. */
  _settled(callId: number): void {
    this._replies.delete(callId);
    this._freeSlots.push(callId & 0xffff);
  }

  /** An actor is known now: calls ahead of it go to it, the others wait anew. */
  _resubmit(): void {
    const jobs = this._ahead._jobs.splice(0);
    this._forget(jobs);
    for (const job of jobs) if (!job._isGivenUp) this._submit(job);
  }

  /** The session is over: everything settles. */
  _end(error: TellaskError): void {
    const jobs = [...this._waiting].flatMap((account) => account._jobs.splice(0));
    const replies = [...this._replies.values()];
    this._replies.clear();
    this._waiting.clear();
    for (const job of jobs) if (!job._isGivenUp) job._fail(error);
    for (const reply of replies) reply._fail(error, true);
  }
}
