import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { Reader } from "../../src/bytes.ts";
import { cbor } from "../../src/cbor.ts";
import { frameParser, Kind } from "../../src/frames.ts";
import { DEFAULT_LIMITS, helloFrame, readHello } from "../../src/hello.ts";
import { json } from "../../src/json.ts";
import { callbacks, streams, values } from "../../src/parts.ts";
import { Session } from "../../src/session.ts";
import type { Contract, Encoding } from "../../src/types.ts";

/** The golden sessions of the Java side, replayed: what this client sends is what Java's client sent. */
const lines = (name: string) =>
  readFileSync(new URL(`../../../remote/src/test/resources/golden/${name}.hex`, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => {
      const [direction, kind, hex] = line.split(" ");
      return { direction, kind, bytes: Uint8Array.from(hex.match(/../g)!, (pair) => parseInt(pair, 16)) };
    });

const P = "io.tellask.actor.Promise";
const F = "java.util.concurrent.Flow$Publisher";
const SAMPLE = "io.tellask.remote.session.Sample";
const TAKER = "io.tellask.remote.session.GoldenFramesTest$Taker";
const ask = (signature: string, parameters: any[], result: any, kind = "ask") => ({
  name: signature.slice(0, signature.indexOf("(")),
  signature,
  parameters,
  result,
  kind,
});
const types: any = {
  [`${SAMPLE}$Point`]: { record: { y: "long", x: "int", name: "string" } },
  [SAMPLE]: {
    methods: [
      ask(`add(int,int)${P}<java.lang.Integer>`, ["int", "int"], "int"),
      ask(`count(int)${F}<java.lang.Integer>`, ["int"], "int", "stream"),
      ask(`echo(byte[])${P}<byte[]>`, ["bytes"], "bytes"),
      ask(`failDeclared()${P}<java.lang.Void>`, [], "any"),
      ask(`greet(java.lang.String)${P}<java.lang.String>`, ["string"], "string"),
      ask(`move(${SAMPLE}$Point,long)${P}<${SAMPLE}$Point>`, [`${SAMPLE}$Point`, "long"], `${SAMPLE}$Point`),
      ask("tell(int)void", ["int"], undefined, "tell"),
    ],
  },
  [TAKER]: { methods: [ask(`sum(${F}<java.lang.Integer>)${P}<java.lang.Integer>`, [["stream", "int"]], "int")] },
};
const sample: Contract<any> = { contract: SAMPLE, types };
const taker: Contract<any> = { contract: TAKER, types };

const idAt: Record<string, number> = { ASK: 1, OPEN: 1, LOOKUP: 0, "ASK+REFERENCES": 4 };
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

const replay = async (name: string, encoding: Encoding) => {
  const golden = lines(name);
  const settings = { _encoding: encoding, _callMillis: 60_000, _isLenient: false, _report: (e: unknown) => { throw e; }, _published: new Map(), _parts: { ...values, ...streams, ...callbacks } };
  const welcome = golden.find(({ kind }) => kind === "WELCOME")!;
  const session = new Session(settings, DEFAULT_LIMITS, readHello(new Reader(welcome.bytes.subarray(4))));
  const sent: Uint8Array[] = [];
  const parse = frameParser(1 << 24, (kind, body) => sent.push(Uint8Array.of(kind, ...body)));
  session._link._attach({ send: parse, close: () => undefined }, 0);
  const results: unknown[] = [];
  let shop: any;
  const keep = (promise: Promise<unknown>): void => void promise.then((v) => results.push(v), (e) => results.push(e));
  async function* two() {
    yield 1;
    yield 2;
  }
  const counted: number[] = [];
  const actions: (() => unknown)[] = [
    () => session._lookup("sample", sample)._ready.then((stub) => (shop = stub)),
    () => shop.tell(-1),
    () => keep(shop.add(1, 2)),
    () => keep(shop.greet("Ada")),
    () => keep(shop.greet(null)),
    () => keep(shop.move({ x: 1, y: 2n, name: "p" }, 40n)),
    () => keep(shop.echo(Uint8Array.of(1, 2, 3))),
    () => keep(shop.failDeclared()),
    () => keep((async () => { for await (const n of shop.count(3, { prefetch: 2 })) counted.push(n); return counted; })()),
    () => session._lookup("taker", taker)._ready.then((stub) => (shop = stub)),
    () => keep(shop.sum(two())),
  ];
  // call ids are each side's own choice: those of the golden session stand for ours
  const ids = new Map<number, number>();
  const body = (bytes: Uint8Array) => Uint8Array.of(bytes[3], ...bytes.subarray(4));
  const place = (kind: string): number | undefined => idAt[kind];
  const view = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset);
  const started = new Set(["LOOKUP", "TELL", "ASK", "OPEN", "ASK+REFERENCES"]);
  let compared = 0;
  for (const [i, { direction, kind, bytes }] of golden.entries()) {
    if (kind === "HELLO" || kind === "WELCOME" || (direction === ">" && /^(REQUEST|END)$/.test(kind))) continue;
    if (direction === "<") {
      const frame = bytes.slice();
      const id = frame[3] >= Kind.ANSWER && frame[3] !== Kind.REQUEST ? view(frame).getInt32(4, true) : 0;
      if (ids.has(id)) view(frame).setInt32(4, ids.get(id)!, true);
      session._link._frame(frame[3], frame.subarray(4));
      await new Promise((resolve) => setImmediate(resolve));
      continue;
    }
    if (started.has(kind) || (kind === "CONTRACT" && golden[i + 1].kind === "ASK+REFERENCES")) {
      if (!(kind === "ASK+REFERENCES" && golden[i - 1].kind === "CONTRACT")) actions.shift()!();
    }
    await new Promise((resolve) => setImmediate(resolve));
    // an iterable is asked for its end once there is demand: Java's publisher tells it before
    let ours = sent.filter((each) => each[0] !== Kind.END)[0];
    sent.splice(0, sent.indexOf(ours) + 1);
    expect(ours, `${name} line ${i + 1} ${kind} is sent`).toBeDefined();
    while (ours[0] === Kind.REQUEST) ours = sent.shift()!; // how far ahead a reader is, is its own choice
    const theirs = body(bytes);
    const at = place(kind);
    if (at !== undefined) {
      ids.set(view(theirs).getInt32(1 + at, true), view(ours).getInt32(1 + at, true));
      view(theirs).setInt32(1 + at, view(ours).getInt32(1 + at, true), true);
    }
    expect(hex(ours), `${name} line ${i + 1} ${kind}`).toBe(hex(theirs));
    compared++;
  }
  return { results, counted, compared };
};

describe.each([["session-json", json], ["session-cbor", cbor]] as const)("%s", (name, encoding) => {
  test("this client sends what Java's does", async () => {
    const { results, counted, compared } = await replay(name, encoding);
    expect(compared).toBe(15);
    expect(counted).toEqual([1, 2, 3]);
    expect(results).toEqual([
      3,
      "hello Ada",
      null,
      { x: 1, y: 42n, name: "p" },
      Uint8Array.of(1, 2, 3),
      expect.objectContaining({ typeName: `${SAMPLE}$Broken`, message: "as declared" }),
      [1, 2, 3],
      3,
    ]);
  });
});

describe("introductions", () => {
  test.each(["session", "session-json", "guarded", "resume"])("%s", (name) => {
    for (const { kind, bytes } of lines(name)) {
      if (kind !== "HELLO" && kind !== "WELCOME") continue;
      const hello = readHello(new Reader(bytes.subarray(4)));
      const credentials =
        name === "guarded" && kind === "HELLO" ? secrets[hex(bytes).includes("626173") ? "basic" : "bearer"] : undefined;
      expect(hex(helloFrame(bytes[3], { ...hello, _credentials: credentials }))).toBe(hex(bytes));
    }
  });
  const secrets = {
    bearer: { scheme: "bearer", token: "sesame" },
    basic: { scheme: "basic", user: "eve", password: "guess" },
  };

  test("positions are those of the resumed session", () => {
    const [, , second] = [undefined, ...lines("resume").filter(({ kind }) => kind === "HELLO")];
    expect(readHello(new Reader(second!.bytes.subarray(4)))._position).toBe(733);
  });

  test("another protocol is refused", () => {
    const [{ bytes }] = lines("refused");
    expect(() => readHello(new Reader(bytes.subarray(4)))).toThrow("magic=");
  });
});
