import type { announcedView } from "./contracts.js";
import type { ToPlain } from "./conversion.js";
import type { FromPlain } from "./from-plain.js";
import type { Incoming } from "./incoming.js";
import type { pollingTransport } from "./polling.js";
import type { Session } from "./session.js";
import type { itemStream } from "./streams.js";
import type { TypeExpression } from "./types.js";
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
export declare const PLAIN: Record<string, string>;
/** A value of a plain type, where {@link Part} `values` is not there. */
export declare const plainOf: (type: TypeExpression, value: any) => unknown;
/** Throws unless a part is there. */
export declare function need(isThere: unknown, part: string, what: string): asserts isThere;
