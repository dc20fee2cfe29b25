import type { BinaryInput } from "./binary-input.js";
import type { Writer } from "./bytes.js";
/** ISO form of nanoseconds since 1970. */
export declare const instant: (nanos: bigint) => string;
/** The ISO form of a time behind its head. */
export declare const readTime: (head: number, from: BinaryInput) => string;
export declare const int64: (out: Writer, value: bigint) => Writer;
/**
 * Writes head and body of a time, which its ISO form tells: an Instant or a time with offset (`Z` is an Instant), a
 * local date, time or both, a ZonedDateTime, a Duration, a Period. False where it is none of them.
 */
export declare const writeTime: (out: Writer, text: string) => boolean;
