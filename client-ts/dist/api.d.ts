/** What both entries have besides `connect`. */
export * from "./errors.js";
export { type Limits } from "./hello.js";
export { type ConnectOptions } from "./options.js";
export type { CallOptions, Client, Contract, Credentials, Encoding, MethodDescription, Pending, Remote, State, Stream, Transport, TypeDescription, TypeExpression, Types, Wire, WireEvents, } from "./types.js";
