/** What a page needs besides plain asks and tells: `connect` of `@tellask/client` has all of it, that of `/core` none. */
import { announcedView } from "./contracts.ts";
import { ToPlain } from "./conversion.ts";
import { FromPlain } from "./from-plain.ts";
import { Incoming } from "./incoming.ts";
import type { Part } from "./part.ts";
import { pollingTransport } from "./polling.ts";
import { itemStream } from "./streams.ts";

/** Records, enums, collections, `long`, bytes and all other types but plain ones; lookups without a generated module. */
export const values: Part = {
  _toPlain: (...args) => new ToPlain(...args),
  _fromPlain: (...args) => new FromPlain(...args),
  _announcedView: announcedView,
};

/** Methods that return streams. */
export const streams: Part = { _stream: itemStream };

/** Objects and iterables of the page that the server calls; `client.publish`. Needs {@link values}. */
export const callbacks: Part = { _incoming: (session) => new Incoming(session) };

/** Long polling where WebSocket does not get through. */
export const polling: Part = { _polling: pollingTransport };
