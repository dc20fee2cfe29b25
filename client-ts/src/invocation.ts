import type { Job, Reply } from "./calls.ts";
import { type ContractView } from "./contracts.ts";
import type { Passed } from "./conversion.ts";
import { CallRefusedError, ContractMismatchError, EncodeError } from "./errors.ts";
import { NO_ACTOR, tooLong } from "./failures.ts";
import type { Import, PendingReference } from "./imports.ts";
import { plainOf } from "./part.ts";
import type { Session } from "./session.ts";
import { isStub } from "./stub.ts";
import type { CallOptions, MethodDescription } from "./types.ts";
import { Writer } from "./bytes.ts";

/** A method that was chosen, with its arguments as they travel. */
export interface Invocation {
  _view: ContractView;
  _method: MethodDescription;
  _args: Uint8Array;
  _passed: Passed[];
  _options: CallOptions;
}

const OPTIONS = ["signal", "timeout", "prefetch"];
const isOptions = (value: unknown): boolean =>
  Object.getPrototypeOf(value ?? "") === Object.prototype &&
  Object.keys(value as object).every((name) => OPTIONS.includes(name));

/** Chooses the overload by the number of the arguments, then by which parameters take them. */
export const choose = (session: Session, view: ContractView, name: string, args: unknown[]): Invocation => {
  let problem: unknown;
  const last: any = args[args.length - 1];
  for (const extra of isOptions(last) ? [0, 1] : [0]) {
    for (const method of view._methods!) {
      if (method.name !== name || method.parameters.length + extra !== args.length) continue;
      try {
        return { _view: view, _method: method, _options: extra ? last : {}, ...encode(session, view, method, args) };
      } catch (error) {
        problem ??= error;
      }
    }
  }
  throw problem ?? new EncodeError(`${view._name} has no ${name} of arguments=${args.length}`);
};

const encode = (
  { _encoding, _codec, _peer: { messageBytes }, _settings }: Session,
  { _types }: ContractView,
  method: MethodDescription,
  args: unknown[],
) => {
  const { name, parameters } = method;
  const out = new Writer();
  const conversion = _codec ? undefined : _settings._parts._toPlain?.(_types, name, _encoding.isText, isStub);
  const _passed = _codec?._arguments(out, method, _types, args) ?? conversion?._passed ?? [];
  if (!_codec) parameters.forEach((type, i) => {
    const plain = conversion ? conversion._convert(type, args[i], undefined, `argument ${i}`) : plainOf(type, args[i]);
    out._block(_encoding.encode(plain));
  });
  // the numbers in front of the arguments take less than 64 bytes, a place less than 8
  if (out._length + 64 + 8 * _passed.length > messageBytes) {
    throw new EncodeError(tooLong(name, out._length, messageBytes));
  }
  return { _args: out._done(), _passed };
};

/** The job that sends a call to what `to` is when it leaves: a reference, or the call that will bring it. */
export const callJob = (
  to: Import | PendingReference,
  { _view, _method, _args, _passed }: Invocation,
  kind: number,
  numbers: () => number[],
  fail: (error: any) => void,
  reply?: Reply,
): Job => ({
  _reply: reply,
  _size: _args.length,
  _fail: fail,
  _account: () => to._import?._account ?? to._session._calls._ahead,
  _write: (out, callId) => {
    const { _references } = to._session;
    const actor = to._import;
    actor?._check();
    if (!actor && (to as PendingReference)._isSettled) throw new CallRefusedError(NO_ACTOR);
    const index = methodIndex(_view, _method, actor);
    const contract = actor ? 0 : _references._announce(_view);
    kind |= _references._write(out, _passed);
    out._start = out._length;
    if (actor) out._varint(actor._id);
    else out._byte(0)._int((to as PendingReference)._callId)._varint(contract);
    if (callId) out._int(callId);
    out._varint(index);
    out._varint(...numbers());
    out._raw(_args);
    return kind;
  },
});

const methodIndex = (view: ContractView, method: MethodDescription, actor?: Import): number => {
  const index = actor ? actor._announced._signatures.indexOf(method.signature) : view._methods!.indexOf(method);
  if (index < 0) {
    throw new ContractMismatchError(
      `contract=${view._name}: the server has no ${method.signature}; generate its module anew`,
    );
  }
  return index;
};
