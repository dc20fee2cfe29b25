import type { announcedView } from "./contracts.ts";
import type { ToPlain } from "./conversion.ts";
import { EncodeError } from "./errors.ts";
import type { FromPlain } from "./from-plain.ts";
import type { Incoming } from "./incoming.ts";
import type { pollingTransport } from "./polling.ts";
import type { Session } from "./session.ts";
import type { itemStream } from "./streams.ts";
import type { TypeExpression } from "./types.ts";

/** Something of this package that a bundler leaves out where a page does not name it, of `@tellask/client/parts`. */
export interface Part {
  readonly _toPlain?: (...args: ConstructorParameters<typeof ToPlain>) => ToPlain;
  readonly _fromPlain?: (...args: ConstructorParameters<typeof FromPlain>) => FromPlain;
  readonly _announcedView?: typeof announcedView;
  readonly _stream?: typeof itemStream;
  readonly _incoming?: (session: Session) => Incoming;
  readonly _polling?: typeof pollingTransport;
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
