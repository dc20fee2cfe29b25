import { check, type Reader, utf8 } from "./bytes.ts";
import { frame, type Kind } from "./frames.ts";
import type { Credentials } from "./types.ts";

/** What a side takes: the part of the introduction that both sides have in the same form. */
export interface Limits {
  /** The longest frame, header included. */
  frameBytes: number;
  /** The longest message, fragments put together. */
  messageBytes: number;
  /** Calls, and their bytes, that may wait at each reference. */
  creditMessages: number;
  creditBytes: number;
  /** Unanswered asks. */
  callsInFlight: number;
}

export const DEFAULT_LIMITS: Limits = {
  frameBytes: 1 << 18,
  messageBytes: 1 << 26,
  creditMessages: 16384,
  creditBytes: 1 << 20,
  callsInFlight: 16384,
};

/** In the order of their numbers in an introduction. */
const LIMITS = Object.keys(DEFAULT_LIMITS) as (keyof Limits)[];

/** What HELLO and WELCOME say. */
export interface Hello extends Limits {
  _features: number;
  _token: Uint8Array;
  _credentials?: Credentials;
  /** How far the sender has handled the session that goes on; -1 for a new one. */
  _position: number;
}

/** The least that a side may take of frames, messages and credit. */
const LEAST_BYTES = 1024;
/** No frame is longer, whatever the other side takes: its length has three bytes. */
const MOST_FRAME_BYTES = 0xffffff;
const MAGIC = 0x4b534c54;

/** The wide form of binary values, references with any message, pipelining, streams as arguments, resuming, digests behind contracts. */
export const enum Feature {
  WIDE = 1,
  REFERENCES = 2,
  PIPELINING = 4,
  STREAMS = 8,
  RESUME = 32,
  CBOR = 64,
  JSON = 128,
  DIGESTS = 256,
}

const secretOf = (shown: Credentials): Uint8Array => {
  const secret = shown.token ?? shown.secret ?? `${shown.user}:${shown.password}`;
  return typeof secret === "string" ? utf8(secret) : secret;
};

export const helloFrame = (kind: Kind, hello: Hello): Uint8Array =>
  frame(kind, (out) => {
    out._int(MAGIC)._byte(0)._varint(hello._features, hello._token.length)._raw(hello._token);
    out._varint(...LIMITS.map((limit) => hello[limit]));
    const shown = hello._credentials;
    const secret = shown ? secretOf(shown) : new Uint8Array(0);
    if (shown || hello._position >= 0) {
      out._text(shown ? shown.scheme : null)._varint(secret.length)._raw(secret);
      if (hello._position >= 0) out._varint(hello._position + 1);
    }
  });

export const readHello = (input: Reader): Hello => {
  const magic = input._int();
  check(magic === MAGIC, "magic", magic);
  const version = input._varint();
  check(!version, "version", version);
  const hello: Hello = {
    _features: input._varint(),
    _token: input._raw(input._varint()).slice(),
    ...DEFAULT_LIMITS,
    _position: -1,
  };
  for (const limit of LIMITS) {
    const value = (hello[limit] = input._varint());
    check(value >= (/Bytes/.test(limit) ? LEAST_BYTES : 1), limit, value);
  }
  hello.frameBytes = Math.min(hello.frameBytes, MOST_FRAME_BYTES);
  if (input._left) {
    input._text();
    input._raw(input._varint());
    if (input._left) hello._position = input._varint() - 1;
  }
  return hello;
};
