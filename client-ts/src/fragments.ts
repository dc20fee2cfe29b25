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

/** A message that is being assembled. */
interface Partial {
  _parts: Uint8Array[];
  _bytes: number;
}

/** Puts fragments together again. What a server sends in crumbs takes memory, too: each part counts 64 bytes more than it has. */
export class Assembler {
  readonly _partials = new Map<number, Partial>();
  _counted = 0;

  constructor(readonly _messageBytes: number) {}

  /** Takes FRAGMENT. */
  _add(id: number, bytes: Uint8Array): Partial {
    const partial = this._partials.get(id) ?? { _parts: [], _bytes: 0 };
    this._partials.set(id, partial);
    partial._parts.push(bytes);
    partial._bytes += bytes.length;
    this._counted += bytes.length + SPARE_BYTES;
    const messages = this._partials.size;
    check(
      messages <= MOST_MESSAGES &&
        partial._bytes <= this._messageBytes &&
        this._counted <= 2 * this._messageBytes + MOST_MESSAGES * SPARE_BYTES,
      `messages=${messages}, limit=${MOST_MESSAGES}, messageBytes=${this._messageBytes}, bytes`,
      partial._bytes,
    );
    return partial;
  }

  /** Takes FRAGMENT_END; the body of the message. */
  _end(id: number, input: Reader): Uint8Array {
    const { _parts, _bytes } = this._add(id, input._raw(input._left));
    this._partials.delete(id);
    this._counted -= _bytes + _parts.length * SPARE_BYTES;
    return concat(_parts);
  }
}
