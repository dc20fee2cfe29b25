import type { Encoding } from "./types.js";
/** Values as CBOR: smaller than JSON, and bytes as they are. `connect(url, { encoding: cbor })`. */
export declare const cbor: Encoding;
