/** Kinds of described classes, docs/CODEC_FORMAT.md "Descriptor". */
export declare const enum Described {
    OBJECT = 0,
    RECORD = 1,
    ENUM = 2,
    TYPE = 3,
    EXCEPTION = 4,
    HOOKED = 5
}
/** A field's kind and name. */
export type Field = readonly [kind: string, name: string];
/** A class as its writer described it. */
export interface Descriptor {
    readonly _kind: Described;
    readonly _name: string;
    /** In the order of bodies; of an enum, its constants. */
    readonly _fields: Field[];
    /** Of a class with hooks: for each part whether it has items, and its fields. */
    readonly _parts: {
        _hasItems: boolean;
        _fields: Field[];
    }[];
}
/** The bits of a record (its fields) or an enum (its constants) under a name. */
export declare const describe: (name: string, isEnum: boolean, fields: Field[]) => Uint8Array;
/** Reads a descriptor that stands alone. */
export declare const readDescriptor: (bytes: Uint8Array) => Descriptor;
