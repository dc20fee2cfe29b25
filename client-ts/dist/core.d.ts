import type { ConnectOptions } from "./options.js";
import type { Client } from "./types.js";
export * from "./api.js";
export type { Part } from "./part.js";
/**
 * Connects to a server: `await connect("/tellask")`. Settles once the first session is open; later connections are made
 * by the client itself. Calls that need a part which is not there fail as `EncodeError`, and name it.
 *
 * @throws TransportError if nothing can be reached, AuthenticationError if the server does not let the client in
 */
export declare const connect: (url: string | URL, options?: ConnectOptions) => Promise<Client>;
