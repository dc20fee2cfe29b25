import type { BinaryCodec } from "./binary.ts";
import { int64, writeTime } from "./binary-times.ts";
import { isObject, type Writer } from "./bytes.ts";
import { ToPlain, type Whole } from "./conversion.ts";
import { describe, type Field } from "./descriptor.ts";
import { isStub } from "./stub.ts";
import type { TypeDescription, TypeExpression, Types } from "./types.ts";

/** Heads of docs/CODEC_FORMAT.md. */
const STRING = 2;
const BYTES = 6;
const BOOLEAN = 14;
const CHAR = 17;
const INTEGER = 18;
const LONG = 19;
const FLOAT = 20;
const DOUBLE = 21;
const LIST = 22;
const LINKED_SET = 27;
const LINKED_MAP = 35;
const BIG_INTEGER = 57;
const DECIMAL = 58;
const UUID = 59;
const URI = 60;
const LOCALE = 63;
const CURRENCY = 64;
const OPTIONAL = 65;
const ZONE = 77;
const RARE = 79;
const REMOTE = 43;
const DESCRIBED = 80;
/** Header of a message of a session in its wide form. */
const WIDE = 0x21;
const SHORT_ROOT = 0x80;

/** A plain value, and the type that it was converted by. */
interface Node {
  _kind: string;
  _plain: any;
}

export const writeZigzag = (out: Writer, value: bigint): void => {
  let folded = BigInt.asUintN(64, (value << 1n) ^ (value >> 63n));
  for (; folded > 127n; folded >>= 7n) out._byte(Number(folded & 127n) | 128);
  out._byte(Number(folded));
};

/** The least bytes of two's complement, big-endian. */
const bytesOf = (value: bigint): Uint8Array => {
  let length = 1;
  while (BigInt.asIntN(8 * length, value) !== value) length++;
  return Uint8Array.from({ length }, (_, i) => Number((value >> BigInt(8 * (length - 1 - i))) & 255n));
};

const isLatin = (text: string): boolean => /^[\0-\xff]*$/.test(text);

/** Writes one value in the wide form, without references to what was written before. */
export class BinaryWriter extends ToPlain {
  constructor(
    readonly _codec: BinaryCodec,
    types: Types,
    what: string,
    readonly _out: Writer,
  ) {
    super(types, what, false, isStub);
  }

  override _apply(type: Whole, value: any): Node {
    if (type[0] !== "map" || !isObject(value)) return { _kind: type[0], _plain: super._apply(type, value) };
    const entries = Array.from(value instanceof Map ? value : Object.entries(value), ([key, item]) => [
      this._convert(type[1], key),
      this._convert(type[2], item, undefined, String(key)),
    ]);
    return { _kind: "map", _plain: entries };
  }

  /** A message: a string, bytes and boxes have a shorter form. */
  _message(node: Node | null): void {
    const { _out } = this;
    const inner = node && this._boxed(node);
    if (!inner) return void _out._byte(WIDE)._byte(0);
    const { _kind, _plain } = inner;
    if (_kind === "int" || _kind === "long") {
      writeZigzag(_out._byte(SHORT_ROOT | (_kind === "int" ? INTEGER : LONG)), BigInt(_plain));
    } else if (_kind === "char") _out._byte(SHORT_ROOT | CHAR)._varint(_plain.charCodeAt(0));
    else if (/^(string|bytes|boolean|float|double)$/.test(_kind)) {
      const at = _out._length;
      this._reference(inner);
      _out._bytes[at] |= SHORT_ROOT;
    } else this._reference(inner, _out._byte(WIDE));
  }

  /** What a value is whose declared type says nothing. */
  _boxed({ _kind, _plain }: Node): Node {
    if (_kind !== "any") return { _kind, _plain };
    if (typeof _plain === "string" || typeof _plain === "boolean") return { _kind: typeof _plain, _plain };
    if (typeof _plain === "number") {
      const isInteger = Number.isSafeInteger(_plain) && !Object.is(_plain, -0);
      return { _kind: !isInteger ? "double" : _plain === (_plain | 0) ? "int" : "long", _plain };
    }
    if ("_kind" in _plain) return this._boxed(_plain);
    const note = _plain["@value"] ?? _plain["@items"] ?? _plain["@entries"];
    if (note?._kind) return this._boxed(note);
    if ("@remote" in _plain || _plain["@class"]) return { _kind, _plain };
    return { _kind: "map", _plain: Object.entries(_plain).map(([key, item]) => [{ _kind: "string", _plain: key }, item]) };
  }

  _reference(node: Node | null, out = this._out): void {
    if (!node) return void out._byte(0);
    const { _kind, _plain } = this._boxed(node);
    const each = (items: (Node | null)[]): void => items.forEach((item) => this._reference(item));
    switch (_kind) {
      case "string":
        return this._string(out._byte(STRING), _plain);
      case "bytes":
        return void out._byte(BYTES)._varint(_plain.length)._raw(_plain);
      case "boolean":
        return void out._byte(BOOLEAN)._byte(_plain ? 1 : 0);
      case "char":
        return void out._byte(CHAR)._byte(_plain.charCodeAt(0))._byte(_plain.charCodeAt(0) >> 8);
      case "int":
        return void out._byte(INTEGER)._int(_plain);
      case "long":
        return void int64(out._byte(LONG), BigInt(_plain));
      case "float":
      case "double": {
        const isDouble = _kind === "double";
        const view = new DataView(new ArrayBuffer(isDouble ? 8 : 4));
        if (isDouble) view.setFloat64(0, _plain, true);
        else view.setFloat32(0, _plain, true);
        return void out._byte(isDouble ? DOUBLE : FLOAT)._raw(new Uint8Array(view.buffer));
      }
      case "list":
      case "set":
        out._byte(_kind === "list" ? LIST : LINKED_SET)._varint(4 * _plain.length);
        return each(_plain);
      case "map":
        out._byte(LINKED_MAP)._byte(0)._varint(4 * _plain.length);
        return each(_plain.flat());
      case "optional":
        out._byte(OPTIONAL);
        return this._reference(_plain[0] ?? null);
      case "bigint": {
        const bytes = bytesOf(BigInt(_plain));
        return void out._byte(BIG_INTEGER)._varint(bytes.length)._raw(bytes);
      }
      case "decimal":
        return this._decimal(_plain);
      case "time":
        return writeTime(out, _plain) ? undefined : this._fail(`time=${_plain} has no binary form; use CBOR`);
      case "text":
        return this._text(_plain);
      default:
        return this._object(_kind, _plain);
    }
  }

  _string(out: Writer, text: string): void {
    const wide = !isLatin(text);
    out._varint(...(wide ? [2, text.length] : [text.length + 4]));
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      out._byte(code);
      if (wide) out._byte(code >> 8);
    }
  }

  _decimal(text: string): void {
    const found = /^([+-]?)(\d*)\.?(\d*)(?:[eE]([+-]?\d{1,9}))?$/.exec(text);
    if (!found || !(found[2] + found[3])) this._fail(`decimal=${text} is no number`);
    const [, sign, whole, part, exponent = 0] = found;
    const unscaled = BigInt(whole + part) * (sign === "-" ? -1n : 1n);
    const bytes = bytesOf(unscaled);
    const { length } = bytes;
    const out = this._out._byte(DECIMAL);
    writeZigzag(out, BigInt(part.length - Number(exponent)));
    if (length > 8) out._varint(length)._raw(bytes);
    else if (length > 4) int64(out._byte(8), unscaled);
    else out._byte(4)._int(Number(unscaled));
  }

  /** The class is told by the form, since modules have one type for all that are texts. */
  _text(text: string): void {
    const out = this._out;
    if (/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)) {
      const bits = BigInt("0x" + text.replaceAll("-", ""));
      int64(int64(out._byte(UUID), bits >> 64n), bits);
    } else if (/^[A-Z]{3}$/.test(text)) out._byte(CURRENCY)._text(text);
    else if (/^[a-z]{2,3}(-[\w-]+)?$/.test(text)) out._byte(LOCALE)._byte(1)._text(text);
    else if (/^([A-Z]\w+\/[\w/+-]+|Z|[+-]\d\d:\d\d)$/.test(text)) out._byte(ZONE)._text(text);
    else if (/^[a-z][\w+.-]*:/i.test(text)) out._byte(URI)._text(text);
    else this._fail(`text=${text.slice(0, 64)} tells no class; use CBOR`);
  }

  /** A reference, a record or a constant. */
  _object(kind: string, plain: any): void {
    const out = this._out;
    if (isObject(plain) && "@remote" in plain) {
      return void out._byte(RARE)._byte(REMOTE)._varint((plain as any)["@remote"]);
    }
    const own: string = plain["@class"] ?? kind;
    const type = this._types[own];
    if (type.enum) {
      const constant = typeof plain === "string" ? plain : plain["@value"];
      const id = this._codec._idOf(type, () => describe(own, true, type.enum!.map((name): Field => ["E", name])));
      return void out._varint(DESCRIBED + id, type.enum.indexOf(constant));
    }
    const fields = fieldsOf(type);
    out._varint(DESCRIBED + this._codec._idOf(type, () => describe(own, false, fields)));
    for (const [sort, name] of fields) {
      const node: Node | null = plain[name];
      if (sort === "L") this._field(node);
      else if (node) this._string(out, node._plain);
      else out._byte(0);
    }
  }

  /** A field takes wider boxes, and the module does not tell them: the narrowest. */
  _field(node: Node | null): void {
    const value = node?._kind === "int" ? node._plain : undefined;
    if (value === (value << 24) >> 24) this._out._byte(15)._byte(value);
    else if (value === (value << 16) >> 16) this._out._byte(16)._byte(value)._byte(value >> 8);
    else this._reference(node);
  }
}

/** Strings have slots, all else are references: modules do not tell primitives from boxes. */
const fieldsOf = ({ record = {} }: TypeDescription): Field[] => {
  const names = Object.keys(record).sort();
  const isString = (name: string): boolean => (record[name] as TypeExpression) === "string";
  return [
    ...names.filter(isString).map((name): Field => ["T", name]),
    ...names.filter((name) => !isString(name)).map((name): Field => ["L", name]),
  ];
};
