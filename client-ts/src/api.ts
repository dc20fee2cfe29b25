/** What both entries have besides `connect`. */
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
