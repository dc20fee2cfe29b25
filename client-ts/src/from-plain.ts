import { Conversion, isObject, substitute, unescaped } from "./conversion.ts";
import type { TypeExpression, Types } from "./types.ts";

const bytesOf = (plain: any): Uint8Array | undefined =>
  typeof plain === "string"
    ? Uint8Array.from(atob(plain), (c) => c.charCodeAt(0))
    : Array.isArray(plain) || plain instanceof Uint8Array // not whatever says that it has a length
      ? Uint8Array.from(plain)
      : undefined;

/** JavaScript's value of a scalar; those that are not here are as they come. */
const scalars: Record<string, (plain: any) => unknown> = {
  long: BigInt,
  bigint: BigInt,
  float: Number,
  double: Number,
  decimal: String,
  char: (plain) => (typeof plain === "number" ? String.fromCharCode(plain) : plain),
  bytes: bytesOf,
};

/** Scalars by the class that a note names, where nothing is declared. */
const notedScalars: Record<string, string> = {
  __proto__: null as never, // no class is called as what objects have anyway
  "java.lang.Long": "long",
  "java.math.BigInteger": "bigint",
  "java.lang.Double": "double",
  "java.lang.Float": "double",
  "byte[]": "bytes",
};

/** From plain values to JavaScript's. */
export class FromPlain extends Conversion {
  /** What was made of an object that more than one place refers to. */
  readonly _made = new Map<unknown, unknown>();

  constructor(
    types: Types,
    what: string,
    /** Objects that `@ref` may mean; empty where nothing is shared. */
    readonly _shared: Map<unknown, unknown>,
    /** The reference at a place of the message's list. */
    readonly _remote: (place: number, type: TypeExpression) => unknown,
  ) {
    super(types, what);
  }

  override _convert(type: TypeExpression, plain: any, generics?: readonly TypeExpression[]): unknown {
    type = substitute(type, generics);
    const optional = type[0] === "optional";
    if (plain == null) return optional ? undefined : null;
    if (optional) {
      const items = Array.isArray(plain) ? plain : [plain];
      return items.length ? this._convert(type[1], items[0]) : undefined;
    }
    if (isObject(plain)) {
      if ("@ref" in plain) plain = this._shared.get(plain["@ref"]) ?? this._fail("@ref means nothing");
      if (this._made.has(plain)) return this._made.get(plain);
      if ("@remote" in plain) return this._remote(plain["@remote"], type);
    }
    if (type === "any") return this._any(plain);
    const body = plain["@items"] ?? plain["@entries"] ?? plain["@value"] ?? plain;
    if (typeof type !== "string") return this._compound(type, plain, body);
    const scalar = scalars[type];
    if (scalar) return scalar(body) ?? this._fail(`${type} is expected`);
    return this._types[type] ? this._named(type, plain, body) : body;
  }

  /** Notes what is made of an object before its parts are: they may refer to it. */
  _make<T>(plain: unknown, made: T): T {
    if (this._shared.size) this._made.set(plain, made);
    return made;
  }

  _compound([kind, first, second, ...more]: readonly TypeExpression[], plain: any, body: any): unknown {
    if (kind === "map") return this._map(plain, body, first, second);
    if (kind === "generic") return this._named(first as string, plain, body, second ? [second, ...more] : []);
    if (kind !== "list" && kind !== "set") return this._any(plain);
    if (!Array.isArray(body) && !(body instanceof Uint8Array)) this._fail(`a ${kind} is expected`);
    const list: unknown[] = [];
    const made = this._make(plain, kind === "set" ? new Set() : list);
    body.forEach((item: unknown, i: number) => {
      const part = this._part(i, first, item);
      made instanceof Set ? made.add(part) : made.push(part);
    });
    return made;
  }

  _map(plain: any, body: any, key: TypeExpression, value: TypeExpression): unknown {
    const made = this._make(plain, new Map<unknown, unknown>());
    const isList = Array.isArray(body);
    for (let [name, item] of isList || body instanceof Map ? body : Object.entries(body)) {
      if (!isList && typeof name === "string" && name[0] === "@") {
        if (name[1] !== "@") continue; // a note
        name = unescaped(name);
      }
      made.set(this._convert(key, name), this._part(String(name), value, item));
    }
    return made;
  }

  _named(type: string, plain: any, body: any, generics?: readonly TypeExpression[]): unknown {
    const own: string = plain["@class"] ?? type;
    const { record: fields, enum: constants } = this._types[own] ?? {};
    if (constants) return body;
    if (!fields || !isObject(plain)) this._fail(`class=${own} is not one that the page knows; generate its types anew`);
    const made = this._make(plain, (own === type ? {} : { "@class": own }) as Record<string, unknown>);
    for (const field in fields) {
      made[field] = this._part(field, fields[field], (plain as any)[field], generics);
    }
    return made;
  }

  _any(plain: any): unknown {
    if (!isObject(plain) || plain instanceof Uint8Array) return plain;
    if (Array.isArray(plain)) return this._compound(["list", "any"], plain, plain);
    const { "@class": own, "@items": items, "@entries": entries, "@value": value } = plain as any;
    if (this._types[own]) {
      const named = this._named(own, plain, value ?? plain);
      return isObject(named) ? Object.assign(named, { "@class": own }) : named;
    }
    if (items) return this._compound([/Set$/.test(own) ? "set" : "list", "any"], plain, items);
    if (entries || plain instanceof Map) return this._map(plain, entries ?? plain, "any", "any");
    if (value !== undefined) return this._convert(notedScalars[own] ?? "any", value);
    const made = this._make(plain, {});
    for (const name in plain) {
      const item = this._part(name, "any", (plain as any)[name]);
      // a plain assignment would take "__proto__" for more than a name
      Object.defineProperty(made, unescaped(name), { value: item, enumerable: true, writable: true, configurable: true });
    }
    return made;
  }
}
