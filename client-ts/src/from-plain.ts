import { isObject } from "./bytes.ts";
import { ANY, Conversion, type Whole } from "./conversion.ts";
import { PLAIN } from "./part.ts";
import type { TypeExpression, Types } from "./types.ts";

/** JavaScript's value of what JSON or CBOR gave: `body` is `plain` without its notes. */
type Rule = (body: any, from: FromPlain, type: Whole, plain: any) => unknown;

const any: Rule = (_, from, __, plain) => from._any(plain);
const number: Rule = (body) => Number(body);
const bigint: Rule = (body) => BigInt(body);

const list: Rule = (body, from, [kind, item], plain) => {
  if (!Array.isArray(body) && !(body instanceof Uint8Array)) from._fail(`the value is no ${kind}`);
  const made: any = from._make(plain, kind === "set" ? new Set() : []);
  body.forEach((each: unknown, i: number) => {
    const part = from._convert(item, each, undefined, i);
    kind === "set" ? made.add(part) : made.push(part);
  });
  return made;
};

/** Types that are in no table of rules are plain. */
const rules: Record<string, Rule> = {
  long: bigint,
  bigint,
  float: number,
  double: number,
  decimal: (body) => String(body),
  char: (body) => (typeof body === "number" ? String.fromCharCode(body) : body),
  bytes: (body, from) => {
    if (typeof body === "string") return Uint8Array.from(atob(body), (c) => c.charCodeAt(0));
    // not whatever says that it has a length
    return Array.isArray(body) || body instanceof Uint8Array ? Uint8Array.from(body) : from._fail("bytes is expected");
  },
  list,
  set: list,
  map: (body, from, [, key, value], plain) => {
    const made = from._make(plain, new Map<unknown, unknown>());
    const isList = Array.isArray(body);
    for (let [name, item] of isList || body instanceof Map ? body : Object.entries(body)) {
      if (!isList && /^@[^@]|^@$/.test(name)) continue; // a note
      if (!isList) name = unescaped(name);
      made.set(from._convert(key, name), from._convert(value, item, undefined, String(name)));
    }
    return made;
  },
  stream: any,
  any,
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

/** A key of a map that began with the sign of notes, which was doubled; other keys are as they come. */
const unescaped = (key: any): any => (typeof key === "string" ? key.replace(/^@@/, "@") : key);

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

  override _apply(type: Whole, plain: any): unknown {
    const [kind] = type;
    if (kind === "optional") {
      const items = [plain ?? []].flat();
      return items.length ? this._convert(type[1], items[0]) : undefined;
    }
    if (isObject(plain)) {
      if ("@ref" in plain) plain = this._shared.get(plain["@ref"]) ?? this._fail("@ref means nothing");
      if (this._made.has(plain)) return this._made.get(plain);
      if ("@remote" in plain) return this._remote(plain["@remote"], type);
    }
    const body = plain["@items"] ?? plain["@entries"] ?? plain["@value"] ?? plain;
    const rule = rules[kind];
    if (rule) return rule(body, this, type, plain);
    const primitive = PLAIN[kind];
    return primitive ? this._plain(primitive, body) : this._named(type, plain, body);
  }

  _plain(primitive: string, body: any): unknown {
    return typeof body === primitive ? body : this._fail(`${primitive} is expected`);
  }

  /** Notes what is made of an object before its parts are: they may refer to it. */
  _make<T>(plain: unknown, made: T): T {
    if (this._shared.size) this._made.set(plain, made);
    return made;
  }

  _named(type: Whole, plain: any, body: any): unknown {
    const own: string = plain["@class"] ?? type[0];
    const { record, enum: constants } = this._types[own] ?? {};
    if (constants) {
      const constant = this._plain("string", body);
      return own === type[0] ? constant : { "@class": own, "@value": constant };
    }
    if (!record || !isObject(plain)) this._fail(`class=${own} is unknown; generate its module anew`);
    return this._fields(type, own, plain, this._make(plain, {}));
  }

  _any(plain: any): unknown {
    if (!isObject(plain) || plain instanceof Uint8Array) return plain;
    const { "@class": own, "@items": items, "@entries": entries, "@value": value } = plain as any;
    const type = this._types[own];
    if (type) return this._named(type.enum ? [own] : ANY, plain, value);
    const isMap = entries || plain instanceof Map;
    const isList = items || Array.isArray(plain);
    if (isMap || isList) {
      const kind = isMap ? "map" : /Set$/.test(own) ? "set" : "list";
      return rules[kind](entries ?? items ?? plain, this, [kind, "any", "any"], plain);
    }
    if (value !== undefined) return this._convert(notedScalars[own] ?? "any", value);
    const made = this._make(plain, {});
    for (const name in plain) {
      // a plain assignment would take "__proto__" for more than a name
      Object.defineProperty(made, unescaped(name), {
        value: this._convert("any", (plain as any)[name], undefined, name),
        enumerable: true,
        writable: true,
        configurable: true,
      });
    }
    return made;
  }
}
