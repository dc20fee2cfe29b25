import { describe, expect, test } from "vitest";
import { utf8 } from "../../src/bytes.ts";
import { cbor } from "../../src/cbor.ts";
import { ToPlain } from "../../src/conversion.ts";
import { DecodeError, EncodeError } from "../../src/errors.ts";
import { FromPlain } from "../../src/from-plain.ts";
import { json } from "../../src/json.ts";
import type { Encoding, TypeExpression, Types } from "../../src/types.ts";
import { order, types } from "../contracts.ts";

const B = "io.tellask.browser.Workshop$";
const hex = (text: string) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const encode = (encoding: Encoding, type: TypeExpression, value: unknown) =>
  encoding.encode(new ToPlain(types, "value", encoding.isText, () => false)._convert(type, value));
const decode = (encoding: Encoding, type: TypeExpression, bytes: Uint8Array) => {
  const shared = new Map();
  const plain = encoding.decode(bytes, shared);
  return new FromPlain(types, "value", shared, (place) => place)._convert(type, plain);
};

/** Type, value, JSON, CBOR: as docs/CODEC_TEXT.md has them. */
const table: [TypeExpression, unknown, string, string?][] = [
  ["int", -1, "-1", "20"],
  ["int", 1000, "1000", "1903e8"],
  ["long", 5n, "5", "05"],
  ["long", 2n ** 53n - 1n, "9007199254740991", "1b001fffffffffffff"],
  ["long", 2n ** 53n, '"9007199254740992"', "1b0020000000000000"],
  ["long", -(2n ** 63n), '"-9223372036854775808"', "3b7fffffffffffffff"],
  ["double", 0.1, "0.1", "fb3fb999999999999a"],
  ["double", NaN, '"NaN"', "fb7ff8000000000000"],
  ["float", -Infinity, '"-Infinity"', "fbfff0000000000000"],
  ["boolean", true, "true", "f5"],
  ["char", "é", '"é"', "62c3a9"],
  ["string", "Ada", '"Ada"', "63416461"],
  ["string", null, "null", "f6"],
  ["bytes", Uint8Array.of(1, 2, 3), '"AQID"', "43010203"],
  ["bigint", 10n ** 30n, '"1000000000000000000000000000000"'],
  ["decimal", "1.10", '"1.10"'],
  ["time", "PT1S", '"PT1S"'],
  ["text", "en-GB", '"en-GB"'],
  [["list", "int"], [1, 2], "[1,2]", "820102"],
  [["set", "string"], new Set(["a"]), '["a"]'],
  [["map", "string", "int"], new Map([["a", 1], ["@b", 2]]), '{"a":1,"@@b":2}', "a261610163404062" + "02"],
  [["map", "int", "string"], new Map([[1, "a"]]), '[[1,"a"]]'],
  [["optional", "int"], undefined, "[]", "80"],
  [["optional", "int"], 3, "[3]", "8103"],
  [["list", ["optional", "long"]], [1n, undefined], "[[1],[]]"],
  [B + "Color", "RED", '"RED"'],
  [B + "Circle", { radius: 2 }, '{"radius":2}'],
  [B + "Shape", { "@class": B + "Square", side: 3 }, `{"@class":"${B}Square","side":3}`],
  [["generic", B + "Page", "long"], { items: [1n], number: 2 }, '{"items":[1],"number":2}'],
  [["generic", B + "Page", ["list", "string"]], { items: [["a"]], number: 2 }, '{"items":[["a"]],"number":2}'],
  ["any", { a: [1, "b", null, true] }, '{"a":[1,"b",null,true]}'],
  ["any", 5n, '{"@class":"java.lang.Long","@value":5}'],
  ["any", Uint8Array.of(1), '{"@class":"byte[]","@value":"AQ=="}'],
  ["any", new Set([1]), '{"@class":"java.util.HashSet","@items":[1]}'],
  ["any", new Map([[1, 2]]), '{"@class":"java.util.HashMap","@entries":[[1,2]]}'],
  ["any", { "@class": B + "Circle", radius: 1 }, `{"@class":"${B}Circle","radius":1}`],
];

describe("values of a hostile server", () => {
  test("are refused where they only look like bytes", () => {
    expect(() => decode(json, "bytes", utf8('{"length":4000000000}'))).toThrow(DecodeError);
  });

  test("do not reach what every object has", () => {
    for (const name of ["constructor", "__proto__", "toString", "hasOwnProperty"]) {
      expect(() => decode(json, B + "Shape", utf8(`{"@class":"${name}","radius":1}`))).toThrow(DecodeError);
      const any = () => decode(json, "any", utf8(`{"@class":"${name}","@value":1,"${name}":{"polluted":1}}`));
      try {
        any();
      } catch (refused) {
        expect(refused).toBeInstanceOf(DecodeError);
      }
    }
    const made = decode(json, "any", utf8('{"__proto__":{"polluted":1}}')) as object;
    expect(Object.getPrototypeOf(made)).toBe(Object.prototype);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});

describe("values and texts", () => {
  test.each(table)("row %#", (type, value, text, binary) => {
    expect(new TextDecoder().decode(encode(json, type, value))).toBe(text);
    expect(decode(json, type, new TextEncoder().encode(text))).toEqual(value);
    const bytes = encode(cbor, type, value);
    if (binary) expect(Buffer.from(bytes).toString("hex")).toBe(binary);
    expect(decode(cbor, type, bytes)).toEqual(value);
  });

  test.each([json, cbor])("an order", (encoding) => {
    expect(decode(encoding, B + "Order", encode(encoding, B + "Order", order()))).toEqual(order());
  });
});

describe("what a sealed type permits", () => {
  const own = {
    A: { sealed: ["E", ["generic", "R", "$1", "any"], "S"] },
    E: { enum: ["X"] },
    R: { record: { a: "$0", b: "$1" } },
    S: { sealed: [["generic", "T", "long"]] },
    T: { record: { c: ["list", "$0"] } },
  } as Types;
  const A: TypeExpression = ["generic", "A", "string", "long"];
  test.each([
    [A, { "@class": "E", "@value": "X" }, '{"@class":"E","@value":"X"}'],
    [A, { "@class": "R", a: 1n, b: "b" }, '{"@class":"R","a":1,"b":"b"}'],
    [A, { "@class": "T", c: [1n] }, '{"@class":"T","c":[1]}'],
    ["A", { "@class": "R", a: 1, b: "b" }, '{"@class":"R","a":1,"b":"b"}'],
  ] as [TypeExpression, unknown, string][])("row %#", (type, value, text) => {
    const plain = new ToPlain(own, "value", true, () => false)._convert(type, value);
    expect(JSON.stringify(plain)).toBe(text);
    expect(new FromPlain(own, "value", new Map(), (place) => place)._convert(type, plain)).toEqual(value);
  });
  test.each([{ "@class": "E", "@value": "Y" }, "X", { a: 1n }])("misfit %#", (value) => {
    expect(() => new ToPlain(own, "value", true, () => false)._convert(A, value)).toThrow("the value is no A");
  });
});

describe("what the server writes besides", () => {
  const read = (type: TypeExpression, text: string) => decode(json, type, new TextEncoder().encode(text));

  test("shared objects and rings", () => {
    const ring = read(B + "Node", '{"@id":1,"name":"a","next":{"name":"b","next":{"@ref":1}}}') as any;
    expect(ring.next.next).toBe(ring);
    const list = read(["list", ["list", "int"]], '[{"@id":1,"@items":[1]},{"@ref":1}]') as any;
    expect(list).toEqual([[1], [1]]);
    expect(list[0]).toBe(list[1]);
    expect(read(B + "Node", '{"name":"a","next":{"@ref":2},"x":{"@id":2,"name":"b","next":null}}')).toEqual({
      name: "a",
      next: { name: "b", next: null },
    });
  });

  test("rings in CBOR", () => {
    // 28({"name": "a", "next": 29(0)})
    const ring = decode(cbor, B + "Node", hex("d81ca2646e616d656161646e657874d81d00")) as any;
    expect(ring.next).toBe(ring);
  });

  test("maps with keys of any kind, bignums, decimals, halves, indefinite lengths in CBOR", () => {
    expect(decode(cbor, ["map", "int", "string"], hex("a1016161"))).toEqual(new Map([[1, "a"]]));
    expect(decode(cbor, "bigint", hex("c249010000000000000000"))).toBe(2n ** 64n);
    expect(decode(cbor, "bigint", hex("c349010000000000000000"))).toBe(-(2n ** 64n) - 1n);
    expect(decode(cbor, "decimal", hex("c48221186e"))).toBe("1.10");
    expect(decode(cbor, "decimal", hex("c4822100"))).toBe("0.00");
    expect(decode(cbor, "decimal", hex("c4822138" + "63"))).toBe("-1.00");
    expect(decode(cbor, "double", hex("f93c00"))).toBe(1);
    expect(decode(cbor, "float", hex("fa3fc00000"))).toBe(1.5);
    expect(decode(cbor, ["list", "int"], hex("9f0102ff"))).toEqual([1, 2]);
    expect(decode(cbor, "string", hex("7f61616162ff"))).toBe("ab");
    expect(decode(cbor, "char", hex("19d800"))).toBe("\ud800");
  });

  test("notes where nothing is declared", () => {
    expect(read("any", '{"@class":"java.util.TreeSet","@items":[1]}')).toEqual(new Set([1]));
    expect(read("any", '{"@class":"java.lang.Long","@value":"9007199254740993"}')).toBe(2n ** 53n + 1n);
    expect(read("any", `{"@class":"${B}Color","@value":"RED"}`)).toBe("RED");
    expect(({} as any).polluted).toBeUndefined();
    expect(Object.keys(read("any", '{"__proto__":{"polluted":1}}') as object)).toEqual(["__proto__"]);
    expect(({} as any).polluted).toBeUndefined();
  });
});

describe("what does not fit", () => {
  test.each([
    ["int", 1.5, "value: the value is no int"],
    ["int", 2 ** 31, "value: the value is no int"],
    ["long", 2n ** 63n, "value: the value is no long"],
    ["long", 2 ** 53, "value: the value is no long"],
    ["string", 1, "value: the value is no string"],
    ["char", "ab", "value: the value is no char"],
    [["list", "int"], "12", "value: the value is no list"],
    [["list", "int"], [1, "2"], "value.1: the value is no int"],
    [B + "Color", "BLUE", `value: the value is no ${B}Color`],
    [B + "Shape", { side: 1 }, `value: the value is no ${B}Shape`],
    [B + "Order", { ...order(), circles: [{ radius: "x" }] }, "value.circles.0.radius: the value is no double"],
    ["any", () => 1, "value: the value is no value"],
  ] as [TypeExpression, unknown, string][])("row %#", (type, value, message) => {
    expect(() => encode(json, type, value)).toThrow(EncodeError);
    expect(() => encode(json, type, value)).toThrow(message);
  });

  test("objects that refer to themselves, and levels beyond the limit", () => {
    const ring: any = {};
    ring.ring = ring;
    expect(() => encode(json, "any", ring)).toThrow("levels > limit=500");
    const nested = (levels: number): unknown => (levels ? [nested(levels - 1)] : 1);
    expect(() => encode(json, "any", nested(500))).not.toThrow();
    expect(() => encode(json, "any", nested(501))).toThrow("limit=500");
  });

  test("texts that are damaged", () => {
    expect(() => decode(cbor, "int", hex("19"))).toThrow("missing bytes=2");
    expect(() => decode(cbor, "int", hex("df00"))).toThrow("tag");
    expect(() => decode(json, ["list", "int"], new TextEncoder().encode("{}"))).toThrow(DecodeError);
    expect(() => decode(json, B + "Circle", new TextEncoder().encode("1"))).toThrow(DecodeError);
  });
});
