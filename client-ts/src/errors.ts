/**
 * What may go wrong, one class for each kind, named as in Java with `Error` in place of `Exception`. A message has the form
 * `what: field=value, limit=value; remedy`; it never holds payloads or secrets.
 */
export class TellaskError extends Error {
  /** What kind of error it is, in one word that does not change; the name is the same with `Error` behind it. */
  declare readonly code: string;
  /** The code of the CLOSE that brought it, and how long the server asked to wait. */
  declare _close?: number;
  declare _retryMillis?: number;

  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
  }
}

/** No connection could be made. */
export class TransportError extends TellaskError {}
/** The server did not let this client in, or a credential would have been readable on the way. */
export class AuthenticationError extends TellaskError {}
/** A side broke the protocol or one of its limits. */
export class ProtocolError extends TellaskError {}
/** There is no session, or the one of this reference is over; the call was not sent. */
export class DisconnectedError extends TellaskError {}
/** The session ended before the answer came; the call may have been executed. */
export class OutcomeUnknownError extends TellaskError {}
/** The answer did not come in time. */
export class DeadlineExceededError extends TellaskError {}
/** Too much waits for the other side already; the call was not sent. */
export class CreditExhaustedError extends TellaskError {}
/** The other side refused the call before it was executed. */
export class CallRefusedError extends TellaskError {}
/** The principal of the session may not make this call. */
export class AccessDeniedError extends TellaskError {}
/** The name is not published. */
export class LookupError extends TellaskError {}
/** The actor stopped. */
export class ActorStoppedError extends TellaskError {}
/** The mailbox of the actor is full; the call was not executed. */
export class MailboxFullError extends TellaskError {}
/** Page and server were built from different versions of a contract. */
export class ContractMismatchError extends TellaskError {}
/** An argument or result does not fit its type; the call was not sent. */
export class EncodeError extends TellaskError {}
/** What came does not fit its type. */
export class DecodeError extends TellaskError {}

/** The method failed at the other side: an exception of `typeName` with that message. */
export class RemoteError extends TellaskError {
  constructor(
    /** The class of the exception, `com.acme.OutOfStock`. */
    readonly typeName: string,
    message: string,
    /** The number of the call within its session, from 0 to 2^32 - 1. */
    readonly callId: number,
    /** What the log of the other side has it under; empty for an exception that the method declares. */
    readonly failureId: string,
    /** The fields of an exception that travelled as an object, plain values. */
    readonly details?: unknown,
  ) {
    super(message || typeName);
  }
}

// bundlers shorten the names of classes: those that users see are told here
for (const [code, type] of Object.entries({
  Tellask: TellaskError,
  Transport: TransportError,
  Authentication: AuthenticationError,
  Protocol: ProtocolError,
  Disconnected: DisconnectedError,
  OutcomeUnknown: OutcomeUnknownError,
  DeadlineExceeded: DeadlineExceededError,
  CreditExhausted: CreditExhaustedError,
  CallRefused: CallRefusedError,
  AccessDenied: AccessDeniedError,
  Lookup: LookupError,
  ActorStopped: ActorStoppedError,
  MailboxFull: MailboxFullError,
  ContractMismatch: ContractMismatchError,
  Encode: EncodeError,
  Decode: DecodeError,
  Remote: RemoteError,
})) {
  Object.defineProperties(type.prototype, { code: { value: code }, name: { value: code + "Error" } });
}
