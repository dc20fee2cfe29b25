import type { Answer, Job, Reply } from "./calls.js";
import type { PendingReference } from "./imports.js";
import type { Session } from "./session.js";
import type { CallOptions } from "./types.js";
/** Gives up at a time, or by a signal that was not aborted before; stops to do so by what it returns. */
export declare const limited: ({ signal, timeout }: CallOptions, what: string, giveUp: (error: unknown) => void) => (() => void);
/**
 * A promise of what an ask or a lookup brings. It settles in any case: with the answer, a failure, the deadline, the
 * signal, or the end of the session.
 *
 * @param pending what calls ahead of the answer go to
 */
export declare const request: <T>(session: Session, { signal, timeout }: CallOptions, job: (reply: Reply, fail: (error: unknown) => void) => Job, read: (answer: Answer) => T, pending?: PendingReference) => Promise<T>;
