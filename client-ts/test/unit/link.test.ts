import { afterEach, describe, expect, test, vi } from "vitest";
import { Writer } from "../../src/bytes.ts";
import { Assembler, fragments } from "../../src/fragments.ts";
import { concat, frame, frameParser, Kind } from "../../src/frames.ts";
import { Link, RESUME_WINDOW_BYTES } from "../../src/link.ts";
import { Reader } from "../../src/bytes.ts";

afterEach(() => void vi.useRealTimers());

/** A wire that notes what is sent. */
const wire = () => {
  const sent: Uint8Array[] = [];
  return { sent, bytes: () => concat(sent), send: (bytes: Uint8Array) => void sent.push(bytes.slice()), close: () => undefined };
};
const tell = (length: number, fill = 7) => frame(Kind.TELL, (out: Writer) => out._raw(new Uint8Array(length - 4).fill(fill)));
const link = (isResumable = true) => {
  const taken: number[] = [];
  return { taken, link: new Link(isResumable, (kind) => taken.push(kind), () => undefined) };
};
const ack = (position: number) => frame(Kind.ACK, (out: Writer) => out._varint(position)).subarray(4);

describe("a link", () => {
  test("what was not handled is sent again over another connection, and nothing else", () => {
    const { link: it } = link();
    const first = wire();
    it._attach(first, 0);
    for (let i = 0; i < 4; i++) it._send(tell(100, i));
    it._flush();
    it._detach();
    it._send(tell(100, 4));
    it._flush();
    expect(first.bytes().length).toBe(400);
    const second = wire();
    it._attach(second, 300);
    expect(second.bytes()).toEqual(concat([tell(100, 3), tell(100, 4)]));
    expect(() => it._attach(wire(), 350)).toThrow("position=350");
    expect(() => it._frame(Kind.ACK, ack(501))).toThrow("position=501");
  });

  test("what is sent waits at the window, but acknowledgements", () => {
    const { link: it } = link();
    const near = wire();
    it._attach(near, 0);
    for (let i = 0; i < 5; i++) it._send(tell(RESUME_WINDOW_BYTES / 4));
    it._flush();
    expect(near.bytes().length).toBe(RESUME_WINDOW_BYTES);
    expect(it._waiting).toBe(RESUME_WINDOW_BYTES / 4);
    for (let i = 0; i < 17; i++) it._frame(Kind.TELL, new Uint8Array(1000)); // past 16 KiB: an ACK is due
    expect(near.bytes().length).toBe(RESUME_WINDOW_BYTES + 7);
    it._frame(Kind.ACK, ack(RESUME_WINDOW_BYTES / 4));
    expect(near.bytes().length).toBe(RESUME_WINDOW_BYTES * 1.25 + 7);
    expect(it._waiting).toBe(0);
  });

  test("is acknowledged a second after a frame at the latest, pings apart", () => {
    vi.useFakeTimers();
    const { link: it } = link();
    const near = wire();
    it._attach(near, 0);
    it._frame(Kind.PING, new Uint8Array(1));
    vi.advanceTimersByTime(5000);
    expect(near.sent).toEqual([]);
    it._frame(Kind.TELL, new Uint8Array(6));
    vi.advanceTimersByTime(999);
    expect(near.sent).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(Buffer.from(near.bytes()).toString("hex")).toBe("010000060f");
  });

  test("without resuming nothing is kept", () => {
    const { link: it } = link(false);
    it._attach(wire(), 0);
    it._send(tell(100));
    it._flush();
    expect(it._frames).toEqual([]);
    it._frame(Kind.TELL, new Uint8Array(20_000));
    expect(it._frames).toEqual([]);
  });
});

describe("frames", () => {
  test("come in any pieces", () => {
    const frames = [tell(4), tell(100), tell(5000)];
    for (const piece of [1, 3, 7, 1000, 10_000]) {
      const seen: number[] = [];
      const parse = frameParser(5000, (_, body) => seen.push(body.length + 4));
      const bytes = concat(frames);
      for (let at = 0; at < bytes.length; at += piece) parse(bytes.subarray(at, at + piece));
      expect(seen).toEqual([4, 100, 5000]);
    }
    expect(() => frameParser(4999, () => undefined)(tell(5000))).toThrow("frameBytes=4999, bytes=5000");
  });

  test("numbers", () => {
    for (const number of [0, 127, 128, 2 ** 31, 2 ** 32 + 5, 2 ** 53 - 1]) {
      expect(new Reader(new Writer()._varint(number)._done())._varint()).toBe(number);
    }
    expect(() => new Reader(new Uint8Array(9).fill(255))._varint()).toThrow("2^53-1");
    for (const number of [-1, 0, 2 ** 31 - 1, -(2 ** 31)]) {
      expect(new Reader(new Writer()._int(number)._done())._int()).toBe(number);
    }
    expect(() => new Reader(Uint8Array.of(5, 1))._text()).toThrow("missing bytes=3");
  });
});

describe("fragments", () => {
  const assembled = (parts: Uint8Array[], messageBytes: number) => {
    const assembler = new Assembler(messageBytes);
    let whole: Uint8Array | undefined;
    for (const part of parts) {
      const input = new Reader(part.subarray(4));
      const id = input._varint();
      if (part[3] === Kind.FRAGMENT) assembler._add(id, input._raw(input._left));
      else {
        expect(input._byte()).toBe(Kind.TELL);
        whole = assembler._end(id, input);
      }
    }
    expect(assembler._counted).toBe(0);
    return whole;
  };

  test("begin where a message is longer than frameBytes less 64", () => {
    expect(fragments(tell(960), 1024).length).toBe(1);
    const parts = fragments(tell(961), 1024);
    expect(parts.length).toBe(1); // a body of 957 bytes fits one fragment
    expect(parts[0][3]).toBe(Kind.FRAGMENT_END);
    for (const length of [961, 100_000, 1_000_000]) {
      const cut = fragments(tell(length), 70_000);
      cut.forEach((part) => expect(part.length).toBeLessThanOrEqual(32768 + 6));
      if (length > 70_000) expect(assembled(cut, length)).toEqual(tell(length).subarray(4));
    }
  });

  test("are refused beyond messageBytes", () => {
    expect(assembled(fragments(tell(100_004), 1024), 100_000)!.length).toBe(100_000);
    expect(() => assembled(fragments(tell(100_005), 1024), 100_000)).toThrow("messageBytes=100000");
  });

  test("in crumbs are bounded, too", () => {
    const assembler = new Assembler(100_000);
    const crumbs = (bytes: Uint8Array) => {
      for (let i = 0; i < 10_000; i++) assembler._add(1, bytes);
    };
    expect(() => crumbs(new Uint8Array(0))).toThrow("messageBytes=100000");
  });

  test("of 64 messages at a time", () => {
    const assembler = new Assembler(1000);
    for (let id = 0; id < 64; id++) assembler._add(id, Uint8Array.of(1));
    expect(() => assembler._add(64, Uint8Array.of(1))).toThrow("limit=64");
  });
});
