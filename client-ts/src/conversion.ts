import { DecodeError, EncodeError } from "./errors.ts";
import type { TypeExpression, Types } from "./types.ts";

/**
 * Both directions of the table in docs/CODEC_TEXT.md: values of JavaScript become plain ones, which JSON and CBOR can
 * write, by the types of a generated module, and back.
 */
export abstract class Conversion {
  /** Where in the value the conversion is. */
  readonly _path: (string | number)[] = [];

  constructor(
    readonly _types: Types,
    readonly _what: string,
  ) {}

  /** Converts a part of the value, which `key` names in errors. */
  _part(key: string | number, type: TypeExpression, value: unknown, generics?: readonly TypeExpression[]): unknown {
    if (this._path.push(key) > MOST_LEVELS) this._fail(`levels > limit=${MOST_LEVELS}`);
    const converted = this._convert(type, value, generics);
    this._path.pop();
    return converted;
  }

  abstract _convert(type: TypeExpression, value: unknown, generics?: readonly TypeExpression[]): unknown;

  _fail(problem: string): never {
    const text = `${[this._what, ...this._path].join(".")}: ${problem}`;
    throw this instanceof ToPlain ? new EncodeError(text) : new DecodeError(text);
  }
}

export const MOST_LEVELS = 500;

/** Replaces the parameters `$0`, `$1` of a generic record. */
export const substitute = (type: TypeExpression, generics?: readonly TypeExpression[]): TypeExpression =>
  !generics
    ? type
    : typeof type === "string"
      ? type[0] === "$"
        ? generics[+type.slice(1)]
        : type
      : (type.map((part) => substitute(part, generics)) as unknown as TypeExpression);

/** An actor or a stream within a value, by its place in the list of references. */
export interface Passed {
  _value: object;
  /** The contract's name, or the type of a stream's items. */
  _contract?: string;
  _items?: TypeExpression;
  _types: Types;
}

type Scalar = (value: any, isText: boolean) => unknown;

const text: Scalar = (value) => (typeof value === "string" ? value : undefined);
const float: Scalar = (value, isText) =>
  typeof value === "number" ? (isText && !Number.isFinite(value) ? String(value) : value) : undefined;
const integer = (value: unknown): value is bigint | number => typeof value === "bigint" || Number.isSafeInteger(value);

const base64 = (bytes: Uint8Array): string => {
  let binary = "";
  for (let i = 0; i < bytes.length; i += 8192) binary += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(binary);
};

/** The plain form of a scalar; undefined where the value does not fit. */
const scalars: Record<string, Scalar> = {
  boolean: (value) => (typeof value === "boolean" ? value : undefined),
  int: (value) => (value === (value | 0) ? value : undefined),
  long: (value, isText) =>
    !integer(value) || BigInt.asIntN(64, BigInt(value)) != value
      ? undefined
      : Number.isSafeInteger(Number(value))
        ? Number(value)
        : isText
          ? String(value)
          : value,
  float,
  double: float,
  char: (value) => (typeof value === "string" && value.length === 1 ? value : undefined),
  string: text,
  text,
  bytes: (value, isText) => (value instanceof Uint8Array ? (isText ? base64(value) : value) : undefined),
  bigint: (value) => (integer(value) ? String(value) : undefined),
  decimal: (value) => (typeof value === "string" || integer(value) ? String(value) : undefined),
  time: (value) => (value instanceof Date ? value.toISOString() : text(value, true)),
};

const noted = (name: string, note: string, value: unknown) => ({ "@class": name, [note]: value });

/** What stands for a reference in JavaScript: a stub, or what is to be exported. */
export const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
export const isStream = (value: unknown): value is AsyncIterable<unknown> =>
  isObject(value) && Symbol.asyncIterator in value;

/** From JavaScript to plain values. Actors and streams that are met are listed in `_passed`. */
export class ToPlain extends Conversion {
  readonly _passed: Passed[] = [];

  constructor(
    types: Types,
    what: string,
    readonly _isText: boolean,
    /** Whether a value of type `any` is a reference. */
    readonly _isStub: (value: object) => boolean,
  ) {
    super(types, what);
  }

  override _convert(type: TypeExpression, value: any, generics?: readonly TypeExpression[]): unknown {
    type = substitute(type, generics);
    const optional = type[0] === "optional";
    if (value == null) return optional ? [] : null;
    if (optional) return [this._convert(type[1], value)];
    if (typeof type !== "string") return this._compound(type, value);
    if (type === "any") return this._any(value);
    const scalar = scalars[type];
    if (!scalar) return this._named(type, value);
    const plain = scalar(value, this._isText);
    return plain === undefined ? this._misfit(type) : plain;
  }

  _misfit(type: string): never {
    this._fail(`the value is no ${type}; pass one that the method's type admits`);
  }

  _compound([kind, first, second, ...more]: readonly TypeExpression[], value: any): unknown {
    if (kind === "list" || kind === "set") {
      if (!isObject(value) || !(Symbol.iterator in value)) return this._misfit(kind);
      return Array.from(value as Iterable<unknown>, (item, i) => this._part(i, first, item));
    }
    if (kind === "map") return this._map(value, first, second);
    if (kind === "stream") {
      return isStream(value) ? this._pass({ _value: value, _items: first, _types: this._types }) : this._misfit(kind);
    }
    return kind === "generic" ? this._named(first as string, value, second ? [second, ...more] : []) : this._any(value);
  }

  _map(value: any, key: TypeExpression, type: TypeExpression): unknown {
    if (!isObject(value)) return this._misfit("map");
    const entries = Array.from(value instanceof Map ? value : Object.entries(value), ([name, item]) => [
      this._convert(key, name),
      this._part(String(name), type, item),
    ]);
    return key === "string" ? Object.fromEntries(entries.map(([name, item]) => [escaped(name as string), item])) : entries;
  }

  _pass(passed: Passed): unknown {
    return { "@remote": this._passed.push(passed) - 1 };
  }

  _named(type: string, value: any, generics?: readonly TypeExpression[]): unknown {
    const named = this._types[type] ?? {};
    if (named.methods) {
      if (!isObject(value)) return this._misfit(type);
      return this._pass({ _value: value, _contract: type, _types: this._types });
    }
    if (named.enum) return named.enum.includes(value) ? value : this._misfit(type);
    const constants = named.sealed?.find((each) => this._types[each]?.enum?.includes(value));
    if (constants) return noted(constants, "@value", value);
    const own = value["@class"] ?? type;
    const fields = this._types[own]?.record;
    if (!fields || !isObject(value)) return this._misfit(type);
    const plain: Record<string, unknown> = own === type ? {} : { "@class": own };
    for (const field in fields) {
      plain[field] = this._part(field, fields[field], (value as any)[field], generics);
    }
    return plain;
  }

  /** A value whose declared type says nothing, `Object` in Java. */
  _any(value: any): unknown {
    if (typeof value === "number") return float(value, this._isText);
    if (typeof value === "bigint") return noted("java.lang.Long", "@value", this._convert("long", value));
    if (typeof value === "function" || typeof value === "symbol") return this._misfit("value");
    if (!isObject(value)) return value;
    if (value instanceof Uint8Array) return noted("byte[]", "@value", this._convert("bytes", value));
    if (value instanceof Date) return noted("java.time.Instant", "@value", value.toISOString());
    if (Array.isArray(value)) return this._convert(["list", "any"], value);
    if (value instanceof Set) return noted("java.util.HashSet", "@items", this._convert(["list", "any"], value));
    if (value instanceof Map) {
      return noted("java.util.HashMap", "@entries", this._map(value, "any", "any"));
    }
    if (isStream(value)) return this._convert(["stream", "any"], value);
    if (this._isStub(value)) return this._pass({ _value: value, _types: this._types });
    const own = (value as any)["@class"];
    if (this._types[own]?.record) return { "@class": own, ...(this._named(own, value) as object) };
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, this._part(name, "any", item)]));
  }
}

/** Keys of maps that begin with the sign of notes get a second one. */
const escaped = (key: string): string => (key[0] === "@" ? "@" + key : key);
export const unescaped = (key: string): string => (key.startsWith("@@") ? key.slice(1) : key);

