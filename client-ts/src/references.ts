import { check, type Reader, type Writer } from "./bytes.ts";
import { type Announced, type ContractView, STREAM_CONTRACT, streamView, viewOf } from "./contracts.ts";
import type { Passed } from "./conversion.ts";
import { EncodeError } from "./errors.ts";
import { Kind } from "./frames.ts";
import { Feature } from "./hello.ts";
import type { Export } from "./exports.ts";
import { Import } from "./imports.ts";
import { need } from "./part.ts";
import type { Session } from "./session.ts";
import { importOf, stubOf } from "./stub.ts";
import type { TypeExpression, Types } from "./types.ts";

/** A place in the list of references that a message brought. */
export type Place = Import | Export;

/** The references of one session: those that came (imports), and by `Exports` those handed out. */
export class References {
  readonly _imports = new Map<number, Import>();
  readonly _contracts = new Map<number, Announced>();
  /** Numbers of contracts that were announced to the other side. */
  readonly _announced = new Map<string, number>();
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
    const { _incoming } = this._session;
    if (_incoming) _incoming._exports._latest = undefined;
    if (!passed.length) return 0;
    if (!(this._session._peer._features & Feature.REFERENCES)) {
      throw new EncodeError("the server takes no references");
    }
    const imports = passed.map(({ _value }) => this._importOf(_value));
    out._varint(passed.length);
    passed.forEach((each, i) => {
      const reference = imports[i];
      if (reference) out._varint(reference._id * 2 + 1);
      else {
        need(_incoming, "callbacks", "an argument that is called");
        _incoming._exports._export(out, each);
      }
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

  /** Reads the list in front of a message. */
  _read(input: Reader): Place[] {
    const count = input._varint();
    check(count <= input._left, "references", count);
    return Array.from({ length: count }, () => {
      const number = input._varint();
      const id = Math.floor(number / 2);
      if (number % 2 === 0) return this._came(id, input._varint());
      const known = this._session._incoming?._exports._known.get(id);
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
    const { _stream } = this._session._settings._parts;
    need(_stream, "streams", view._name);
    return this._keep(place, _stream(() => place, view, "items", [], () => place._release()));
  }

  /** The one stub of a reference. */
  _stub(reference: Import, types: Types): object {
    const known = reference._stub?.deref();
    if (known) return known;
    const { _name } = reference._announced;
    const view = viewOf(types, _name);
    const { _parts } = this._session._settings;
    const announced = view._methods ? view : _parts._announcedView?.(reference._announced);
    return this._keep(reference, stubOf(_parts, () => reference, announced ?? { ...view, _methods: [] }));
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
