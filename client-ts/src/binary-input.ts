import type { Reader } from "./bytes.ts";

/** Zigzag of up to 64 bits. */
export const zigzag = (input: Reader): bigint => {
  let value = 0n;
  for (let shift = 0n; shift < 70n; shift += 7n) {
    const byte = input._byte();
    value |= BigInt(byte & 127) << shift;
    if (byte < 128) return BigInt.asIntN(64, (value >> 1n) ^ -(value & 1n));
  }
  throw new RangeError(`binary: a number is too long at offset=${input._at}`);
};

export const integerOf = (bytes: Uint8Array): bigint => {
  let value = 0n;
  for (const byte of bytes) value = (value << 8n) | BigInt(byte);
  return BigInt.asIntN(8 * bytes.length, value);
};

/** The numbers and strings of docs/CODEC_FORMAT.md. */
export class BinaryInput {
  /** Whether numbers have their full width. */
  _isWide = true;

  constructor(readonly _input: Reader) {}

  _fail(problem: string): never {
    throw new RangeError(`binary: ${problem} at offset=${this._input._at}`);
  }

  _count(least = 1): number {
    const count = this._input._varint();
    if (count * least > this._input._left) this._fail(`count=${count} is more than the bytes that are left`);
    return count;
  }

  _number(bytes: number, isFloat?: boolean): number {
    const raw = this._input._raw(bytes);
    const view = new DataView(raw.buffer, raw.byteOffset);
    if (isFloat) return bytes === 8 ? view.getFloat64(0, true) : view.getFloat32(0, true);
    return bytes === 4 ? view.getInt32(0, true) : bytes === 2 ? view.getInt16(0, true) : view.getInt8(0);
  }

  _long(): bigint {
    const raw = this._input._raw(8);
    return new DataView(raw.buffer, raw.byteOffset).getBigInt64(0, true);
  }

  _int(): number {
    return this._isWide ? this._number(4) : Number(zigzag(this._input));
  }

  _char(): string {
    return String.fromCharCode(this._isWide ? this._number(2) & 0xffff : this._input._varint());
  }

  _zigzag(): number {
    return Number(zigzag(this._input));
  }

  /** A string behind its first varint. */
  _string(first: number): string {
    if (first < 2 || first === 3) this._fail(`string=${first} is unknown`);
    const raw = this._input._raw(first === 2 ? 2 * this._count(2) : first - 4);
    let made = "";
    for (let i = 0; i < raw.length; i += first === 2 ? 2 : 1) {
      made += String.fromCharCode(first === 2 ? raw[i] | (raw[i + 1] << 8) : raw[i]);
    }
    return made;
  }
}
