/** The client for a bundler, without what `parts` of {@link ConnectOptions} does not name; begin at {@link connect}. */
import { ReconnectingClient } from "./client.ts";
import { TransportError } from "./errors.ts";
import type { ConnectOptions } from "./options.ts";
import type { Client } from "./types.ts";

export * from "./api.ts";
export type { Part } from "./part.ts";

/** Where `url` leads, from the page's own address. */
const resolve = (url: string | URL): URL => {
  try {
    return new URL(url, globalThis.location?.href);
  } catch (error) {
    throw new TransportError(`url=${url} is no address`, error);
  }
};

/**
 * Connects to a server: `await connect("/tellask")`. Settles once the first session is open; later connections are made
 * by the client itself. Calls that need a part which is not there fail as `EncodeError`, and name it.
 *
 * @throws TransportError if nothing can be reached, AuthenticationError if the server does not let the client in
 */
export const connect = async (url: string | URL, options: ConnectOptions = {}): Promise<Client> => {
  const client = new ReconnectingClient(resolve(url), options);
  await client._start();
  return client;
};

