/**
 * What may go wrong, one class for each kind, named as in Java with `Error` in place of `Exception`. A message has the form
 * `what: field=value, limit=value; remedy`; it never holds payloads or secrets.
 */
export declare class TellaskError extends Error {
    /** What kind of error it is, in one word that does not change; the name is the same with `Error` behind it. */
    readonly code: string;
    /** The code of the CLOSE that brought it, and how long the server asked to wait. */
    _close?: number;
    _retryMillis?: number;
    constructor(message: string, cause?: unknown);
}
/** No connection could be made. */
export declare class TransportError extends TellaskError {
}
/** The server did not let this client in, or a credential would have been readable on the way. */
export declare class AuthenticationError extends TellaskError {
}
/** A side broke the protocol or one of its limits. */
export declare class ProtocolError extends TellaskError {
}
/** There is no session, or the one of this reference is over; the call was not sent. */
export declare class DisconnectedError extends TellaskError {
}
/** The session ended before the answer came; the call may have been executed. */
export declare class OutcomeUnknownError extends TellaskError {
}
/** The answer did not come in time. */
export declare class DeadlineExceededError extends TellaskError {
}
/** Too much waits for the other side already; the call was not sent. */
export declare class CreditExhaustedError extends TellaskError {
}
/** The other side refused the call before it was executed. */
export declare class CallRefusedError extends TellaskError {
}
/** The principal of the session may not make this call. */
export declare class AccessDeniedError extends TellaskError {
}
/** The name is not published. */
export declare class LookupError extends TellaskError {
}
/** The actor stopped. */
export declare class ActorStoppedError extends TellaskError {
}
/** The mailbox of the actor is full; the call was not executed. */
export declare class MailboxFullError extends TellaskError {
}
/** Page and server were built from different versions of a contract. */
export declare class ContractMismatchError extends TellaskError {
}
/** An argument or result does not fit its type; the call was not sent. */
export declare class EncodeError extends TellaskError {
}
/** What came does not fit its type. */
export declare class DecodeError extends TellaskError {
}
/** The method failed at the other side: an exception of `typeName` with that message. */
export declare class RemoteError extends TellaskError {
    /** The class of the exception, `com.acme.OutOfStock`. */
    readonly typeName: string;
    /** The number of the call within its session, from 0 to 2^32 - 1. */
    readonly callId: number;
    /** What the log of the other side has it under; empty for an exception that the method declares. */
    readonly failureId: string;
    /** The fields of an exception that travelled as an object, plain values. */
    readonly details?: unknown;
    constructor(
    /** The class of the exception, `com.acme.OutOfStock`. */
    typeName: string, message: string, 
    /** The number of the call within its session, from 0 to 2^32 - 1. */
    callId: number, 
    /** What the log of the other side has it under; empty for an exception that the method declares. */
    failureId: string, 
    /** The fields of an exception that travelled as an object, plain values. */
    details?: unknown);
}
