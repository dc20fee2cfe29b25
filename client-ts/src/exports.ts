import { check, type Writer } from "./bytes.ts";
import { type ContractView, streamView, viewOf } from "./contracts.ts";
import type { Passed } from "./conversion.ts";
import { Kind } from "./frames.ts";
import type { Session } from "./session.ts";

/** An object of this side that was handed out under one contract. */
export interface Export {
  _id: number;
  _object: any;
  /** The number of its contract. */
  _contract: number;
  _view: ContractView;
  /** How often it was handed out and not released. */
  _count: number;
  /** Calls and bytes that were executed and not given back. */
  _calls: number;
  _bytes: number;
  /** Calls and bytes that came and were not given back. */
  _open: number;
  _openBytes: number;
}

/** The objects of this side that one session has handed out. */
export class Exports {
  readonly _known = new Map<number, Export>();
  /** Their numbers by object and contract. */
  readonly _ids = new WeakMap<object, Record<number, number>>();
  readonly _freeIds: number[] = [];
  /** What the latest message handed out last, if it handed out anything. */
  _latest?: Export;

  constructor(readonly _session: Session) {}

  /** Hands an object out, and writes its place in the list of a message. */
  _export(out: Writer, passed: Passed): void {
    const view: ContractView = passed._items
      ? streamView(passed._items, passed._types)
      : viewOf(passed._types, passed._contract!);
    const contract = this._session._references._announce(view);
    const { _value } = passed;
    // a stream is handed out anew each time: it is opened once
    const object: object = passed._items ? { items: () => _value } : _value;
    const ids = this._ids.get(object);
    const id = ids?.[contract] ?? this._freeIds.pop() ?? this._known.size + 1;
    const known = this._known.get(id) ?? {
      _id: id,
      _object: object,
      _contract: contract,
      _view: view,
      _count: 0,
      _calls: 0,
      _bytes: 0,
      _open: 0,
      _openBytes: 0,
    };
    known._count++;
    this._latest = known;
    this._known.set(id, known);
    this._ids.set(object, { ...ids, [contract]: id });
    out._varint(id * 2, contract);
  }

  /** RELEASE: the other side has let go of what came so often. */
  _released(id: number, times: number): void {
    const known = this._known.get(id);
    check(known && known._count >= times, "reference", id);
    known._count -= times;
    if (!known._count) {
      this._known.delete(id);
      delete this._ids.get(known._object)![known._contract];
      this._freeIds.push(id);
      this._session._frame(Kind.RELEASED, (out) => out._varint(id));
    }
  }
}
