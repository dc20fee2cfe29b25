/** The client of Tellask servers; begin at {@link connect}. */
import { connect as connectCore } from "./core.ts";
import type { ConnectOptions } from "./options.ts";
import { callbacks, polling, streams, values } from "./parts.ts";
import type { Client } from "./types.ts";

export * from "./api.ts";

/**
 * Connects to a server: `await connect("/tellask")`. Settles once the first session is open; later connections are made
 * by the client itself.
 *
 * @throws TransportError if nothing can be reached, AuthenticationError if the server does not let the client in
 */
export const connect = (url: string | URL, options?: ConnectOptions): Promise<Client> =>
  connectCore(url, { parts: [values, streams, callbacks, polling], ...options });
