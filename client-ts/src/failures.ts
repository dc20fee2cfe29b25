import type { Reader, Writer } from "./bytes.ts";
import {
  AccessDeniedError,
  ActorStoppedError,
  CallRefusedError,
  DeadlineExceededError,
  DecodeError,
  LookupError,
  MailboxFullError,
  RemoteError,
} from "./errors.ts";

/** PROTOCOL.md, "Failures". */
const GRANTED = 1;
const OTHER = 2;
const REFUSED = 6;
const LOOKUP = 7;
const OWN = [MailboxFullError, ActorStoppedError, DeadlineExceededError, CallRefusedError, LookupError, AccessDeniedError];
const MOST_CHARS = 1024;

/** Where a call went ahead of a reference that is not one after all. */
export const NO_ACTOR = "the call before it brought no actor";

export const tooLong = (what: string, bytes: number, limit: number): string =>
  `${what}: bytes=${bytes} > messageBytes=${limit}; send less at a time`;

export const readFailure = (input: Reader, callId: number, decode: () => any): Error => {
  const code = input._byte();
  const first = input._text() ?? "";
  if (code > OTHER) return new (OWN[code - OTHER - 1] ?? CallRefusedError)(first);
  const message = input._text() ?? "";
  let details: any;
  if (code < OTHER) {
    if (code < GRANTED) input._varint();
    details = decode();
    delete details?.["@stackTrace"]; // it is always empty
  }
  return new RemoteError(first, message, callId >>> 0, (input._left && input._text()) || "", details);
};

/** What the other side is told of an error in code of this page: name and message, no stack. */
export const writeFailure = (out: Writer, error: any): void => {
  const message = String(error?.message ?? error).slice(0, MOST_CHARS);
  if (error instanceof DecodeError || error instanceof CallRefusedError) out._byte(REFUSED)._text(message);
  else if (error instanceof LookupError) out._byte(LOOKUP)._text(message);
  else out._byte(OTHER)._text(error?.typeName ?? error?.name ?? "Error")._text(message)._text(error?.failureId || null);
};
