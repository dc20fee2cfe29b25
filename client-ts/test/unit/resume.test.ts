import { expect, test } from "vitest";
import { Reader, Writer } from "../../src/bytes.ts";
import { frame, frameParser, Kind } from "../../src/frames.ts";
import { Link } from "../../src/link.ts";

/** Numbers by chance that a seed repeats (mulberry32). */
const random = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
};

/** One side: what it has taken, in order, and the part of its connection. */
class Side {
  taken: number[] = [];
  inbox: Uint8Array[] = [];
  link = new Link(
    true,
    (_kind, body) => {
      if (body._left > 1) this.taken.push(new Reader(body._bytes)._int());
    },
    () => undefined,
  );
  parse = frameParser(1 << 20, () => undefined);

  attach(other: Side, position: number): void {
    this.inbox = [];
    this.parse = frameParser(1 << 20, (kind, body) => this.link._frame(kind, body));
    this.link._attach({ send: (bytes) => void other.inbox.push(bytes.slice()), close: () => undefined }, position);
  }

  /** Takes what has come, up to so many bytes. */
  read(limit: number): void {
    while (this.inbox.length && limit > 0) {
      const [next] = this.inbox;
      const part = next.subarray(0, limit);
      limit -= part.length;
      if (part.length === next.length) this.inbox.shift();
      else this.inbox[0] = next.subarray(part.length);
      this.parse(part);
    }
  }
}

test.each(Array.from({ length: 50 }, (_, seed) => seed))("connections cut at any byte, seed %i", (seed) => {
  const chance = random(seed);
  const [a, b] = [new Side(), new Side()];
  const connect = () => {
    a.link._detach();
    b.link._detach();
    // both introductions have crossed: each says how far it has handled the other
    const [ofA, ofB] = [a.link._handled, b.link._handled];
    a.inbox = b.inbox = [];
    a.attach(b, ofB);
    const toB = b.inbox;
    b.attach(a, ofA);
    b.inbox = toB;
  };
  const sent = [0, 0];
  const send = (side: Side, which: number) => {
    const length = chance() < 0.05 ? 40_000 : Math.floor(chance() * 300);
    side.link._send(frame(Kind.TELL, (out: Writer) => out._int(sent[which]++)._raw(new Uint8Array(length))));
  };
  connect();
  for (let step = 0; step < 600; step++) {
    const choice = chance();
    if (choice < 0.3) send(a, 0);
    else if (choice < 0.5) send(b, 1);
    else if (choice < 0.7) a.read(Math.floor(chance() * 20_000));
    else if (choice < 0.9) b.read(Math.floor(chance() * 20_000));
    else if (choice < 0.95) connect();
    a.link._flush();
    b.link._flush();
  }
  connect();
  for (let i = 0; i < 200; i++) {
    a.read(1 << 20);
    b.read(1 << 20);
    a.link._flush();
    b.link._flush();
  }
  a.link._stopAck();
  b.link._stopAck();
  expect(b.taken).toEqual(Array.from({ length: sent[0] }, (_, i) => i));
  expect(a.taken).toEqual(Array.from({ length: sent[1] }, (_, i) => i));
});
