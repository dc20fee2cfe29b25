import { check, type Reader, Writer } from "./bytes.ts";
import { giveBack } from "./calls.ts";
import type { Announced } from "./contracts.ts";
import { isObject, ToPlain } from "./conversion.ts";
import { CallRefusedError, EncodeError } from "./errors.ts";
import { NO_ACTOR, tooLong, writeFailure } from "./failures.ts";
import { finished, Kind } from "./frames.ts";
import type { Export, Place } from "./references.ts";
import type { Session } from "./session.ts";
import { isStub } from "./stub.ts";
import type { MethodDescription } from "./types.ts";

/** A call of the other side that is not settled. */
interface Running {
  /** The caller, or the end of the session, gives it up. */
  _cancel(): void;
  /** Calls of the actor that this one brings. */
  _waiting?: (() => void)[];
  _request?(items: number, bytes: number): void;
}

const KINDS: Record<string, number> = { tell: Kind.TELL, ask: Kind.ASK, stream: Kind.OPEN };

/** Calls of objects that this side has handed out. They run at once, in order. */
export class Incoming {
  readonly _running = new Map<number, Running>();
  /** What calls brought, by their slots: later calls may name them by it. */
  readonly _brought = new Map<number, { _callId: number; _target: Export }>();
  /** The account of calls ahead of their actor. */
  readonly _ahead = { _id: 0, _count: 1, _calls: 0, _bytes: 0 };

  constructor(readonly _session: Session) {}

  _call(kind: number, body: Reader, places: Place[]): void {
    const { _session } = this;
    const bytes = body._left;
    const start = body._at;
    const id = body._varint();
    let target = _session._references._exports.get(id);
    let contract: Announced | undefined;
    if (!id) {
      const bringer = body._int();
      contract = _session._references._contracts.get(body._varint());
      check(contract, "call: contract of bringer", bringer);
      const waiting = this._running.get(bringer)?._waiting;
      if (waiting) return this._wait(waiting, start, kind, body, places);
      const brought = this._brought.get(bringer & 0xffff);
      if (brought?._callId === bringer && brought._target._count) target = brought._target; // and is not released
    }
    check(target || !id, "call: reference", id);
    const base = kind & 0x1f;
    const callId = base === Kind.TELL ? 0 : body._int();
    check(
      !callId || (!this._running.has(callId) && this._running.size < _session._own.callsInFlight),
      "call: call id",
      callId,
    );
    const index = body._varint();
    const done = (): void => this._giveBack(id ? target! : this._ahead, bytes);
    const methods = target?._view._methods;
    const signature = contract?._signatures[index];
    const method = contract ? methods?.find((each) => each.signature === signature) : methods![index];
    if (contract && !method) {
      done();
      if (callId) this._failure(callId, new CallRefusedError(NO_ACTOR));
    } else {
      check(method && KINDS[method.kind] === base, "call: method", index);
      if (kind & Kind.DEADLINE) body._varint();
      this._execute(base, callId, target!, method, [body, places, done]);
    }
  }

  /** Runs the method, and lets its result be answered. */
  _execute(
    base: number,
    callId: number,
    target: Export,
    method: MethodDescription,
    [body, places, done]: [Reader, Place[], () => void],
  ): void {
    const { _report } = this._session._settings;
    const demand = base === Kind.OPEN ? [body._varint(), body._varint()] : [];
    let result: any;
    try {
      const args = method.parameters.map((type, i) =>
        this._session._value(body._block()!, type, target._view._types, places, `${method.name}.argument ${i}`),
      );
      result = target._object[method.name](...args);
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
    if (base === Kind.ASK) this._answer(callId, result, target, method);
    else if (callId) void this._produce(callId, result, target, method, demand);
  }

  /** Keeps a call until the one that brings its actor is settled; others may wait for it in turn. */
  _wait(waiting: (() => void)[], start: number, kind: number, body: Reader, places: Place[]): void {
    const kept = places.splice(0); // the message is read once more
    const callId = (kind & 0x1f) === Kind.TELL ? 0 : body._int();
    const own: (() => void)[] = [];
    const entry: Running = { _cancel: () => this._settle(callId, Kind.END), _waiting: own };
    if (callId) this._running.set(callId, entry);
    waiting.push(() => {
      if (!callId || this._running.get(callId) === entry) {
        this._running.delete(callId);
        body._at = start;
        this._call(kind, body, kept);
        const now = this._running.get(callId)?._waiting;
        if (now) now.push(...own);
        else own.forEach((call) => call());
      } else {
        this._giveBack(this._ahead, body._bytes.length - start); // it was given up
      }
      this._session._references._dropUnused(kept);
    });
  }

  /** CREDIT, as soon as half of a window was executed. */
  _giveBack(target: Pick<Export, "_id" | "_count" | "_calls" | "_bytes">, bytes: number): void {
    const { creditMessages, creditBytes } = this._session._own;
    giveBack(target, bytes, creditMessages, creditBytes, (calls, taken) => {
      if (!target._count) return; // it was released
      this._session._frame(Kind.CREDIT, (out) => out._varint(target._id)._varint(calls)._varint(taken));
    });
  }

  _answer(callId: number, result: unknown, target: Export, method: MethodDescription): void {
    this._running.set(callId, { _cancel: () => this._settle(callId, Kind.END), _waiting: [] });
    Promise.resolve(result).then(
      (value) => {
        try {
          if (value == null) this._settle(callId, Kind.ANSWER_NULL);
          else if (this._running.has(callId)) {
            this._send(Kind.ANSWER, callId, value, target, method);
            this._forget(callId);
          }
        } catch (error) {
          this._failure(callId, error);
        }
      },
      (error) => this._failure(callId, error),
    );
  }

  /** ANSWER or ITEM with a value. */
  _send(kind: number, callId: number, value: unknown, { _view }: Export, method: MethodDescription): number {
    const { _session } = this;
    const conversion = new ToPlain(_view._types, method.name, _session._encoding.isText, isStub);
    const text = _session._encoding.encode(conversion._convert(method.result ?? "any", value, undefined, "result"));
    const limit = _session._peer.messageBytes;
    if (text.length + 64 > limit) {
      throw new EncodeError(tooLong(method.name, text.length, limit));
    }
    const out = new Writer();
    out._room(4);
    const references = _session._references._write(out, conversion._passed);
    const { _latest } = _session._references;
    if (_latest && _view._types[method.result as string]?.methods) {
      this._brought.set(callId & 0xffff, { _callId: callId, _target: _latest });
    }
    out._int(callId)._raw(text);
    _session._message(finished(out, kind | references));
    return text.length + 4;
  }

  _failure(callId: number, error: unknown): void {
    this._settle(callId, Kind.FAILURE, (out) => writeFailure(out, error));
  }

  /** Settles a call once, unless it is settled. */
  _settle(callId: number, kind: Kind, body?: (out: Writer) => void): void {
    if (this._running.has(callId) || kind === Kind.FAILURE) {
      this._session._frame(kind, (out) => {
        out._int(callId);
        body?.(out);
      });
      this._forget(callId);
    }
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
    target: Export,
    method: MethodDescription,
    demand: number[],
  ): Promise<void> {
    let [count, bytes] = demand;
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
        if (value == null) throw new EncodeError(`${method.name}: item=${value}`);
        count--;
        bytes -= this._send(Kind.ITEM, callId, value, target, method);
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
