import type { Part } from "./part.js";
/** Records, enums, collections, `long`, bytes and all other types but plain ones; lookups without a generated module. */
export declare const values: Part;
/** Methods that return streams. */
export declare const streams: Part;
/** Objects and iterables of the page that the server calls; `client.publish`. Needs {@link values}. */
export declare const callbacks: Part;
/** Long polling where WebSocket does not get through. */
export declare const polling: Part;
