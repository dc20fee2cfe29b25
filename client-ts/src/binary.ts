import { check, type Reader, type Writer } from "./bytes.ts";
import { BinaryInput, zigzag } from "./binary-input.ts";
import { BinaryReader } from "./binary-reader.ts";
import { BinaryWriter, writeZigzag } from "./binary-writer.ts";
import { type Descriptor, readDescriptor } from "./descriptor.ts";
import { erased, STREAM_CONTRACT, STREAM_SIGNATURE } from "./contracts.ts";
import { type Passed } from "./conversion.ts";
import { Kind } from "./frames.ts";
import { Feature } from "./hello.ts";
import type { SessionCodec } from "./part.ts";
import type { Session } from "./session.ts";
import type { Encoding, MethodDescription, TypeExpression, Types } from "./types.ts";

/** Classes that the other side may describe, and what it may send for that. */
const MOST_SCHEMAS = 1024;
const MOST_SCHEMA_BYTES = 1 << 22;

const STRING = "java.lang.String";
/** What results of these classes have as their form. */
const PRIMITIVES: Record<string, string> = {
  "java.lang.Integer": "int",
  "java.lang.Long": "long",
  "java.lang.Boolean": "boolean",
  "java.lang.Double": "double",
};
const WIDTHS: Record<string, number> = { byte: 1, short: 2, float: 4, double: 8 };

/** The Java types of a method's parameters, without what stands in angle brackets, and of what it brings. */
const formsOf = (signature: string): { _parameters: string[]; _result: string } => {
  const [, parameters, outer, item] = /^.*?\((.*)\)([^<]*)(?:<(.*)>)?$/.exec(signature)!;
  const result = /^(io\.tellask\.actor\.Promise|java\.util\.concurrent\.(Flow\$Publisher|CompletionStage|CompletableFuture))$/.test(outer)
    ? erased(item ?? "")
    : outer;
  return { _parameters: erased(parameters).split(","), _result: PRIMITIVES[result] ?? result };
};

/** Items of a stream that is an argument have the form of results; their type is that of the module. */
const ITEMS: Record<string, string> = { int: "int", long: "long", boolean: "boolean", double: "double", string: STRING, bytes: "byte[]" };

const resultOf = (signature: string, type: TypeExpression): string =>
  signature === STREAM_SIGNATURE ? (ITEMS[type as string] ?? "") : signature ? formsOf(signature)._result : "";

/** The codec of one session: the classes that either side has described. */
class BinaryCodec implements SessionCodec {
  readonly _schemas = new Map<number, Descriptor>();
  _schemaBytes = 0;
  /** Classes that this side has described, by the table that it knows them from. */
  readonly _described = new Map<Types[string], number>();

  constructor(readonly _session: Session) {}

  _learn(id: number, body: Uint8Array): void {
    this._schemaBytes += body.length + 512;
    check(!this._schemas.has(id) && this._schemas.size < MOST_SCHEMAS, `limit=${MOST_SCHEMAS}, schema`, id);
    check(this._schemaBytes <= MOST_SCHEMA_BYTES, `limit=${MOST_SCHEMA_BYTES}, schema bytes`, this._schemaBytes);
    this._schemas.set(id, readDescriptor(body));
  }

  /** The number of a class, which is described first if it was not. */
  _idOf(type: Types[string], describe: () => Uint8Array): number {
    let id = this._described.get(type);
    if (id === undefined) {
      const bytes = describe();
      id = this._described.size;
      this._described.set(type, id);
      this._session._frame(Kind.SCHEMA, (out) => out._varint(id!)._raw(bytes));
    }
    return id;
  }

  _arguments(out: Writer, { name, signature, parameters }: MethodDescription, types: Types, args: unknown[]): Passed[] {
    const to = new BinaryWriter(this, types, name, out);
    const forms = formsOf(signature)._parameters;
    parameters.forEach((type, i) => this._write(to, forms[i], true, to._convert(type, args[i], undefined, `argument ${i}`)));
    return to._passed;
  }

  _result(out: Writer, signature: string, type: TypeExpression, types: Types, value: unknown, what: string): Passed[] {
    const to = new BinaryWriter(this, types, what, out);
    this._write(to, resultOf(signature, type), false, to._convert(type, value, undefined, "result"));
    return to._passed;
  }

  _write(to: BinaryWriter, form: string, isArgument: boolean, node: any): void {
    const out = to._out;
    const plain = node?._plain ?? null;
    const fail = (problem: string): never => to._fail(problem);
    if (/^(boolean|byte|short|char|int|long|float|double)$/.test(form)) {
      if (plain === null) fail(`null is no ${form}`);
      if (form === "boolean") out._byte(plain ? 1 : 0);
      else if (form === "int" || form === "long") writeZigzag(out, BigInt(plain));
      else if (form === "char") out._byte(plain.charCodeAt(0))._byte(plain.charCodeAt(0) >> 8);
      else {
        const width = WIDTHS[form];
        if (width < 4 && plain !== (plain << (32 - 8 * width)) >> (32 - 8 * width)) fail(`value=${plain} is no ${form}`);
        const view = new DataView(new ArrayBuffer(width));
        if (form === "byte") view.setInt8(0, plain);
        else if (form === "short") view.setInt16(0, plain, true);
        else if (form === "float") view.setFloat32(0, plain, true);
        else view.setFloat64(0, plain, true);
        out._raw(new Uint8Array(view.buffer));
      }
    } else if (form === STRING) {
      out._text(plain);
    } else if (form === "byte[]") {
      if (!isArgument) out._raw(plain);
      else if (plain) out._block(plain);
      else out._byte(0);
    } else if (isArgument && plain === null) {
      out._byte(0);
    } else if (isArgument && form === STREAM_CONTRACT) {
      out._byte(1)._varint(plain["@remote"]);
    } else {
      if (isArgument) out._byte(1);
      to._message(node);
    }
  }

  _readArgument(input: Reader, signature: string, place: number): unknown {
    const form = formsOf(signature)._parameters[place];
    if (form === STRING) return input._text();
    if (form === "byte[]") return input._block()?.slice() ?? null;
    if (this._isPrimitive(form)) return this._primitive(input, form);
    if (!input._byte()) return null;
    return form === STREAM_CONTRACT ? { "@remote": input._varint() } : this._value(input);
  }

  _readResult(input: Reader, signature: string, type: TypeExpression): unknown {
    const form = resultOf(signature, type);
    if (form === STRING) return input._text();
    if (form === "byte[]") return input._raw(input._left).slice();
    return this._isPrimitive(form) ? this._primitive(input, form) : this._value(input);
  }

  _value(input: Reader): unknown {
    return new BinaryReader(input, this._schemas)._message();
  }

  _isPrimitive(form: string): boolean {
    return form in WIDTHS || /^(boolean|char|int|long)$/.test(form);
  }

  _primitive(input: Reader, form: string): unknown {
    const reader = new BinaryInput(input);
    return form === "boolean"
      ? !!input._byte()
      : form === "int"
        ? Number(zigzag(input))
        : form === "long"
          ? { "@class": "java.lang.Long", "@value": zigzag(input) }
          : form === "char"
            ? reader._char()
            : reader._number(WIDTHS[form], form === "float" || form === "double");
  }
}

const none = (): never => {
  throw new RangeError("binary: values are written by their session");
};

/**
 * Values as Java's sessions have them. `connect(url, { encoding: binary })`.
 * Values that the generated module does not tell enough of are refused; see BROWSER_CLIENT.md.
 */
export const binary: Encoding = {
  feature: Feature.WIDE,
  isText: false,
  encode: none,
  decode: none,
  _codec: (session) => new BinaryCodec(session),
};

export type { BinaryCodec };
