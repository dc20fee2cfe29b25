import { check, type Reader, type Writer } from "./bytes.ts";
import { type Announced, announcedView, type ContractView, STREAM_CONTRACT, streamView, viewOf } from "./contracts.ts";
import type { Passed } from "./conversion.ts";
import { EncodeError } from "./errors.ts";
import { Kind } from "./frames.ts";
import { Feature } from "./hello.ts";
import { Import } from "./imports.ts";
import type { Session } from "./session.ts";
import { itemStream } from "./streams.ts";
import { importOf, stubOf } from "./stub.ts";
import type { TypeExpression, Types } from "./types.ts";

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

/** A place in the list of references that a message brought. */
export type Place = Import | Export;

/** The references of one session: those handed out (exports), and those that came (imports). */
export class References {
  readonly _exports = new Map<number, Export>();
  /** Numbers of exports by object and contract. */
  readonly _ids = new WeakMap<object, Record<number, number>>();
  readonly _imports = new Map<number, Import>();
  readonly _contracts = new Map<number, Announced>();
  /** Numbers of contracts that were announced to the other side. */
  readonly _announced = new Map<string, number>();
  readonly _freeIds: number[] = [];
  /** What the latest message handed out last, if it handed out anything. */
  _latest?: Export;
  /** Tells when the page has let go of a reference. */
  readonly _collected = new FinalizationRegistry((reference: Import) => this._drop(reference));

  constructor(readonly _session: Session) {}

  /** The number of a contract, which is announced first if it was not. */
  _announce(view: ContractView): number {
    let id = this._announced.get(view._name);
    if (!id) {
      id = this._announced.size + 1;
      this._announced.set(view._name, id);
      this._session._frame(Kind.CONTRACT, (out) => {
        out._varint(id!)._text(view._name)._varint(view._methods!.length);
        view._methods!.forEach((method) => out._text(method.signature));
      });
    }
    return id;
  }

  /** Writes the list of what a message passes, if there is something; the bit of its kind. */
  _write(out: Writer, passed: Passed[]): number {
    this._latest = undefined;
    if (!passed.length) return 0;
    if (!(this._session._peer._features & Feature.REFERENCES)) {
      throw new EncodeError("the server takes no references");
    }
    const imports = passed.map(({ _value }) => this._importOf(_value));
    out._varint(passed.length);
    passed.forEach((each, i) => {
      const reference = imports[i];
      if (reference) out._varint(reference._id * 2 + 1);
      else this._export(out, each);
    });
    return Kind.REFERENCES;
  }

  /** The reference behind a stub of this session, if it is one. */
  _importOf(value: object): Import | undefined {
    const reference = importOf(value);
    if (reference === null) throw new EncodeError("await the reference before it is passed on");
    if (reference?._session !== this._session) return undefined;
    reference._check();
    return reference;
  }

  _export(out: Writer, passed: Passed): void {
    const view: ContractView = passed._items
      ? streamView(passed._items, passed._types)
      : viewOf(passed._types, passed._contract!);
    const contract = this._announce(view);
    const { _value } = passed;
    // a stream is handed out anew each time: it is opened once
    const object: object = passed._items ? { items: () => _value } : _value;
    const ids = this._ids.get(object);
    const id = ids?.[contract] ?? this._freeIds.pop() ?? this._exports.size + 1;
    const known = this._exports.get(id) ?? {
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
    this._exports.set(id, known);
    this._ids.set(object, { ...ids, [contract]: id });
    out._varint(id * 2, contract);
  }

  /** RELEASE: the other side has let go of what came so often. */
  _released(id: number, times: number): void {
    const known = this._exports.get(id);
    check(known && known._count >= times, "reference", id);
    known._count -= times;
    if (!known._count) {
      this._exports.delete(id);
      delete this._ids.get(known._object)![known._contract];
      this._freeIds.push(id);
      this._session._frame(Kind.RELEASED, (out) => out._varint(id));
    }
  }

  /** Reads the list in front of a message. */
  _read(input: Reader): Place[] {
    const count = input._varint();
    check(count <= input._left, "references", count);
    return Array.from({ length: count }, () => {
      const number = input._varint();
      const id = Math.floor(number / 2);
      if (number % 2 === 0) return this._came(id, input._varint());
      const known = this._exports.get(id);
      check(known, "reference", id);
      return known;
    });
  }

  /** A reference that the other side hands out. */
  _came(id: number, contract: number): Import {
    const announced = this._contracts.get(contract);
    check(announced && id, "contract", contract);
    const known = this._imports.get(id) ?? new Import(this._session, id, announced);
    this._imports.set(id, known);
    known._count++;
    known._isDisposed = false;
    return known;
  }

  /** What a value has at a place. */
  _at(place: Place | undefined, type: TypeExpression, types: Types): unknown {
    if (!place) throw new RangeError("@remote means nothing");
    if (!(place instanceof Import)) return place._object;
    if (place._announced._name !== STREAM_CONTRACT) return this._stub(place, types);
    const view = streamView(type[0] === "stream" ? type[1] : "any", types);
    return this._keep(place, itemStream(() => place, view, "items", [], () => place._release()));
  }

  /** The one stub of a reference. */
  _stub(reference: Import, types: Types): object {
    const known = reference._stub?.deref();
    if (known) return known;
    const { _name } = reference._announced;
    const view = viewOf(types, _name);
    return this._keep(reference, stubOf(() => reference, view._methods ? view : announcedView(reference._announced)));
  }

  _keep<T extends object>(reference: Import, stub: T): T {
    reference._stub = new WeakRef(stub);
    this._collected.register(stub, reference);
    return stub;
  }

  /** Lets go of what came with a message and is not used. */
  _dropUnused(places: Place[]): void {
    for (const place of places) if (place instanceof Import) this._drop(place);
  }

  /** Lets go of a reference unless a stub is left. */
  _drop(reference: Import): void {
    if (!reference._stub?.deref()) reference._release();
  }
}
