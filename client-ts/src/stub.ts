import { type ContractView, viewOf } from "./contracts.ts";
import { CallRefusedError } from "./errors.ts";
import { NO_ACTOR } from "./failures.ts";
import { Kind } from "./frames.ts";
import { Feature } from "./hello.ts";
import { type Import, PendingReference } from "./imports.ts";
import { callJob, choose } from "./invocation.ts";
import { need, type Part } from "./part.ts";
import { request } from "./request.ts";

/** What calls of a stub go to: a reference, or the call that will bring it. */
export type Target = () => Import | PendingReference;

const TARGET = Symbol();

export const isStub = (value: object): boolean => TARGET in value;

/** The reference behind a stub: undefined for any other object, null for one that is on its way. */
export const importOf = (value: object): Import | null | undefined => {
  if (!isStub(value)) return undefined;
  return ((value as any)[TARGET] as Target)()._import ?? null;
};

/** An object with the methods of a contract; that of a reference on its way is a promise, too. */
export const stubOf = (
  { _stream }: Part,
  target: Target,
  view: ContractView,
  ready?: () => Promise<unknown>,
): object =>
  new Proxy(Object.create(null), {
    has: (_, name) => name === TARGET,
    get: (_, name) => {
      if (name === TARGET) return target;
      if (typeof name === "symbol") {
        return name === Symbol.dispose ? () => dispose(target, ready) : undefined;
      }
      if (ready && /^(then|catch|finally)$/.test(name)) {
        return (...args: unknown[]) => (ready() as any)[name](...args);
      }
      const method = view._methods?.find((each) => each.name === name);
      if (view._methods && !method) return undefined;
      if (method?.kind === "stream") {
        need(_stream, "streams", name);
        return (...args: unknown[]) => _stream(target, view, name, args);
      }
      return (...args: unknown[]) => invoke(target, view, name, args, method?.kind);
    },
  });

const dispose = (target: Target, ready?: () => Promise<unknown>): void => {
  const known = target()._import;
  if (known) known._release();
  else ready!().then((value: any) => value && importOf(value)?._release(), () => undefined); // a failed call has nothing
};

/** Whether calls wait here until their actor is known. */
export const waits = (to: Import | PendingReference, view: ContractView): boolean | undefined =>
  to._waits ||
  (!to._import &&
    (to._isSettled || !to._callId || !view._methods || !(to._session._peer._features & Feature.PIPELINING)));

/** The actor that calls have to wait for. */
export const later = async (to: Import | PendingReference): Promise<any> => {
  (to as PendingReference)._waits = true; // for good: later calls must not overtake
  const actor = await to._ready;
  if (!actor) throw new CallRefusedError(NO_ACTOR);
  return actor;
};

const invoke = (target: Target, view: ContractView, name: string, args: unknown[], kind?: string): unknown => {
  if (kind === "tell") return tell(target, view, name, args);
  try {
    return ask(target, view, name, args);
  } catch (error) {
    return Promise.reject(error);
  }
};

const tell = (target: Target, view: ContractView, name: string, args: unknown[]): void => {
  const to = target();
  const { _session } = to;
  const { _report } = _session._settings;
  if (waits(to, view)) {
    later(to).then((actor) => actor[name](...args)).catch(_report);
    return;
  }
  let refused: unknown;
  let fail = (error: unknown): void => {
    refused = error;
  };
  _session._calls._submit(callJob(to, choose(_session, view, name, args), Kind.TELL, () => [], (error) => fail(error)));
  fail = _report;
  if (refused) throw refused;
};

const ask = (target: Target, view: ContractView, name: string, args: unknown[]): unknown => {
  const to = target();
  const { _session } = to;
  const result = view._methods?.find((each) => each.name === name)?.result ?? "any";
  const contract = view._types[result as string]?.methods;
  const brought = contract && new PendingReference(_session);
  let answer: Promise<unknown>;
  if (waits(to, view)) {
    answer = later(to).then((actor) => actor[name](...args));
    if (brought) brought._waits = true;
  } else {
    const call = choose(_session, view, name, args);
    const { timeout } = call._options;
    const end = Date.now() + timeout!;
    const isLimited = timeout !== undefined;
    to._ready?.catch(() => undefined); // this call will say so
    answer = request(
      _session,
      call._options,
      (reply, fail) =>
        callJob(
          to,
          call,
          isLimited ? Kind.ASK | Kind.DEADLINE : Kind.ASK,
          () => (isLimited ? [Math.max(0, Math.ceil(end - Date.now()))] : []),
          fail,
          reply,
        ),
      (came) => _session._result(came, call._method.result ?? "any", view._types, name, call._method.signature),
      brought,
    );
  }
  if (!brought) return answer;
  brought._ready = answer;
  return stubOf(_session._settings._parts, () => brought, viewOf(view._types, result as string), () => answer);
};
