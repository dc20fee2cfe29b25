import { check, isObject } from "./bytes.ts";
import type { Answer, Job, Reply } from "./calls.ts";
import { DeadlineExceededError, OutcomeUnknownError } from "./errors.ts";
import { Kind } from "./frames.ts";
import type { PendingReference } from "./imports.ts";
import type { Session } from "./session.ts";
import { importOf } from "./stub.ts";
import type { CallOptions } from "./types.ts";

/** The longest time that timers take. */
const MOST_MILLIS = 0x7fffffff;

/** Gives up at a time, or by a signal that was not aborted before; stops to do so by what it returns. */
export const limited = (
  { signal, timeout }: CallOptions,
  what: string,
  giveUp: (error: unknown) => void,
): (() => void) => {
  const abort = (): void => giveUp(signal!.reason);
  const timer = setTimeout(
    () => giveUp(new DeadlineExceededError(`${what} within ${timeout} ms`)),
    Math.min(timeout!, MOST_MILLIS),
  );
  signal?.addEventListener("abort", abort);
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  };
};

/**
 * A promise of what an ask or a lookup brings. It settles in any case: with the answer, a failure, the deadline, the
 * signal, or the end of the session.
 *
 * @param pending what calls ahead of the answer go to
 */
export const request = <T>(
  session: Session,
  { signal, timeout = session._settings._callMillis }: CallOptions,
  job: (reply: Reply, fail: (error: unknown) => void) => Job,
  read: (answer: Answer) => T,
  pending?: PendingReference,
): Promise<T> =>
  new Promise((resolve, reject) => {
    const settle = (value?: unknown): void => {
      stop();
      if (pending && !pending._isSettled) {
        pending._isSettled = true;
        pending._import = (isObject(value) && importOf(value)) || undefined;
        session._calls._resubmit();
      }
    };
    const fail = (error: unknown): void => {
      settle();
      reject(error);
    };
    const giveUp = (error: unknown): void => {
      session._calls._giveUp(sent);
      fail(error);
    };
    const sent = job(
      {
        _take: (answer) => {
          const { _kind, _callId } = answer;
          check(_kind <= Kind.FAILURE || (_kind === Kind.END && sent._isGivenUp), "callId", _callId);
          if (sent._isGivenUp) return;
          try {
            const value = read(answer);
            settle(value);
            resolve(value);
          } catch (error) {
            fail(error);
          }
        },
        _fail: (error) => fail(new OutcomeUnknownError(`no answer, perhaps executed: ${error.message}`, error)),
      },
      fail,
    );
    const stop = limited({ signal, timeout }, "no answer", giveUp);
    if (signal?.aborted) return giveUp(signal.reason);
    if (pending) sent._sent = (callId) => (pending._callId = callId);
    session._calls._submit(sent);
  });
