import type { Transport } from "./types.js";
/**
 * Long polling: one `GET` brings what comes, one `POST` at a time what is sent. Bytes are numbered, so that a request
 * whose answer was lost is repeated (docs/TRANSPORTS.md, "Its requests").
 */
export declare const pollingTransport: (request: typeof fetch) => Transport;
