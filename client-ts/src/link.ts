import { check, Reader, Writer } from "./bytes.ts";
import { concat, frame, Kind } from "./frames.ts";
import type { Wire } from "./types.ts";

/** Sent and not acknowledged: beyond it what is to be sent waits. */
export const RESUME_WINDOW_BYTES = 1 << 20;
/** Beyond it the other side does not take what it asks for: the connection is given up. */
export const OUTBOUND_BYTES = 1 << 27;
/** What an array takes besides its bytes, about. */
const ARRAY_BYTES = 256;
/** An acknowledgement is due after so many bytes, or so many milliseconds. */
const ACK_BYTES = 1 << 14;
const ACK_MILLIS = 1000;
/** The longest message of WebSocket, and body of a request, that a server takes. */
const CHUNK_BYTES = 1 << 16;

/**
 * The two streams of frames of one session, over the connections that it has one after the other (ADR 36). What was sent
 * is kept until the other side has acknowledged it.
 *
 *     _frames   [ sent, not acknowledged | not sent ]
 *                ^ _base (position)       ^ _next (index), _sent (position)
 */
export class Link {
  _wire?: Wire;
  _frames: Uint8Array[] = [];
  _base = 0;
  _next = 0;
  _sent = 0;
  /** Bytes that have not been sent. */
  _waiting = 0;
  _handled = 0;
  _acknowledged = 0;
  _isFlushing = false;
  _ackTimer?: ReturnType<typeof setTimeout>;

  constructor(
    /** Whether the session can go on over another connection. */
    readonly _isResumable: boolean,
    readonly _take: (kind: number, body: Reader) => void,
    /** Told when what waited has left. */
    readonly _drained: () => void,
  ) {}

  /** Goes on over a new connection, from where the other side has handled what was sent. */
  _attach(wire: Wire, position: number): void {
    this._acknowledge(position);
    check(this._base === position, "position", position);
    for (let i = 0; i < this._next; i++) this._waiting += this._frames[i].length;
    this._next = 0;
    this._sent = this._base;
    this._wire = wire;
    this._flush();
  }

  _detach(): void {
    this._wire = undefined;
  }

  _send(bytes: Uint8Array): void {
    this._frames.push(bytes);
    this._waiting += bytes.length;
    if (!this._isFlushing) {
      this._isFlushing = true;
      queueMicrotask(() => this._flush()); // calls of one turn leave together
    }
  }

  _flush(): void {
    this._isFlushing = false;
    const from = this._next;
    const before = this._sent;
    while (
      this._wire &&
      this._next < this._frames.length &&
      (!this._isResumable ||
        this._sent - this._base < RESUME_WINDOW_BYTES ||
        this._frames[this._next][3] === Kind.ACK)
    ) {
      this._sent += this._frames[this._next++].length;
    }
    if (this._next === from) return;
    this._waiting -= this._sent - before;
    const batch = concat(this._frames.slice(from, this._next));
    if (!this._isResumable) this._acknowledge(this._sent);
    for (let at = 0; at < batch.length; at += CHUNK_BYTES) this._wire!.send(batch.subarray(at, at + CHUNK_BYTES));
    this._drained();
  }

  /** A frame came behind the introduction. */
  _frame(kind: number, body: Uint8Array): void {
    const unsent = this._waiting + (this._frames.length - this._next) * ARRAY_BYTES;
    check(unsent <= OUTBOUND_BYTES, `limit=${OUTBOUND_BYTES}, unsent bytes`, unsent);
    const input = new Reader(body);
    if (kind === Kind.ACK) {
      const position = input._varint();
      check(position <= this._sent, "position", position);
      this._acknowledge(position);
      this._flush();
    } else {
      this._take(kind, input);
    }
    this._handled += body.length + 4;
    if (!this._isResumable || (kind >= Kind.PING && kind <= Kind.ACK)) return;
    if (this._handled - this._acknowledged >= ACK_BYTES) this._ack();
    else this._ackTimer ??= setTimeout(() => this._ack(), ACK_MILLIS);
  }

  /** Before all that waits: two sides that wait for each other's acknowledgement would wait for ever. */
  _ack(): void {
    this._stopAck();
    this._acknowledged = this._handled;
    const bytes = frame(Kind.ACK, (out: Writer) => out._varint(this._handled));
    this._frames.splice(this._next, 0, bytes);
    this._waiting += bytes.length;
    this._flush();
  }

  _stopAck(): void {
    clearTimeout(this._ackTimer);
    this._ackTimer = undefined;
  }

  /** Forgets the frames before a position. */
  _acknowledge(position: number): void {
    let count = 0;
    while (count < this._next && this._base + this._frames[count].length <= position) {
      this._base += this._frames[count++].length;
    }
    this._frames.splice(0, count);
    this._next -= count;
  }
}
