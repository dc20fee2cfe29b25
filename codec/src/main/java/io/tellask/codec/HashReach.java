package io.tellask.codec;

/** How far hashing and comparing an object of a class reaches. */
enum HashReach {
    /** Not into the object: it is hashed by its identity. */
    NOTHING,

    /** To fields of its own that hold primitives, strings and other small values, and to nothing else. */
    LEAVES,

    /** To the hashes of its parts: elements of a collection, components of a record, the fields that its code reads. */
    PARTS,

    /** To whatever its fields lead to, as far as anybody can tell. */
    ANYTHING;

    static HashReach of(Class<?> type) {
        if (TypeCodec.hashesByIdentity(type)) {
            return NOTHING;
        }
        if (type.isArray() || type.isInterface() || ClassCodecs.isJdk(type) || HashedFields.isLeaf(type)) {
            return PARTS;
        }
        HashedFields fields = HashedFields.of(type);
        return fields.areAll() ? ANYTHING : fields.areLeaves() ? LEAVES : PARTS;
    }
}
