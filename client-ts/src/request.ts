import { check, type Reader } from "./bytes.ts";
import type { Job, Reply } from "./calls.ts";
import { isObject } from "./conversion.ts";
import { DeadlineExceededError, OutcomeUnknownError } from "./errors.ts";
import { Kind } from "./frames.ts";
import { PendingReference } from "./imports.ts";
import type { Place } from "./references.ts";
import type { Session } from "./session.ts";
import { importOf } from "./stub.ts";
import type { CallOptions } from "./types.ts";

/** The longest time that timers take. */
const MOST_MILLIS = 0x7fffffff;

/**
 * A promise of what an ask or a lookup brings. It settles in any case: with the answer, a failure, the deadline, the
 * signal, or the end of the session.
 *
 * @param pending what calls ahead of the answer go to
 */
export const request = <T>(
  session: Session,
  options: CallOptions,
  job: (reply: Reply, fail: (error: unknown) => void) => Job,
  read: (kind: Kind, body: Reader, places: Place[], callId: number) => T,
  pending?: PendingReference,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const { signal, timeout = session._settings._callMillis } = options;
    let sent: Job | undefined;
    const settle = (act: () => void, value?: unknown): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
      if (pending && !pending._isSettled) {
        pending._isSettled = true;
        pending._value = value;
        pending._import = (isObject(value) && importOf(value)) || undefined;
        session._calls._resubmit((waiting) => (waiting as any)._to === pending);
      }
      act();
    };
    const fail = (error: unknown): void => settle(() => reject(error));
    const giveUp = (error: unknown): void => {
      if (sent) {
        sent._isGivenUp = true;
        if (sent._callId) session._frame(Kind.CANCEL, (out) => out._int(sent!._callId!));
        else session._calls._pump();
      }
      fail(error);
    };
    const abort = (): void => giveUp(signal!.reason);
    const timer = setTimeout(
      () => giveUp(new DeadlineExceededError(`call: no answer within ${timeout} ms; raise timeout if it takes longer`)),
      Math.min(timeout, MOST_MILLIS),
    );
    if (signal?.aborted) return abort();
    signal?.addEventListener("abort", abort);
    sent = job(
      {
        _take: (kind, body, places, callId) => {
          session._calls._settled(callId);
          check(kind !== Kind.END || sent!._isGivenUp, "end: call id", callId);
          if (sent!._isGivenUp) return;
          try {
            const value = read(kind, body, places, callId);
            settle(() => resolve(value), value);
          } catch (error) {
            fail(error);
          }
        },
        _fail: (error) =>
          fail(new OutcomeUnknownError(`call: no answer came, it may have been executed; ${error.message}`, error)),
      },
      fail,
    );
    if (pending) sent._sent = (callId) => (pending._callId = callId);
    session._calls._submit(sent);
  });
