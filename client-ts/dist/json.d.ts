import type { Encoding } from "./types.js";
/** Values as JSON, docs/CODEC_TEXT.md. */
export declare const json: Encoding;
