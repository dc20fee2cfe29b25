import type { announcedView } from "./contracts.ts";
import { EncodeError } from "./errors.ts";
import type { FromPlain } from "./from-plain.ts";
import type { Incoming } from "./incoming.ts";
import type { pollingTransport } from "./polling.ts";
import type { Session } from "./session.ts";
import type { itemStream } from "./streams.ts";
import type { Reader, Writer } from "./bytes.ts";
import type { Passed, ToPlain } from "./conversion.ts";
import type { MethodDescription, TypeExpression, Types } from "./types.ts";

/** Something of this package that a bundler leaves out where a page does not name it, of `@tellask/client/parts`. */
export interface Part {
  readonly _toPlain?: (...args: ConstructorParameters<typeof ToPlain>) => ToPlain;
  readonly _fromPlain?: (...args: ConstructorParameters<typeof FromPlain>) => FromPlain;
  readonly _announcedView?: typeof announcedView;
  readonly _stream?: typeof itemStream;
  readonly _incoming?: (session: Session) => Incoming;
  readonly _polling?: typeof pollingTransport;
}

/** The forms of values in one session, where those are no texts. They may depend on the Java types in signatures. */
export interface SessionCodec {
  /** SCHEMA: the other side describes a class. */
  _learn(id: number, body: Uint8Array): void;
  /** Writes the arguments of a call; what they pass. */
  _arguments(out: Writer, method: MethodDescription, types: Types, args: unknown[]): Passed[];
  /** Writes a result or an item; what it passes. */
  _result(out: Writer, signature: string, type: TypeExpression, types: Types, value: unknown, what: string): Passed[];
  /** Plain values of what comes. */
  _readArgument(input: Reader, signature: string, place: number): unknown;
  _readResult(input: Reader, signature: string, type: TypeExpression): unknown;
}

/** What travels as it is, by the type that JavaScript has it as. */
export const PLAIN: Record<string, string> = { boolean: "boolean", int: "number", string: "string", text: "string", time: "string" };

/** A value of a plain type, where {@link Part} `values` is not there. */
export const plainOf = (type: TypeExpression, value: any): unknown => {
  if (value == null) return null;
  need(typeof value === PLAIN[type as string], "values", `type=${type}`);
  return value;
};

/** Throws unless a part is there. */
export function need(isThere: unknown, part: string, what: string): asserts isThere {
  if (!isThere) throw new EncodeError(`${what} needs ${part} of @tellask/client/parts`);
}
