import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { binary } from "../../src/binary.ts";
import { BinaryReader } from "../../src/binary-reader.ts";
import { Reader, Writer } from "../../src/bytes.ts";
import { describe as descriptorOf, readDescriptor } from "../../src/descriptor.ts";
import { Kind } from "../../src/frames.ts";
import { FromPlain } from "../../src/from-plain.ts";

/** Messages and sessions that the Java side compares at each build. */
const golden = (name: string): string => readFileSync(new URL(`../../../${name}.hex`, import.meta.url), "utf8").trim();
const bytesOf = (hex: string): Uint8Array => Uint8Array.from(hex.match(/[\da-f]{2}/g) ?? [], (pair) => parseInt(pair, 16));
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");
const read = (bytes: Uint8Array, type: any = "any"): unknown =>
  new FromPlain({}, "value", new Map([[0, 0]]), () => undefined)._convert(
    type,
    new BinaryReader(new Reader(bytes), new Map())._message(),
  );
const message = (name: string): unknown => read(bytesOf(golden(`codec/src/test/resources/golden/wide/${name}`)));

/** A codec, and what its session has sent. */
const codec = () => {
  const sent: [number, string][] = [];
  const session: any = {
    _frame: (kind: number, body: (out: Writer) => void) => {
      const out = new Writer();
      body(out);
      sent.push([kind, hex(out._done())]);
    },
  };
  return { sent, codec: binary._codec!(session) };
};
const P = "io.tellask.actor.Promise";
const POINT = "io.tellask.remote.session.Sample$Point";
const types: any = { [POINT]: { record: { x: "int", y: "long", name: "string" } }, Tone: { enum: ["LOW", "High_2"] } };
const written = (type: any, value: unknown, made = codec().codec): string => {
  const out = new Writer();
  made._result(out, "", type, types, value, "value");
  return hex(out._done());
};

describe("what Java wrote", () => {
  test.each([
    ["values", [
      "00000000-0000-0001-0000-000000000002",
      "1.50",
      "1970-01-01T00:00:05.000000006Z",
      "2026-11-20",
      "2026-11-20T10:00+01:00[Europe/Berlin]",
    ]],
    ["integer", -300],
    ["null", null],
    ["string-latin", "héllo"],
    ["string-wide", "世界"],
    ["list-of-strings", ["a", "b"]],
    ["list-mixed", [1, null, "x", 2.5]],
    ["map", { k: 1n, l: "v" }],
    ["int-array", [1, -1]],
    ["shared-string", ["twice", "twice"]],
  ])("%s", (name, value: unknown) => {
    expect(message(name)).toEqual(value);
  });

  test("classes that a session describes, and a failure", () => {
    const lines = golden("remote/src/test/resources/golden/session").split("\n").map((line) => line.split(" "));
    const own = codec().codec;
    for (const [direction, kind, frame] of lines) {
      if (direction !== "<" || kind !== "SCHEMA") continue;
      const body = new Reader(bytesOf(frame).subarray(4));
      own._learn(body._varint(), body._raw(body._left));
    }
    const answer = new Reader(bytesOf("21502a00000000000000010000000570"));
    expect(own._readResult(answer, "", POINT)).toEqual({ "@class": POINT, y: { "@class": "java.lang.Long", "@value": 42n }, x: 1, name: "p" });
    const failure = new Reader(bytesOf("21510e6f7574206f6620696e6b0000001233"));
    expect(own._readResult(failure, "", "any")).toMatchObject({ "@message": "out of ink" });
    expect(failure._byte()).toBe(0x12); // what follows the value is left
  });

  test("descriptors have Java's form", () => {
    const java = bytesOf("152fe50ac6066be48ad7d0bc996734bddcdcc2d830bedc1e97501f4ab90600e0b4a0");
    const { _kind, _name, _fields } = readDescriptor(java);
    expect([_kind, _name, _fields]).toEqual([1, POINT, [["J", "y"], ["I", "x"], ["T", "name"]]]);
    expect(hex(descriptorOf(POINT, false, _fields))).toBe(hex(java));
    const tone = readDescriptor(descriptorOf("Tone", true, [["E", "LOW"], ["E", "High_2"]]));
    expect(tone._fields).toEqual([["E", "LOW"], ["E", "High_2"]]);
  });
});

describe("what this client writes", () => {
  test("a class is described once in a session", () => {
    const { sent, codec: own } = codec();
    const value = { x: 1, y: 2n, name: "p" };
    const first = written(POINT, value, own);
    expect(first).toBe("2150" + "0570" + "0f01" + "130200000000000000");
    expect(written(POINT, value, own)).toBe(first);
    expect(sent.map(([kind]) => kind)).toEqual([Kind.SCHEMA]);
    expect(written("Tone", "High_2", own)).toBe("215101");
    expect(sent.length).toBe(2);
  });

  test("arguments by the Java types of the signature", () => {
    const out = new Writer();
    const method: any = {
      name: "all",
      signature: `all(int,java.lang.Integer,short,char,double,java.lang.String,byte[])${P}<java.lang.Void>`,
      parameters: ["int", "int", "int", "char", "double", "string", "bytes"],
    };
    codec().codec._arguments(out, method, types, [-1, 3, -2, "é", 0.5, null, Uint8Array.of(7)]);
    expect(hex(out._done())).toBe("01" + "019206" + "feff" + "e900" + "000000000000e03f" + "00" + "0207");
    const wrong = { ...method, parameters: ["int"], signature: `all(byte)${P}<java.lang.Void>` };
    expect(() => codec().codec._arguments(new Writer(), wrong, types, [128])).toThrow("value=128 is no byte");
  });

  test.each([
    ["long", -(2n ** 63n)], ["int", -5], ["double", NaN], ["boolean", true], ["string", "żółć"], ["char", "é"],
    ["bigint", 10n ** 30n], ["bigint", -128n], ["decimal", "-1.10"], ["decimal", "123456789012345678901.5"],
    ["time", "2026-11-20T10:00:00.000000001Z"], ["time", "1969-12-31T23:59:59.500Z"], ["time", "2026-11-20"],
    ["time", "10:15"], ["time", "2026-11-20T10:15:30.123"], ["time", "2026-11-20T10:15+02:00"],
    ["time", "2026-11-20T10:15+01:00[Europe/Berlin]"], ["time", "PT-1.5S"], ["time", "PT26H3M"], ["time", "P1Y-2M3D"],
    ["text", "123e4567-e89b-12d3-a456-426614174000"], ["text", "https://a.example/x"], ["text", "de-CH"],
    [["list", "string"], ["a", null]], [["set", "int"], new Set([1])], [["map", "int", "string"], new Map([[1, "x"]])],
    [["map", "string", "int"], new Map([["@a", 1], ["__proto__", 2]])], [["optional", "int"], 3], ["bytes", Uint8Array.of(1)],
    ["any", { a: [1, 2.5, "x", null, 5n] }],
  ])("%j %s there and back", (type: any, value: unknown) => {
    expect(read(bytesOf(written(type, value)), type)).toEqual(value);
  });

  test("what has no class is refused", () => {
    expect(() => written("text", "??")).toThrow("value: text=?? tells no class; use CBOR");
    expect(() => written("time", "soon")).toThrow("has no binary form; use CBOR");
    const ring: any[] = [];
    ring.push(ring);
    expect(() => written("any", ring)).toThrow("levels > limit=500");
  });
});

describe("hostile servers", () => {
  test.each([
    ["a class that was not described", "2150", "class=0 was not described"],
    ["a back reference to nothing", "310105", "back reference=5 means nothing"],
    ["another version", "23", "header=35 is unknown"],
    ["a compact message", "20", "header=32 is unknown"],
    ["a count beyond the bytes", "2116feffffff07", "is too large"],
    ["a length beyond the bytes", "2106ffffff07", "count=16777215"],
    ["levels", "21" + "2f".repeat(2000), "levels > limit=1000"],
    ["a type of none", "214f63", "type=79/99 is unknown here"],
    ["no end of a number", "92" + "ff".repeat(12), "a number is too long"],
    ["half a value", "211300", "missing bytes"],
  ])("%s", (_, bytes, problem) => {
    expect(() => read(bytesOf(bytes))).toThrow(problem);
  });

  test("descriptors", () => {
    const own = codec().codec;
    const bytes = descriptorOf("A", false, []);
    own._learn(0, bytes);
    expect(() => own._learn(0, bytes)).toThrow("schema=0");
    for (let i = 1; i < 1024; i++) own._learn(i, bytes);
    expect(() => own._learn(1024, bytes)).toThrow("limit=1024");
    expect(() => readDescriptor(new Uint8Array(70_000))).toThrow("limit=65536");
    expect(() => readDescriptor(Uint8Array.of(0xf0))).toThrow("descriptor kind=15");
    expect(() => readDescriptor(Uint8Array.of(0x10))).toThrow("descriptor");
  });
});
