import type { Reader, Writer } from "./bytes.js";
/** Where a call went ahead of a reference that is not one after all. */
export declare const NO_ACTOR = "the call before it brought no actor";
export declare const tooLong: (what: string, bytes: number, limit: number) => string;
export declare const readFailure: (input: Reader, callId: number, decode: () => any) => Error;
/** What the other side is told of an error in code of this page: name and message, no stack. */
export declare const writeFailure: (out: Writer, error: any) => void;
