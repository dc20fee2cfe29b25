import type { Reader } from "./bytes.ts";
import type { Job, Reply } from "./calls.ts";
import { check } from "./bytes.ts";
import type { ContractView } from "./contracts.ts";
import { CallRefusedError, EncodeError, type TellaskError } from "./errors.ts";
import { Kind } from "./frames.ts";
import { Import, PendingReference } from "./imports.ts";
import { callJob, choose } from "./invocation.ts";
import type { Place } from "./references.ts";
import type { Session } from "./session.ts";
import { goesAhead, importOf, type Target } from "./stub.ts";
import type { Stream, TypeExpression } from "./types.ts";

const PREFETCH = 64;
/** Items that a reader may have been sent and not taken. */
export const MOST_PREFETCH = 1024;
/** What an item that is a reference counts as. */
const REFERENCE_BYTES = 16;

/** A stream that the other side produces; each loop over it subscribes anew. */
export class ItemStream implements Stream<unknown> {
  /** Told when a loop over it has ended. */
  _ended?: () => void;

  constructor(
    readonly _target: Target,
    readonly _view: ContractView,
    readonly _name: string,
    readonly _args: unknown[],
  ) {}

  [Symbol.asyncIterator](): AsyncIterator<unknown> {
    return new Subscription(this);
  }
}

/** One loop over a stream: asks for as much as it takes (PROTOCOL.md, "Streams"). */
class Subscription implements AsyncIterator<unknown>, Reply {
  readonly _items: { _value: unknown; _bytes: number }[] = [];
  readonly _readers: { resolve: (result: IteratorResult<unknown>) => void; reject: (error: unknown) => void }[] = [];
  _session!: Session;
  _job?: Job;
  _type!: TypeExpression;
  _prefetch = PREFETCH;
  /** Asked for and not come. */
  _expected = 0;
  _takenItems = 0;
  _takenBytes = 0;
  _isOpen = false;
  _isEnded = false;
  _error?: { _value: unknown };
  _stopListening?: () => void;

  constructor(readonly _stream: ItemStream) {}

  next(): Promise<IteratorResult<unknown>> {
    if (!this._isOpen) {
      this._isOpen = true;
      try {
        this._open(this._stream._target());
      } catch (error) {
        this._end(error);
      }
    }
    const item = this._items.shift();
    if (item) {
      this._taken(item._bytes);
      return Promise.resolve({ value: item._value, done: false });
    }
    const error = this._error;
    this._error = undefined;
    if (error) return Promise.reject(error._value);
    if (this._isEnded) return Promise.resolve({ value: undefined, done: true });
    return new Promise((resolve, reject) => this._readers.push({ resolve, reject }));
  }

  return(value?: unknown): Promise<IteratorResult<unknown>> {
    this._isOpen = true;
    this._giveUp();
    this._items.length = 0;
    this._error = undefined;
    return Promise.resolve({ value, done: true });
  }

  _open(to: Import | PendingReference): void {
    const { _view, _name, _args } = this._stream;
    if (to instanceof PendingReference && !goesAhead(to, _view)) {
      to._waits = true;
      to._ready.then((actor) => {
        const reference = actor && importOf(actor);
        if (!reference) throw new CallRefusedError(`${_name}: what it was for brought no actor`);
        this._open(reference);
      }).catch((error) => this._end(error));
      return;
    }
    if (this._isEnded) return;
    this._session = to._session;
    const call = choose(this._session, _view, _name, _args);
    const { signal, prefetch = PREFETCH } = call._options;
    if (!(prefetch >= 1 && prefetch <= MOST_PREFETCH)) {
      throw new EncodeError(`${_name}: prefetch=${prefetch}, limit=1 to ${MOST_PREFETCH}; choose one between`);
    }
    this._type = call._method.result!;
    this._prefetch = this._expected = prefetch;
    const abort = () => {
      this._items.length = 0;
      this._giveUp(signal!.reason);
    };
    if (signal?.aborted) return abort();
    signal?.addEventListener("abort", abort);
    this._stopListening = () => signal?.removeEventListener("abort", abort);
    const numbers = () => [prefetch, this._session._own.creditBytes];
    this._job = callJob(to, call, Kind.OPEN, numbers, (error) => this._end(error), this);
    this._session._calls._submit(this._job);
  }

  _take(kind: Kind, body: Reader, places: Place[], callId: number): void {
    const isItem = kind === Kind.ITEM || kind === Kind.ITEM_REFERENCE;
    if (!isItem) this._session._calls._settled(callId);
    // 4 bytes of call id were read before
    const bytes = kind === Kind.ITEM_REFERENCE ? REFERENCE_BYTES : body._left + 4;
    check(!isItem || this._expected-- > 0, "item: call id", callId);
    if (this._isEnded) return; // left by its reader; on its way before the other side knew
    if (kind === Kind.END) return this._end();
    try {
      const { _view, _name } = this._stream;
      const value = this._session._result({ kind, body, places, callId }, this._type, _view._types, _name);
      const reader = this._readers.shift();
      if (!reader) this._items.push({ _value: value, _bytes: bytes });
      else {
        this._taken(bytes);
        reader.resolve({ value, done: false });
      }
    } catch (error) {
      if (isItem) this._giveUp(error);
      else this._end(error);
    }
  }

  _fail(error: TellaskError): void {
    this._end(error);
  }

  /** An item was taken: more are asked for once half of what may wait was. */
  _taken(bytes: number): void {
    this._takenItems++;
    this._takenBytes += bytes;
    if (this._isEnded) return;
    if (this._takenItems * 2 >= this._prefetch || this._takenBytes * 2 >= this._session._own.creditBytes) {
      this._session._frame(Kind.REQUEST, (out) =>
        out._int(this._job!._callId!)._varint(this._takenItems)._varint(this._takenBytes),
      );
      this._expected += this._takenItems;
      this._takenItems = this._takenBytes = 0;
    }
  }

  _giveUp(error?: unknown): void {
    if (this._isEnded) return;
    this._end(error);
    if (this._job) {
      this._job._isGivenUp = true;
      if (this._job._callId) this._session._frame(Kind.CANCEL, (out) => out._int(this._job!._callId!));
    }
  }

  /** What came is still read, then the error, if there is one. */
  _end(error?: unknown): void {
    if (this._isEnded) return;
    this._isEnded = true;
    this._stopListening?.();
    const [first, ...others] = this._readers.splice(0);
    if (error !== undefined && first) first.reject(error);
    else {
      if (error !== undefined) this._error = { _value: error };
      first?.resolve({ value: undefined, done: true });
    }
    for (const reader of others) reader.resolve({ value: undefined, done: true });
    this._stream._ended?.();
  }
}
