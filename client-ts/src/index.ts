/** The client of Tellask servers; begin at {@link connect}. */
export { connect } from "./client.ts";
export * from "./errors.ts";
export { type Limits } from "./hello.ts";
export { type ConnectOptions } from "./options.ts";
export type {
  CallOptions,
  Client,
  Contract,
  Credentials,
  Encoding,
  MethodDescription,
  Pending,
  Remote,
  State,
  Stream,
  Transport,
  TypeDescription,
  TypeExpression,
  Types,
  Wire,
  WireEvents,
} from "./types.ts";
