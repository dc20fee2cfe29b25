import { ProtocolError } from "./errors.ts";

/** The numbers of PROTOCOL.md, "Building blocks": little-endian integers, LEB128 varints, texts with their length + 1. */

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export const utf8 = (text: string): Uint8Array => encoder.encode(text);
export const textOf = (bytes: Uint8Array): string => decoder.decode(bytes);

/** Throws the error that closes a connection unless all is well: `what: field`, and the value that is wrong. */
export function check(isWell: unknown, what: string, value?: unknown): asserts isWell {
  if (!isWell) throw new ProtocolError(`${what}=${value} is wrong`);
}

export const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Bytes that grow. */
export class Writer {
  _bytes = new Uint8Array(128);
  _length = 0;
  /** Where the part of a call begins that takes credit, behind the header of its frame. */
  _start = 4;

  /** Makes room and returns where it begins. */
  _room(bytes: number): number {
    const start = this._length;
    this._length += bytes;
    if (this._length > this._bytes.length) {
      const larger = new Uint8Array(this._length * 2);
      larger.set(this._bytes);
      this._bytes = larger;
    }
    return start;
  }

  _byte(value: number): this {
    const at = this._room(1); // first: it may replace the array
    this._bytes[at] = value;
    return this;
  }

  _int(value: number): this {
    return this._byte(value)._byte(value >> 8)._byte(value >> 16)._byte(value >> 24);
  }

  /** Numbers without a sign, up to 2^53 - 1. */
  _varint(...values: number[]): this {
    for (let value of values) {
      for (; value > 127; value = Math.floor(value / 128)) this._byte((value % 128) | 128);
      this._byte(value);
    }
    return this;
  }

  _raw(bytes: Uint8Array): this {
    const at = this._room(bytes.length);
    this._bytes.set(bytes, at);
    return this;
  }

  _block(bytes: Uint8Array): this {
    return this._varint(bytes.length + 1)._raw(bytes);
  }

  _text(text: string | null): this {
    return text === null ? this._byte(0) : this._block(utf8(text));
  }

  _done(): Uint8Array {
    return this._bytes.subarray(0, this._length);
  }
}

/** Reads what a {@link Writer} wrote; a body that is too short is a {@link ProtocolError}. */
export class Reader {
  _at = 0;

  constructor(readonly _bytes: Uint8Array) {}

  get _left(): number {
    return this._bytes.length - this._at;
  }

  _raw(length: number): Uint8Array {
    check(length <= this._left, "missing bytes", length - this._left);
    return this._bytes.subarray(this._at, (this._at += length));
  }

  _byte(): number {
    return this._raw(1)[0];
  }

  _int(): number {
    return this._byte() | (this._byte() << 8) | (this._byte() << 16) | (this._byte() << 24);
  }

  _varint(): number {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const byte = this._byte();
      value += (byte & 127) * scale;
      check(value <= Number.MAX_SAFE_INTEGER, "limit=2^53-1, number", value);
      if (byte < 128) return value;
    }
  }

  _block(): Uint8Array | null {
    const length = this._varint();
    return length ? this._raw(length - 1) : null;
  }

  _text(): string | null {
    const bytes = this._block();
    return bytes && textOf(bytes);
  }
}
