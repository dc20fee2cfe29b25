import { check, Writer } from "./bytes.ts";

/** Kinds of frames, PROTOCOL.md "Frames". */
export const enum Kind {
  HELLO = 1,
  WELCOME = 2,
  CLOSE = 3,
  PING = 4,
  PONG = 5,
  ACK = 6,
  LOOKUP = 8,
  CONTRACT = 9,
  SCHEMA = 0xa,
  CREDIT = 0xb,
  RELEASE = 0xc,
  RELEASED = 0xd,
  TELL = 0x10,
  ASK = 0x11,
  OPEN = 0x12,
  ANSWER = 0x13,
  ANSWER_NULL = 0x14,
  ANSWER_REFERENCE = 0x15,
  FAILURE = 0x16,
  REQUEST = 0x17,
  CANCEL = 0x18,
  ITEM = 0x19,
  ITEM_REFERENCE = 0x1b,
  END = 0x1c,
  FRAGMENT = 0x1e,
  FRAGMENT_END = 0x1f,
  /** Set on a frame with a list of references. */
  REFERENCES = 0x40,
  /** Set on an ask with a deadline of its own. */
  DEADLINE = 0x80,
}

const HEADER_BYTES = 4;

/** One frame: three bytes of length, the kind, the body. */
export const frame = (kind: number, body: (out: Writer) => unknown): Uint8Array => {
  const out = new Writer();
  out._room(HEADER_BYTES);
  body(out);
  return finished(out, kind);
};

/** Fills in the header of what was written behind four bytes of room. */
export const finished = (out: Writer, kind: number): Uint8Array => {
  const length = out._length - HEADER_BYTES;
  out._bytes.set([length, length >> 8, length >> 16, kind]);
  return out._done();
};

export const concat = (parts: Uint8Array[]): Uint8Array => {
  const out = new Writer();
  out._bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.forEach((part) => out._raw(part));
  return out._bytes;
};

/** Cuts bytes of a connection into frames; keeps the part of a frame that has come. */
export const frameParser = (frameBytes: number, take: (kind: number, body: Uint8Array) => void) => {
  let rest: Uint8Array = new Uint8Array(0);
  return (bytes: Uint8Array): void => {
    rest = rest.length ? concat([rest, bytes]) : bytes;
    while (rest.length >= HEADER_BYTES) {
      const end = HEADER_BYTES + (rest[0] | (rest[1] << 8) | (rest[2] << 16));
      check(end <= frameBytes, `frameBytes=${frameBytes}, bytes`, end);
      if (rest.length < end) break;
      const whole = rest.subarray(0, end);
      rest = rest.subarray(end);
      take(whole[3], whole.subarray(HEADER_BYTES));
    }
  };
};
