import type { Reader, Writer } from "./bytes.js";
import type { Encoding } from "./types.js";
export declare const readFailure: (input: Reader, callId: number, encoding: Encoding) => Error;
/** What the other side is told of an error in code of this page: name and message, no stack. */
export declare const writeFailure: (out: Writer, error: any) => void;
