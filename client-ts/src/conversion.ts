import { isObject } from "./bytes.ts";
import { DecodeError, EncodeError } from "./errors.ts";
import { PLAIN } from "./part.ts";
import type { TypeExpression, Types } from "./types.ts";

export const MOST_LEVELS = 500;

/** A kind or the name of a type, and its arguments. */
export type Whole = readonly [string, ...TypeExpression[]];

/** Replaces the parameters `$0`, `$1` of a generic record by the arguments of `owner`. */
const substitute = (type: TypeExpression, owner?: Whole): any =>
  typeof type !== "string"
    ? owner
      ? type.map((part) => substitute(part, owner))
      : type
    : type[0] === "$"
      ? (owner?.[+type.slice(1) + 1] ?? "any")
      : type;

const wholeOf = (type: TypeExpression, owner?: Whole): Whole => {
  const parts = substitute(type, owner);
  return typeof parts === "string" ? [parts] : parts[0] === "generic" ? parts.slice(1) : parts;
};

/**
 * Both directions of the table in docs/CODEC_TEXT.md: values of JavaScript become plain ones, which JSON and CBOR can
 * write, by the types of a generated module, and back.
 */
export abstract class Conversion {
  /** Where in the value the conversion is. */
  readonly _path: unknown[] = [];

  constructor(
    readonly _types: Types,
    readonly _what: string,
  ) {}

  /** Converts a value, or the part of one that `key` names in errors. */
  _convert(type: TypeExpression, value: unknown, owner?: Whole, key?: string | number): any {
    const isPart = key !== undefined;
    if (isPart && this._path.push(key) > MOST_LEVELS) this._fail(`levels > limit=${MOST_LEVELS}`);
    const whole = wholeOf(type, owner);
    const converted = value == null && whole[0] !== "optional" ? null : this._apply(whole, value);
    if (isPart) this._path.pop();
    return converted;
  }

  abstract _apply(type: Whole, value: any): unknown;

  /** The type `own` with its arguments, which is `type` or among those that `type` permits. */
  _permitted(type: Whole, own: string): Whole | undefined {
    if (type[0] === own) return type;
    for (const each of this._types[type[0]]?.sealed ?? []) {
      const found = this._permitted(wholeOf(each, type), own);
      if (found) return found;
    }
    return undefined;
  }

  /** Converts the fields of `value`, a record of class `own` where `type` is declared, into those of `made`. */
  _fields(type: Whole, own: string, value: any, made: Record<string, unknown>): object {
    const { record } = this._types[own];
    const owner = this._permitted(type, own);
    if (own !== type[0]) made["@class"] = own;
    for (const field in record) made[field] = this._convert(record[field], value[field], owner, field);
    return made;
  }

  _fail(problem: string): never {
    const text = `${[this._what, ...this._path].join(".")}: ${problem}`;
    throw this instanceof ToPlain ? new EncodeError(text) : new DecodeError(text);
  }
}

/** An actor or a stream within a value, by its place in the list of references. */
export interface Passed {
  _value: object;
  /** The contract's name, or the type of a stream's items. */
  _contract?: string;
  _items?: TypeExpression;
  _types: Types;
}

/** The plain form of a value; undefined where the value does not fit. */
type Rule = (value: any, to: ToPlain, type: Whole) => unknown;

export const ANY: Whole = ["any"];

const text = (value: unknown): unknown => (typeof value === "string" ? value : undefined);
const float: Rule = (value, { _isText }) =>
  typeof value === "number" ? (_isText && !Number.isFinite(value) ? String(value) : value) : undefined;
const integer = (value: unknown): unknown =>
  typeof value === "bigint" || Number.isSafeInteger(value) ? String(value) : undefined;

const base64 = (bytes: Uint8Array): string => {
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
};

const list: Rule = (value, to, [, item]) =>
  isObject(value) && Symbol.iterator in value
    ? Array.from(value as Iterable<unknown>, (each, i) => to._convert(item, each, undefined, i))
    : undefined;

/** Types that are in no table of rules are plain. */
const rules: Record<string, Rule> = {
  int: (value) => (value === (value | 0) ? value : undefined),
  long: (value, { _isText }) => {
    const digits = integer(value) as string;
    return digits === undefined || String(BigInt.asIntN(64, BigInt(digits))) !== digits
      ? undefined
      : Number.isSafeInteger(+digits)
        ? +digits
        : _isText
          ? digits
          : value;
  },
  float,
  double: float,
  char: (value) => (value.length === 1 ? text(value) : undefined),
  bytes: (value, { _isText }) => (value instanceof Uint8Array ? (_isText ? base64(value) : value) : undefined),
  bigint: integer,
  decimal: (value) => text(value) ?? integer(value),
  time: (value) => (value instanceof Date ? value.toISOString() : text(value)),
  optional: (value, to, [, item]) => (value == null ? [] : [to._convert(item, value)]),
  list,
  set: list,
  map: (value, to, [, key, type]) => {
    if (!isObject(value)) return undefined;
    const entries = Array.from(value instanceof Map ? value : Object.entries(value), ([name, item]) => [
      to._convert(key, name),
      to._convert(type, item, undefined, String(name)),
    ]);
    // keys that begin with the sign of notes get a second one
    return key === "string" ? Object.fromEntries(entries.map(([name, item]) => [name.replace(/^@/, "@@"), item])) : entries;
  },
  stream: (value, to, [, _items]) => (isStream(value) ? to._pass(value, { _items }) : undefined),
  /** A value whose declared type says nothing, `Object` in Java. */
  any: (value, to) => {
    if (typeof value === "number") return float(value, to, ANY);
    if (/^[fs]/.test(typeof value)) return text(value); // function, symbol: misfits
    for (const [type, name, note, as] of noted) {
      if (Object(value) instanceof type) return { "@class": name, [note]: to._convert(as, value) };
    }
    if (!isObject(value)) return value;
    if (Array.isArray(value)) return to._convert(["list", "any"], value);
    if (isStream(value)) return to._pass(value, { _items: "any" });
    if (to._isStub(value)) return to._pass(value);
    const own = (value as any)["@class"];
    if (to._types[own]?.record) return to._fields(ANY, own, value, {});
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, to._convert("any", item, undefined, name)]),
    );
  },
};

/** Classes that are told by a note where nothing is declared. */
const noted: [new (...args: any) => object, string, string, TypeExpression][] = [
  [BigInt as any, "java.lang.Long", "@value", "long"],
  [Uint8Array, "byte[]", "@value", "bytes"],
  [Date, "java.time.Instant", "@value", "time"],
  [Set, "java.util.HashSet", "@items", ["set", "any"]],
  [Map, "java.util.HashMap", "@entries", ["map", "any", "any"]],
];

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

  override _apply(type: Whole, value: any): unknown {
    const [kind] = type;
    const rule = rules[kind];
    const primitive = PLAIN[kind];
    const plain = rule
      ? rule(value, this, type)
      : !primitive
        ? this._named(type, value)
        : typeof value === primitive
          ? value
          : undefined;
    return plain === undefined ? this._fail(`the value is no ${kind === "any" ? "value" : kind}`) : plain;
  }

  _pass(value: object, more?: Partial<Passed>): unknown {
    return { "@remote": this._passed.push({ _value: value, _types: this._types, ...more }) - 1 };
  }

  _named(whole: Whole, value: any): unknown {
    const { _types } = this;
    const [kind] = whole;
    const named = _types[kind] ?? {};
    if (named.enum) return named.enum.includes(value) ? value : undefined;
    if (!isObject(value)) return undefined;
    if (named.methods) return this._pass(value, { _contract: kind });
    const { "@class": own = kind, "@value": constant } = value as any;
    const type = _types[own] ?? {};
    if (type.enum?.includes(constant)) return { "@class": own, "@value": constant };
    return type.record ? this._fields(whole, own, value, {}) : undefined;
  }
}
