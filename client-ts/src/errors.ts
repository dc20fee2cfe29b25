/**
 * What may go wrong, one class for each kind, named as in Java with `Error` in place of `Exception`. A message has the form
 * `what: field=value, limit=value; remedy`; it never holds payloads or secrets.
 */
export class TellaskError extends Error {
  /** What kind of error it is, in one word that does not change; the name is the same with `Error` behind it. */
  readonly code: string = "Tellask";
  /** The code of the CLOSE that brought it, and how long the server asked to wait. */
  _close?: number;
  _retryMillis?: number;

  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
  }
}
Object.defineProperty(TellaskError.prototype, "name", {
  get(this: TellaskError) {
    return this.code + "Error";
  },
});

/** No connection could be made. */
export class TransportError extends TellaskError {
  override readonly code = "Transport";
}
/** The server did not let this client in, or a credential would have been readable on the way. */
export class AuthenticationError extends TellaskError {
  override readonly code = "Authentication";
}
/** A side broke the protocol or one of its limits. */
export class ProtocolError extends TellaskError {
  override readonly code = "Protocol";
}
/** There is no session, or the one of this reference is over; the call was not sent. */
export class DisconnectedError extends TellaskError {
  override readonly code = "Disconnected";
}
/** The session ended before the answer came; the call may have been executed. */
export class OutcomeUnknownError extends TellaskError {
  override readonly code = "OutcomeUnknown";
}
/** The answer did not come in time. */
export class DeadlineExceededError extends TellaskError {
  override readonly code = "DeadlineExceeded";
}
/** Too much waits for the other side already; the call was not sent. */
export class CreditExhaustedError extends TellaskError {
  override readonly code = "CreditExhausted";
}
/** The other side refused the call before it was executed. */
export class CallRefusedError extends TellaskError {
  override readonly code = "CallRefused";
}
/** The principal of the session may not make this call. */
export class AccessDeniedError extends TellaskError {
  override readonly code = "AccessDenied";
}
/** The name is not published. */
export class LookupError extends TellaskError {
  override readonly code = "Lookup";
}
/** The actor stopped. */
export class ActorStoppedError extends TellaskError {
  override readonly code = "ActorStopped";
}
/** The mailbox of the actor is full; the call was not executed. */
export class MailboxFullError extends TellaskError {
  override readonly code = "MailboxFull";
}
/** Page and server were built from different versions of a contract. */
export class ContractMismatchError extends TellaskError {
  override readonly code = "ContractMismatch";
}
/** An argument or result does not fit its type; the call was not sent. */
export class EncodeError extends TellaskError {
  override readonly code = "Encode";
}
/** What came does not fit its type. */
export class DecodeError extends TellaskError {
  override readonly code = "Decode";
}

/** The method failed at the other side: an exception of `typeName` with that message. */
export class RemoteError extends TellaskError {
  override readonly code = "Remote";

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
