import { check, isObject, Reader, type Writer } from "./bytes.ts";
import { type Answer, Calls } from "./calls.ts";
import { mismatch, readAnnounced, viewOf } from "./contracts.ts";
import { DecodeError, DisconnectedError, LookupError, type TellaskError } from "./errors.ts";
import { readFailure, writeFailure } from "./failures.ts";
import { Assembler, fragments } from "./fragments.ts";
import { frame, Kind } from "./frames.ts";
import { Feature, type Hello, type Limits } from "./hello.ts";
import { PendingReference } from "./imports.ts";
import type { Incoming } from "./incoming.ts";
import { Link } from "./link.ts";
import { type Part, plainOf, type SessionCodec } from "./part.ts";
import { type Place, References } from "./references.ts";
import { request } from "./request.ts";
import { importOf } from "./stub.ts";
import type { Contract, Encoding, TypeExpression, Types } from "./types.ts";

/** Contracts that the other side may announce. */
const MOST_CONTRACTS = 1024;
/** Their names and signatures, all together. */
const MOST_CONTRACT_BYTES = 1 << 24;
/** References that either side may have handed out. */
const MOST_REFERENCES = 65536;

/** In place of the number of an argument. */
const RESULT = -1;

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
  readonly _published: Map<string, { _contract: Contract<any>; _object: object }>;
}

/** Both directions of one session behind the introduction: takes frames, and hands each to the part that it is for. */
export class Session {
  readonly _link: Link;
  readonly _encoding: Encoding;
  readonly _codec?: SessionCodec;
  readonly _calls: Calls;
  /** Calls of the other side; not where the page takes none. */
  readonly _incoming?: Incoming;
  readonly _references = new References(this);
  readonly _assembler: Assembler;
  /** Of all contracts that were announced. */
  _contractBytes = 0;
  /** Why it is over. */
  _isOver?: TellaskError;

  constructor(
    readonly _settings: SessionSettings,
    readonly _own: Limits,
    readonly _peer: Hello,
  ) {
    this._encoding = _settings._encoding;
    this._codec = _settings._encoding._codec?.(this);
    this._incoming = _settings._parts._incoming?.(this);
    this._assembler = new Assembler(_own.messageBytes);
    const isResumable = !!(_peer._features & Feature.RESUME) && _peer._token.length > 0;
    this._calls = new Calls(this);
    this._link = new Link(
      isResumable,
      (kind, body) => this._take(kind, body),
      () => this._calls._pump(),
    );
  }

  _frame(kind: Kind, body: (out: Writer) => unknown): void {
    this._message(frame(kind, body));
  }

  /** Sends a whole message, in fragments where it is too long for one frame. */
  _message(message: Uint8Array): void {
    if (!this._isOver) fragments(message, this._peer.frameBytes).forEach((each) => this._link._send(each));
  }

  /** A reference to what the other side has published under a name; calls of it may go ahead. */
  _lookup(name: string, contract?: Contract<any>): PendingReference {
    const view = contract && viewOf(contract.types, contract.contract);
    const pending = new PendingReference(this);
    pending._ready = request(
      this,
      {},
      (reply, fail) => ({
        _account: () => this._calls._lookups,
        _reply: reply,
        _fail: fail,
        _write: (out, callId) => {
          out._int(callId)._text(name);
          return Kind.LOOKUP;
        },
      }),
      (answer) => {
        const stub = this._result(answer, "any", contract?.types ?? {}, `lookup ${name}`);
        const reference = isObject(stub) && importOf(stub);
        check(reference, "kind", answer._kind);
        const problem = view && mismatch(view, reference._announced);
        if (problem) {
          if (!this._settings._isLenient) throw problem;
          this._settings._report(problem);
        }
        return stub;
      },
      pending,
    );
    pending._ready.catch(() => undefined); // calls of it say so
    return pending;
  }

  /** What an answer, an item or a failure brings. */
  _result({ _kind, _body, _places, _callId }: Answer, type: TypeExpression, types: Types, what: string, signature = ""): unknown {
    if (_kind === Kind.FAILURE) throw readFailure(_body, _callId, () => this._value(_body, "any", types, [], what));
    if (_kind === Kind.ANSWER_REFERENCE || _kind === Kind.ITEM_REFERENCE) {
      return this._references._at(_places[0], type, types);
    }
    return _kind === Kind.ANSWER_NULL
      ? type[0] === "optional" ? undefined : null
      : this._value(_body, type, types, _places, what, signature, RESULT);
  }

  /** Reads a value: an argument at a place, a result (which has all that is left), or what a failure has. */
  _value(
    body: Reader,
    type: TypeExpression,
    types: Types,
    places: Place[],
    what: string,
    signature = "",
    at?: number,
  ): unknown {
    const { _codec } = this;
    try {
      const shared = new Map();
      const text = _codec ? undefined : at === RESULT ? body._raw(body._left) : body._block();
      if (text === null) return null;
      const plain = text
        ? this._encoding.decode(text, shared)
        : at! >= 0
          ? _codec!._readArgument(body, signature, at!)
          : _codec!._readResult(body, signature, type);
      if (_codec) shared.set(_codec, _codec); // objects may be shared
      const remote = (place: number, wanted: TypeExpression) => this._references._at(places[place], wanted, types);
      const { _fromPlain } = this._settings._parts;
      if (_fromPlain) return _fromPlain(types, what, shared, remote)._convert(type, plain);
      return isObject(plain) && "@remote" in plain ? remote(plain["@remote"] as number, type) : plainOf(type, plain);
    } catch (error) {
      throw error instanceof DecodeError ? error : new DecodeError(`${what}: ${(error as Error).message}`, error);
    }
  }

  /** Takes a frame. What it throws closes the connection. */
  _take(kind: number, body: Reader): void {
    const base = kind & 0x1f;
    check(!(kind & 0x20) && (kind < Kind.DEADLINE || base === Kind.ASK), "kind", kind);
    const places = kind & Kind.REFERENCES ? this._references._read(body) : [];
    const { size } = this._references._imports;
    check(size <= MOST_REFERENCES, `limit=${MOST_REFERENCES}, references`, size);
    try {
      this._dispatch(kind, base, body, places);
    } finally {
      this._references._dropUnused(places);
    }
  }

  _dispatch(kind: number, base: Kind, body: Reader, places: Place[]): void {
    const { _references, _incoming, _assembler } = this;
    const { _contracts, _imports } = _references;
    if (base >= Kind.TELL && base <= Kind.OPEN) {
      check(_incoming, "kind", kind);
      return _incoming._call(kind, body, places);
    }
    // each other frame begins with a number of its own, or that of a call
    const isOfCall = base === Kind.LOOKUP || (base >= Kind.ANSWER && base < Kind.FRAGMENT);
    const id = isOfCall ? body._int() : body._varint();
    switch (base) {
      case Kind.PING:
        return this._frame(Kind.PONG, (out) => out._varint(id));
      case Kind.PONG:
        return;
      case Kind.LOOKUP:
        return this._lookedUp(id, body._text()!);
      case Kind.CONTRACT:
        check(!_contracts.has(id) && _contracts.size < MOST_CONTRACTS, "contract", id);
        this._contractBytes += body._left;
        check(this._contractBytes <= MOST_CONTRACT_BYTES, `limit=${MOST_CONTRACT_BYTES}, contract bytes`, this._contractBytes);
        _contracts.set(id, readAnnounced(body));
        return;
      case Kind.SCHEMA:
        check(this._codec, "kind", kind);
        return this._codec._learn(id, body._raw(body._left));
      case Kind.CREDIT: {
        const account = id ? _imports.get(id)?._account : this._calls._ahead;
        if (!account) return;
        account._calls += body._varint();
        account._bytes += body._varint();
        const { creditMessages, creditBytes } = this._peer;
        check(account._calls <= creditMessages && account._bytes <= creditBytes, "credit", account._calls);
        return this._calls._pump();
      }
      case Kind.RELEASE:
        check(_incoming, "reference", id);
        return _incoming._exports._released(id, body._varint());
      case Kind.RELEASED:
        check(_imports.get(id)?._isDisposed, "reference", id);
        _imports.delete(id);
        return;
      case Kind.REQUEST:
        return _incoming?._running.get(id)?._request?.(body._varint(), body._varint());
      case Kind.CANCEL:
        return _incoming?._running.get(id)?._cancel();
      case Kind.FRAGMENT:
        _assembler._add(id, body._raw(body._left));
        return;
      case Kind.FRAGMENT_END: {
        const whole = body._byte();
        const message = new Reader(_assembler._end(id, body));
        return whole ? this._take(whole, message) : undefined;
      }
      default:
        return this._answered(base, id, body, places);
    }
  }

  _answered(kind: Kind, callId: number, body: Reader, places: Place[]): void {
    const reply = this._calls._replies.get(callId);
    check(kind >= Kind.ANSWER && kind <= Kind.END, "kind", kind);
    check(reply, "callId", callId);
    if (kind === Kind.ANSWER_REFERENCE || kind === Kind.ITEM_REFERENCE) {
      places.push(this._references._came(body._varint(), body._varint()));
    }
    reply._take({ _kind: kind, _body: body, _places: places, _callId: callId });
    // behind it: a call whose answer breaks the protocol settles with the session
    if (kind !== Kind.ITEM && kind !== Kind.ITEM_REFERENCE) this._calls._settled(callId);
    if (!this._calls._replies.has(callId)) this._calls._pump();
  }

  /** Answers a lookup of the other side. */
  _lookedUp(callId: number, name: string): void {
    const found = this._settings._published.get(name);
    if (!found || !this._incoming) {
      return this._frame(Kind.FAILURE, (out) => {
        out._int(callId);
        writeFailure(out, new LookupError(`name=${name} is not published`));
      });
    }
    const { types, contract } = found._contract;
    this._incoming._send(Kind.ANSWER, callId, found._object, types, "lookup", contract);
  }

  /** Ends it: all that waits settles. */
  _end(reason: TellaskError): void {
    if (this._isOver) return;
    const error = reason instanceof DisconnectedError ? reason : new DisconnectedError(reason.message, reason);
    this._isOver = error;
    this._link._stopAck();
    this._link._detach();
    this._calls._end(error);
    this._incoming?._end();
  }
}
