import { type Writer } from "./bytes.js";
import { type ContractView } from "./contracts.js";
import type { Passed } from "./conversion.js";
import type { Session } from "./session.js";
/** An object of this side that was handed out under one contract. */
export interface Export {
    _id: number;
    _object: any;
    /** The number of its contract. */
    _contract: number;
    _view: ContractView;
    /** How often it was handed out and not released. */
    _count: number;
    /** Calls and bytes that were executed and not given back. */
    _calls: number;
    _bytes: number;
    /** Calls and bytes that came and were not given back. */
    _open: number;
    _openBytes: number;
}
/** The objects of this side that one session has handed out. */
export declare class Exports {
    readonly _session: Session;
    readonly _known: Map<number, Export>;
    /** Their numbers by object and contract. */
    readonly _ids: WeakMap<object, Record<number, number>>;
    readonly _freeIds: number[];
    /** What the latest message handed out last, if it handed out anything. */
    _latest?: Export;
    constructor(_session: Session);
    /** Hands an object out, and writes its place in the list of a message. */
    _export(out: Writer, passed: Passed): void;
    /** RELEASE: the other side has let go of what came so often. */
    _released(id: number, times: number): void;
}
