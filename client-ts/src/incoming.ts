import { check, isObject, type Reader, Writer } from "./bytes.ts";
import { giveBack } from "./calls.ts";
import { CallRefusedError, EncodeError } from "./errors.ts";
import { NO_ACTOR, tooLong, writeFailure } from "./failures.ts";
import type { Passed } from "./conversion.ts";
import { finished, Kind } from "./frames.ts";
import { type Export, Exports } from "./exports.ts";
import type { Place } from "./references.ts";
import type { Session } from "./session.ts";
import { need } from "./part.ts";
import { isStub } from "./stub.ts";
import { MOST_PREFETCH } from "./streams.ts";
import type { MethodDescription, TypeExpression, Types } from "./types.ts";

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

const KINDS: Record<string, number> = { tell: Kind.TELL, ask: Kind.ASK, stream: Kind.OPEN };

/** Calls of objects that this side has handed out. They run at once, in order. */
export class Incoming {
  readonly _exports: Exports;
  readonly _running = new Map<number, Running>();
  /** What calls brought, by their slots: later calls may name them by it. */
  readonly _brought = new Map<number, { _callId: number; _target: Export }>();
  /** The account of calls ahead of their actor. */
  readonly _ahead = { _id: 0, _count: 1, _calls: 0, _bytes: 0, _open: 0, _openBytes: 0 };

  constructor(readonly _session: Session) {
    this._exports = new Exports(_session);
  }

  /** Takes a call; `isKept` where it was taken before, and has waited. */
  _call(kind: number, body: Reader, places: Place[], isKept?: boolean): void {
    const { _references, _own } = this._session;
    const bytes = body._left;
    const start = body._at;
    const id = body._varint();
    let target = this._exports._known.get(id);
    let signatures: string[] | undefined;
    check(target || !id, "reference", id);
    if (!isKept) this._charge(target ?? this._ahead, bytes);
    if (!id) {
      const bringer = body._int();
      signatures = _references._contracts.get(body._varint())?._signatures;
      check(signatures, "contract", bringer);
      const waiting = this._running.get(bringer)?._waiting;
      if (waiting) return this._wait(waiting, start, kind, body, places);
      const brought = this._brought.get(bringer & 0xffff);
      if (brought?._callId === bringer && brought._target._count) target = brought._target; // and is not released
    }
    const base = kind & 0x1f;
    const callId = base === Kind.TELL ? 0 : body._int();
    check(!callId || (!this._running.has(callId) && this._running.size < _own.callsInFlight), "callId", callId);
    const index = body._varint();
    const done = (): void => this._giveBack(id ? target! : this._ahead, bytes);
    const methods = target?._view._methods;
    const method = signatures ? methods?.find((each) => each.signature === signatures[index]) : methods![index];
    if (signatures && !method) {
      done();
      return this._failure(callId, new CallRefusedError(NO_ACTOR));
    }
    check(method && KINDS[method.kind] === base, "method", index);
    if (kind & Kind.DEADLINE) body._varint();
    this._execute(base, callId, target!, method, [body, places, done]);
  }

  /** Runs the method, and lets its result be answered. */
  _execute(
    base: number,
    callId: number,
    { _object, _view: { _types } }: Export,
    { name, parameters, result: type, signature }: MethodDescription,
    [body, places, done]: [Reader, Place[], () => void],
  ): void {
    const { _session } = this;
    const { _report } = _session._settings;
    const demand = base === Kind.OPEN ? [body._varint(), body._varint()] : [0];
    check(demand[0] <= MOST_PREFETCH, `limit=${MOST_PREFETCH}, items`, demand[0]);
    const answer = (kind: Kind, value: unknown): number => this._send(kind, callId, value, _types, name, type, signature);
    let result: any;
    try {
      const args = parameters.map((each, i) =>
        _session._value(body, each, _types, places, `${name}.argument ${i}`, signature, i),
      );
      result = _object[name](...args);
    } catch (error) {
      done();
      if (callId) this._failure(callId, error);
      else _report(error);
      return;
    }
    if (base === Kind.TELL && isObject(result) && "then" in result) {
      Promise.resolve(result).catch(_report).then(done); // gives back when it is done: that bounds what runs
      return;
    }
    done();
    if (base === Kind.ASK) void this._answer(callId, result, answer);
    else if (callId) void this._produce(callId, result, demand, answer);
  }

  /** Keeps a call until the one that brings its actor is settled; others may wait for it in turn. */
  _wait(waiting: (() => void)[], start: number, kind: number, body: Reader, places: Place[]): void {
    const kept = places.splice(0); // the message is read once more
    const callId = (kind & 0x1f) === Kind.TELL ? 0 : body._int();
    const own: (() => void)[] = [];
    const entry = callId && this._keep(callId, own);
    waiting.push(() => {
      if (!callId || this._running.get(callId) === entry) {
        this._running.delete(callId);
        body._at = start;
        this._call(kind, body, kept, true);
        const now = this._running.get(callId)?._waiting;
        if (now) now.push(...own);
        else own.forEach((call) => call());
      } else {
        this._giveBack(this._ahead, body._bytes.length - start); // it was given up
      }
      this._session._references._dropUnused(kept);
    });
  }

  /** A call came, for which its account must be open. */
  _charge(account: Account, bytes: number): void {
    const { creditMessages, creditBytes } = this._session._own;
    check(account._open++ < creditMessages && account._openBytes < creditBytes, `reference=${account._id}, calls`, account._open);
    account._openBytes += bytes;
  }

  /** CREDIT, as soon as half of a window was executed. */
  _giveBack(target: Account, bytes: number): void {
    const { creditMessages, creditBytes } = this._session._own;
    giveBack(target, bytes, creditMessages, creditBytes, (calls, taken) => {
      target._open -= calls;
      target._openBytes -= taken;
      if (!target._count) return; // it was released
      this._session._frame(Kind.CREDIT, (out) => out._varint(target._id, calls, taken));
    });
  }

  async _answer(callId: number, result: unknown, answer: (kind: Kind, value: unknown) => number): Promise<void> {
    this._keep(callId, []);
    try {
      const value = await result;
      if (value == null) this._settle(callId, Kind.ANSWER_NULL);
      else if (this._running.has(callId)) {
        answer(Kind.ANSWER, value);
        this._forget(callId);
      }
    } catch (error) {
      this._failure(callId, error);
    }
  }

  /** A call that waits for its result, and the calls of what it brings. */
  _keep(callId: number, waiting: (() => void)[]): Running {
    const entry = { _cancel: () => this._settle(callId, Kind.END), _waiting: waiting };
    this._running.set(callId, entry);
    return entry;
  }

  /** Sends ANSWER or ITEM with a value of a type; its bytes. */
  _send(
    kind: number,
    callId: number,
    value: unknown,
    types: Types,
    name: string,
    type: TypeExpression = "any",
    signature = "",
  ): number {
    const { _encoding, _codec, _references, _peer } = this._session;
    const { _toPlain } = this._session._settings._parts;
    need(_toPlain, "values", "callbacks");
    const written = new Writer();
    let passed: Passed[];
    if (_codec) passed = _codec._result(written, signature, type, types, value, name);
    else {
      const conversion = _toPlain(types, name, _encoding.isText, isStub);
      written._raw(_encoding.encode(conversion._convert(type, value, undefined, "result")));
      passed = conversion._passed;
    }
    const text = written._done();
    if (text.length + 64 > _peer.messageBytes) throw new EncodeError(tooLong(name, text.length, _peer.messageBytes));
    const out = new Writer();
    out._room(4);
    const references = _references._write(out, passed);
    const { _latest } = this._exports;
    if (_latest && types[type as string]?.methods) {
      this._brought.set(callId & 0xffff, { _callId: callId, _target: _latest });
    }
    out._int(callId)._raw(text);
    this._session._message(finished(out, kind | references));
    return text.length + 4;
  }

  _failure(callId: number, error: unknown): void {
    this._settle(callId, Kind.FAILURE, (out) => writeFailure(out, error));
  }

  /** Settles a call once, unless it is settled. */
  _settle(callId: number, kind: Kind, body?: (out: Writer) => void): void {
    if (!this._running.has(callId) && !(body && callId)) return; // tells are never answered
    this._session._frame(kind, (out) => {
      out._int(callId);
      body?.(out);
    });
    this._forget(callId);
  }

  /** A call is settled: those of what it brought go on. */
  _forget(callId: number): void {
    const waiting = this._running.get(callId)?._waiting;
    this._running.delete(callId);
    waiting?.forEach((call) => call());
  }

  /** Sends the items of an iterable, as many as are asked for. */
  async _produce(
    callId: number,
    items: any,
    [count, bytes]: number[],
    answer: (kind: Kind, value: unknown) => number,
  ): Promise<void> {
    let wake: (() => void) | undefined;
    let iterator: AsyncIterator<unknown> | undefined;
    const isRunning = (): boolean => this._running.has(callId);
    this._running.set(callId, {
      _cancel: () => {
        this._settle(callId, Kind.END);
        Promise.resolve(iterator?.return?.()).catch(this._session._settings._report);
        wake?.();
      },
      _request: (more, taken) => {
        count += more;
        bytes += taken;
        check(count <= MOST_PREFETCH, `limit=${MOST_PREFETCH}, items`, count);
        wake?.();
      },
    });
    try {
      iterator = (items[Symbol.asyncIterator] ?? items[Symbol.iterator]).call(items) as AsyncIterator<unknown>;
      for (;;) {
        while (isRunning() && (count < 1 || bytes < 1)) await new Promise<void>((resolve) => (wake = resolve));
        if (!isRunning()) return;
        const { value, done } = await iterator.next();
        if (!isRunning()) return;
        if (done) return this._settle(callId, Kind.END);
        if (value == null) throw new EncodeError(`item=${value}`);
        count--;
        bytes -= answer(Kind.ITEM, value);
      }
    } catch (error) {
      if (isRunning()) this._failure(callId, error);
      else this._session._settings._report(error);
    }
  }

  _end(): void {
    for (const running of [...this._running.values()]) running._cancel();
    this._running.clear();
  }
}
