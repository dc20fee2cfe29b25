import type { ContractView } from "./contracts.js";
import { type Target } from "./stub.js";
import type { Stream } from "./types.js";
/** Items that a reader may have been sent and not taken. */
export declare const MOST_PREFETCH = 1024;
/** A stream that the other side produces; each loop over it subscribes anew. */
export declare class ItemStream implements Stream<unknown> {
    readonly _target: Target;
    readonly _view: ContractView;
    readonly _name: string;
    readonly _args: unknown[];
    /** Told when a loop over it has ended. */
    _ended?: () => void;
    constructor(_target: Target, _view: ContractView, _name: string, _args: unknown[]);
    [Symbol.asyncIterator](): AsyncIterator<unknown>;
}
