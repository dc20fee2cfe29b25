import { check, type Reader, Writer } from "./bytes.ts";
import { concat, frame, Kind } from "./frames.ts";

/** Messages that are assembled at a time. */
const MOST_MESSAGES = 64;
const FRAGMENT_BYTES = 1 << 15;
/** What a frame is shorter than the longest one, or travels in fragments. */
const SPARE_BYTES = 64;

/** The frames of a message: itself, or its fragments one behind the other. */
export const fragments = (message: Uint8Array, frameBytes: number): Uint8Array[] => {
  if (message.length <= frameBytes - SPARE_BYTES) return [message];
  const kind = message[3];
  const body = message.subarray(4);
  const part = Math.min(FRAGMENT_BYTES, frameBytes - SPARE_BYTES);
  const frames: Uint8Array[] = [];
  for (let at = 0; at < body.length; at += part) {
    const isLast = at + part >= body.length;
    frames.push(
      frame(isLast ? Kind.FRAGMENT_END : Kind.FRAGMENT, (out: Writer) => {
        out._byte(0);
        if (isLast) out._byte(kind);
        out._raw(body.subarray(at, at + part));
      }),
    );
  }
  return frames;
};

/** Puts fragments together again. */
export class Assembler {
  readonly _parts = new Map<number, Uint8Array[]>();
  _bytes = 0;

  constructor(readonly _messageBytes: number) {}

  /** Takes FRAGMENT. */
  _add(id: number, bytes: Uint8Array): Uint8Array[] {
    const parts = this._parts.get(id) ?? [];
    this._parts.set(id, parts);
    parts.push(bytes);
    this._bytes += bytes.length;
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    check(
      this._parts.size <= MOST_MESSAGES && length <= this._messageBytes && this._bytes <= 2 * this._messageBytes,
      `messages=${this._parts.size}, limit=${MOST_MESSAGES}, messageBytes=${this._messageBytes}, bytes`,
      length,
    );
    return parts;
  }

  /** Takes FRAGMENT_END; the body of the message. */
  _end(id: number, input: Reader): Uint8Array {
    const parts = this._add(id, input._raw(input._left));
    this._parts.delete(id);
    const whole = concat(parts);
    this._bytes -= whole.length;
    return whole;
  }
}
