import type { Job, Reply } from "./calls.js";
import { type ContractView } from "./contracts.js";
import type { Passed } from "./conversion.js";
import type { Import, PendingReference } from "./imports.js";
import type { Session } from "./session.js";
import type { CallOptions, MethodDescription } from "./types.js";
/** A method that was chosen, with its arguments as they travel. */
export interface Invocation {
    _view: ContractView;
    _method: MethodDescription;
    _args: Uint8Array;
    _passed: Passed[];
    _options: CallOptions;
}
/** Chooses the overload by the number of the arguments, then by which parameters take them. */
export declare const choose: (session: Session, view: ContractView, name: string, args: unknown[]) => Invocation;
/** The job that sends a call to what `to` is when it leaves: a reference, or the call that will bring it. */
export declare const callJob: (to: Import | PendingReference, { _view, _method, _args, _passed }: Invocation, kind: number, numbers: () => number[], fail: (error: any) => void, reply?: Reply) => Job;
