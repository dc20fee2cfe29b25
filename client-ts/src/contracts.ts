import { check, type Reader } from "./bytes.ts";
import { ContractMismatchError } from "./errors.ts";
import type { MethodDescription, TypeExpression, Types } from "./types.ts";

/** A contract as this side sees it: from a generated module, or made of what the other side announced. */
export interface ContractView {
  readonly _name: string;
  /** Not there where nothing is known yet. */
  readonly _methods?: readonly MethodDescription[];
  readonly _types: Types;
  readonly _digest?: string;
}

/** A contract as the other side announced it. */
export interface Announced {
  readonly _name: string;
  readonly _signatures: string[];
  /** 16 digits, or none. */
  readonly _digest: string;
}

export const STREAM_CONTRACT = "java.util.concurrent.Flow$Publisher";
export const STREAM_SIGNATURE = `items()${STREAM_CONTRACT}`;
const DIGEST_BYTES = 8;

/** The contract of a stream that is an argument: its one method. */
export const streamView = (items: TypeExpression, types: Types): ContractView => ({
  _name: STREAM_CONTRACT,
  _methods: [{ name: "items", signature: STREAM_SIGNATURE, kind: "stream", parameters: [], result: items }],
  _types: types,
});

export const viewOf = (types: Types, name: string): ContractView => {
  const { methods, digest } = types[name] ?? {};
  return { _name: name, _methods: methods, _types: types, _digest: digest };
};

export const readAnnounced = (input: Reader): Announced => {
  const name = input._text()!;
  const length = input._varint();
  check(length <= input._left, "methods", length);
  const signatures = Array.from({ length }, () => input._text()!);
  const digest = input._left < DIGEST_BYTES ? [] : input._raw(DIGEST_BYTES);
  return {
    _name: name,
    _signatures: signatures,
    _digest: Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join(""),
  };
};

/** `int,java.util.Map<K,V>` without what stands in angle brackets. */
export const erased = (types: string): string => {
  const outer = types.replace(/<[^<>]*>/g, "");
  return outer === types ? types : erased(outer);
};

const typeOf = (java: string): TypeExpression =>
  java === STREAM_CONTRACT ? ["stream", "any"] : /^(java\.lang\.L|l)ong$/.test(java) ? "long" : "any";

/** The view without a generated module: methods by their signatures, values as they are in JSON. */
export const announcedView = (announced: Announced): ContractView => ({
  _name: announced._name,
  _types: {},
  _methods: announced._signatures.map((signature) => {
    const [, name, parameters, result, item] = /^(.*?)\((.*)\)([^<]*)<?(.*?)>?$/.exec(signature)!;
    return {
      name,
      signature,
      kind: result === "void" ? "tell" : result === STREAM_CONTRACT ? "stream" : "ask",
      parameters: parameters ? erased(parameters).split(",").map(typeOf) : [],
      result: typeOf(item || result),
    };
  }),
});

/** What does not fit between page and server; undefined where all does. */
export const mismatch = (view: ContractView, announced: Announced): ContractMismatchError | undefined => {
  const missing = view._methods!.filter((method) => !announced._signatures.includes(method.signature));
  const problem =
    view._name !== announced._name
      ? `the server has ${announced._name}`
      : missing.length
        ? `the server has no ${missing.map((method) => method.signature)}`
        : view._digest && announced._digest && view._digest !== announced._digest
          ? `types differ, digest=${view._digest}, server=${announced._digest}`
          : "";
  return problem ? new ContractMismatchError(`contract=${view._name}: ${problem}; generate its module anew`) : undefined;
};
