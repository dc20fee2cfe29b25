import type { ContractView } from "./contracts.js";
import { type Target } from "./stub.js";
import type { Stream } from "./types.js";
/** Items that a reader may have been sent and not taken. */
export declare const MOST_PREFETCH = 1024;
/**
 * A stream that the other side produces; each loop over it subscribes anew.
 *
 * @param ended told when a loop over it has ended
 */
export declare const itemStream: (target: Target, view: ContractView, name: string, args: unknown[], ended?: () => void) => Stream<unknown>;
