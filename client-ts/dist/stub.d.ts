import { type ContractView } from "./contracts.js";
import { type Import, PendingReference } from "./imports.js";
import { type Part } from "./part.js";
/** What calls of a stub go to: a reference, or the call that will bring it. */
export type Target = () => Import | PendingReference;
export declare const isStub: (value: object) => boolean;
/** The reference behind a stub: undefined for any other object, null for one that is on its way. */
export declare const importOf: (value: object) => Import | null | undefined;
/** An object with the methods of a contract; that of a reference on its way is a promise, too. */
export declare const stubOf: ({ _stream }: Part, target: Target, view: ContractView, ready?: () => Promise<unknown>) => object;
/** Whether calls wait here until their actor is known. */
export declare const waits: (to: Import | PendingReference, view: ContractView) => boolean | undefined;
/** The actor that calls have to wait for. */
export declare const later: (to: Import | PendingReference) => Promise<any>;
