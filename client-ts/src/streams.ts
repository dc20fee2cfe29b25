import type { Reader } from "./bytes.ts";
import { type Answer, giveBack, type Job, type Reply } from "./calls.ts";
import { check } from "./bytes.ts";
import type { ContractView } from "./contracts.ts";
import { CallRefusedError, EncodeError } from "./errors.ts";
import { NO_ACTOR } from "./failures.ts";
import { Kind } from "./frames.ts";
import type { Import, PendingReference } from "./imports.ts";
import { callJob, choose } from "./invocation.ts";
import type { Session } from "./session.ts";
import { importOf, later, type Target, waits } from "./stub.ts";
import type { Stream, TypeExpression } from "./types.ts";

const PREFETCH = 64;
/** Items that a reader may have been sent and not taken. */
export const MOST_PREFETCH = 1024;
/** What an item that is a reference counts as. */
const REFERENCE_BYTES = 16;

/**
 * A stream that the other side produces; each loop over it subscribes anew.
 *
 * @param ended told when a loop over it has ended
 */
export const itemStream = (
  target: Target,
  view: ContractView,
  name: string,
  args: unknown[],
  ended?: () => void,
): Stream<unknown> => ({ [Symbol.asyncIterator]: () => subscribe(target, view, name, args, ended) });

/** One loop over a stream: asks for as much as it takes (PROTOCOL.md, "Streams"). */
const subscribe = (
  target: Target,
  view: ContractView,
  name: string,
  args: unknown[],
  ended?: () => void,
): AsyncIterator<unknown> => {
  /** Came and not taken, with their bytes. */
  const items: [unknown, number][] = [];
  const readers: [(result: IteratorResult<unknown>) => void, (error: unknown) => void][] = [];
  /** Taken and not asked for again. */
  const taken = { _calls: 0, _bytes: 0 };
  let session: Session;
  let job: Job | undefined;
  let type: TypeExpression;
  let signature = "";
  let prefetch: number;
  /** Asked for and not come, items and bytes. */
  let expected: number;
  let expectedBytes: number;
  let isOpen = false;
  let isEnded = false;
  /** Thrown behind the items. */
  let problem: unknown;
  let stopListening: (() => void) | undefined;

  /** Brings readers what came; more is asked for once half of what may wait was taken. */
  const serve = (): void => {
    while (readers.length && (items.length || isEnded)) {
      const [resolve, reject] = readers.shift()!;
      const item = items.shift();
      if (item) {
        giveBack(taken, item[1], isEnded ? Infinity : prefetch, session._own.creditBytes, (count, bytes) => {
          if (isEnded) return;
          session._frame(Kind.REQUEST, (out) => out._int(job!._callId!)._varint(count, bytes));
          expected += count;
          expectedBytes += bytes;
        });
        resolve({ value: item[0], done: false });
      } else if (problem === undefined) resolve({ value: problem, done: true });
      else {
        reject(problem);
        problem = undefined;
      }
    }
  };

  /** What came is still read, then the error, if there is one. */
  const end = (error?: unknown): void => {
    if (isEnded) return;
    isEnded = true;
    problem = error;
    stopListening?.();
    serve();
    ended?.();
  };

  const giveUp = (error?: unknown): void => {
    if (isEnded) return;
    end(error);
    if (job) session._calls._giveUp(job);
  };

  const reply: Reply = {
    _fail: end,
    _take: (answer: Answer) => {
      const { _kind, _body, _callId } = answer;
      const isItem = _kind === Kind.ITEM || _kind === Kind.ITEM_REFERENCE;
      // 4 bytes of call id were read before
      const bytes = _kind === Kind.ITEM_REFERENCE ? REFERENCE_BYTES : (_body as Reader)._left + 4;
      // an item may take more than the bytes that are left, once
      check(isItem ? expected-- > 0 && expectedBytes > 0 : _kind === Kind.FAILURE || _kind === Kind.END, "callId", _callId);
      expectedBytes -= isItem ? bytes : 0;
      if (isEnded) return; // left by its reader; on its way before the other side knew
      if (_kind === Kind.END) return end();
      try {
        items.push([session._result(answer, type, view._types, name, signature), bytes]);
        serve();
      } catch (error) {
        if (isItem) giveUp(error);
        else end(error);
      }
    },
  };

  const open = (to: Import | PendingReference): void => {
    if (waits(to, view)) {
      later(to)
        .then((actor) => {
          const reference = importOf(actor);
          if (!reference) throw new CallRefusedError(NO_ACTOR);
          open(reference);
        })
        .catch(end);
      return;
    }
    if (isEnded) return;
    session = to._session;
    const call = choose(session, view, name, args);
    const { signal, prefetch: wanted = PREFETCH } = call._options;
    if (!(wanted >= 1 && wanted <= MOST_PREFETCH)) {
      throw new EncodeError(`prefetch=${wanted}, limit=1 to ${MOST_PREFETCH}`);
    }
    ({ result: type = "any", signature } = call._method);
    prefetch = expected = wanted;
    expectedBytes = session._own.creditBytes;
    const abort = (): void => {
      items.length = 0;
      giveUp(signal!.reason);
    };
    if (signal?.aborted) return abort();
    signal?.addEventListener("abort", abort);
    stopListening = () => signal?.removeEventListener("abort", abort);
    job = callJob(to, call, Kind.OPEN, () => [wanted, session._own.creditBytes], end, reply);
    session._calls._submit(job);
  };

  return {
    next: () =>
      new Promise((resolve, reject) => {
        readers.push([resolve, reject]);
        if (isOpen) return serve();
        isOpen = true;
        try {
          open(target());
        } catch (error) {
          end(error);
        }
      }),
    return: async (value) => {
      isOpen = true;
      giveUp();
      items.length = 0;
      problem = undefined;
      return { value, done: true };
    },
  };
};
