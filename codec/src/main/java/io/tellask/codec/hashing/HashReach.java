package io.tellask.codec.hashing;

import io.tellask.codec.schema.ClassFields;

/** How far hashing and comparing an object of a class reaches. */
public enum HashReach {
    /** Not into the object: it is hashed by its identity. */
    NOTHING,

    /** To fields of its own that hold primitives, strings and other small values, and to nothing else. */
    LEAVES,

    /** To the hashes of its parts: elements of a collection, components of a record, the fields that its code reads. */
    PARTS,

    /** To whatever its fields lead to, as far as anybody can tell. */
    ANYTHING;

    public static HashReach of(Class<?> type) {
        if (hashesByIdentity(type)) {
            return NOTHING;
        }
        if (type.isArray() || type.isInterface() || ClassFields.isJdk(type) || HashedFields.isLeaf(type)) {
            return PARTS;
        }
        HashedFields fields = HashedFields.of(type);
        return fields.areAll() ? ANYTHING : fields.areLeaves() ? LEAVES : PARTS;
    }

    /** Whether a class leaves hashing and comparing to the identity of its objects. */
    public static boolean hashesByIdentity(Class<?> type) {
        try {
            return type.getMethod("hashCode").getDeclaringClass() == Object.class
                    && !Comparable.class.isAssignableFrom(type);
        } catch (NoSuchMethodException e) {
            throw new AssertionError("every class has hashCode", e);
        }
    }
}
