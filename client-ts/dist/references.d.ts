import { type Reader, type Writer } from "./bytes.js";
import { type Announced, type ContractView } from "./contracts.js";
import type { Passed } from "./conversion.js";
import type { Export } from "./exports.js";
import { Import } from "./imports.js";
import type { Session } from "./session.js";
import type { TypeExpression, Types } from "./types.js";
/** A place in the list of references that a message brought. */
export type Place = Import | Export;
/** The references of one session: those that came (imports), and by `Exports` those handed out. */
export declare class References {
    readonly _session: Session;
    readonly _imports: Map<number, Import>;
    readonly _contracts: Map<number, Announced>;
    /** Numbers of contracts that were announced to the other side. */
    readonly _announced: Map<string, number>;
    /** Tells when the page has let go of a reference. */
    readonly _collected: FinalizationRegistry<Import>;
    constructor(_session: Session);
    /** The number of a contract, which is announced first if it was not. */
    _announce(view: ContractView): number;
    /** Writes the list of what a message passes, if there is something; the bit of its kind. */
    _write(out: Writer, passed: Passed[]): number;
    /** The reference behind a stub of this session, if it is one. */
    _importOf(value: object): Import | undefined;
    /** Reads the list in front of a message. */
    _read(input: Reader): Place[];
    /** A reference that the other side hands out. */
    _came(id: number, contract: number): Import;
    /** What a value has at a place. */
    _at(place: Place | undefined, type: TypeExpression, types: Types): unknown;
    /** The one stub of a reference. */
    _stub(reference: Import, types: Types): object;
    _keep<T extends object>(reference: Import, stub: T): T;
    /** Lets go of what came with a message and is not used. */
    _dropUnused(places: Place[]): void;
    /** Lets go of a reference unless a stub is left. */
    _drop(reference: Import): void;
}
