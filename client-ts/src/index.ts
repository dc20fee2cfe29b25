/** The client of Tellask servers; begin at {@link connect}. */
export { type Client, connect } from "./client.ts";
export * from "./errors.ts";
export { type Limits } from "./hello.ts";
export { type ConnectOptions, type State } from "./options.ts";
export type {
  CallOptions,
  Contract,
  Credentials,
  Encoding,
  MethodDescription,
  Pending,
  Remote,
  Stream,
  Transport,
  TypeDescription,
  TypeExpression,
  Types,
} from "./types.ts";
