import { Reader, textOf, utf8, Writer } from "./bytes.ts";
import { decimal } from "./decimal.ts";
import { Feature } from "./hello.ts";
import type { Encoding } from "./types.ts";

/** RFC 8949. A head is a major type (three bits), and a number of 0, 1, 2, 4 or 8 bytes. */
const UNSIGNED = 0;
const NEGATIVE = 1;
const BYTES = 2;
const TEXT = 3;
const LIST = 4;
const MAP = 5;
const BREAK = 0xff;

/** Tags of docs/CODEC_TEXT.md. */
const BIGNUM = 2;
const NEGATIVE_BIGNUM = 3;
const DECIMAL = 4;
const SHARED = 28;
const REFERENCE = 29;
const IGNORED = [0, 32, 55799];
const MOST_LEVELS = 1000;

const head = (out: Writer, major: number, value: number | bigint): void => {
  const bytes = value < 24 ? 0 : value < 0x100 ? 1 : value < 0x10000 ? 2 : value < 0x100000000 ? 4 : 8;
  out._byte((major << 5) | (bytes ? 24 + Math.log2(bytes) : Number(value)));
  const number = BigInt(value);
  for (let i = bytes - 1; i >= 0; i--) out._byte(Number((number >> BigInt(8 * i)) & 255n));
};

const write = (out: Writer, value: any): void => {
  if (typeof value === "string") {
    const text = utf8(value);
    head(out, TEXT, text.length);
    out._raw(text);
  } else if (typeof value === "bigint" || (Number.isSafeInteger(value) && !Object.is(value, -0))) {
    if (value < 0) head(out, NEGATIVE, -1n - BigInt(value));
    else head(out, UNSIGNED, value);
  } else if (typeof value === "number") {
    const float = new DataView(new ArrayBuffer(8));
    float.setFloat64(0, value);
    out._byte(0xfb)._raw(new Uint8Array(float.buffer));
  } else if (value instanceof Uint8Array) {
    head(out, BYTES, value.length);
    out._raw(value);
  } else if (Array.isArray(value)) {
    head(out, LIST, value.length);
    value.forEach((item) => write(out, item));
  } else if (typeof value === "object" && value) {
    const entries = Object.entries(value);
    head(out, MAP, entries.length);
    entries.forEach(([name, item]) => {
      write(out, name);
      write(out, item);
    });
  } else {
    out._byte(value === true ? 0xf5 : value === false ? 0xf4 : 0xf6);
  }
};

/** Half floats, which our writers do not use. */
const half = (bits: number): number => {
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  const size =
    exponent === 31
      ? fraction
        ? NaN
        : Infinity
      : exponent
        ? 2 ** (exponent - 25) * (1024 + fraction)
        : 2 ** -24 * fraction;
  return bits & 0x8000 ? -size : size;
};

class CborReader {
  readonly _shared: Map<unknown, unknown>;
  readonly _input: Reader;
  _level = 0;
  _place = 0;

  constructor(bytes: Uint8Array, shared: Map<unknown, unknown>) {
    this._input = new Reader(bytes);
    this._shared = shared;
  }

  _fail(problem: string): never {
    throw new RangeError(`cbor: ${problem} at offset=${this._input._at}`);
  }

  /** The number of a head; -1 for an indefinite length. */
  _number(info: number): number | bigint {
    if (info < 24) return info;
    if (info === 31) return -1;
    if (info > 27) this._fail(`head=${info} is malformed`);
    let value = 0n;
    for (const byte of this._input._raw(1 << (info - 24))) value = (value << 8n) | BigInt(byte);
    return value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
  }

  _read(place?: number): unknown {
    if (++this._level > MOST_LEVELS) this._fail(`levels > limit=${MOST_LEVELS}`);
    const value = this._item(this._input._byte(), place);
    this._level--;
    return value;
  }

  /** An item; `place` is its number where others may refer to it. */
  _item(first: number, place?: number): unknown {
    const major = first >> 5;
    const info = first & 31;
    if (major === 7) return this._simple(info);
    const value = this._number(info);
    const length = Number(value);
    const share = <T>(made: T): T => {
      if (place !== undefined) this._shared.set(place, made);
      return made;
    };
    switch (major) {
      case UNSIGNED:
        return value;
      case NEGATIVE:
        return typeof value === "bigint" || value === Number.MAX_SAFE_INTEGER ? -1n - BigInt(value) : -1 - value;
      case BYTES:
        return share(length < 0 ? this._chunks() : this._input._raw(length).slice());
      case TEXT:
        return textOf(length < 0 ? this._chunks() : this._input._raw(length));
      case LIST: {
        const list: unknown[] = share([]);
        this._each(length, () => list.push(this._read()));
        return list;
      }
      case MAP:
        return this._map(length, share);
      default:
        return this._tagged(length);
    }
  }

  /** Counts definite lengths, and looks for the end of others. */
  _each(length: number, read: () => void): void {
    for (let i = 0; length < 0 ? this._input._bytes[this._input._at] !== BREAK : i < length; i++) read();
    if (length < 0) this._input._byte();
  }

  _chunks(): Uint8Array {
    const out = new Writer();
    this._each(-1, () => out._raw(this._input._raw(Number(this._number(this._input._byte() & 31)))));
    return out._done().slice();
  }

  /** An object where all keys are strings, else a map; an object that others refer to has to be told before it is read. */
  _map(length: number, share: <T>(made: T) => T): unknown {
    const object = share<Record<string, unknown>>({});
    const entries: [unknown, unknown][] = [];
    let hasNames = true;
    this._each(length, () => {
      const name = this._read();
      const value = this._read();
      hasNames &&= typeof name === "string";
      entries.push([name, value]);
      if (hasNames) {
        Object.defineProperty(object, name as string, { value, enumerable: true, writable: true, configurable: true });
      }
    });
    return hasNames ? object : share(new Map(entries));
  }

  _tagged(tag: number): unknown {
    if (tag === SHARED) return this._read(this._place++);
    if (tag === REFERENCE) return this._shared.get(this._read()) ?? this._fail("a reference means nothing");
    if (IGNORED.includes(tag)) return this._read();
    if (tag === BIGNUM || tag === NEGATIVE_BIGNUM) {
      let value = 0n;
      for (const byte of this._read() as Uint8Array) value = (value << 8n) | BigInt(byte);
      return tag === BIGNUM ? value : -1n - value;
    }
    if (tag !== DECIMAL) this._fail(`tag=${tag} is unknown`);
    const [exponent, mantissa] = this._read() as (number | bigint)[];
    return decimal(Number(exponent), BigInt(mantissa));
  }

  _simple(info: number): unknown {
    if (info < 24) return info === 20 ? false : info === 21 ? true : null;
    const bytes = this._input._raw(1 << (info - 24));
    const view = new DataView(bytes.buffer, bytes.byteOffset);
    return info === 25
      ? half(view.getUint16(0))
      : info === 26
        ? view.getFloat32(0)
        : info === 27
          ? view.getFloat64(0)
          : this._fail(`simple value=${info} is unknown`);
  }
}

/** Values as CBOR: smaller than JSON, and bytes as they are. `connect(url, { encoding: cbor })`. */
export const cbor: Encoding = {
  feature: Feature.CBOR,
  isText: false,
  encode: (value) => {
    const out = new Writer();
    write(out, value);
    return out._done();
  },
  decode: (bytes, shared) => new CborReader(bytes, shared)._read(),
};
