package io.tellask.codec;

import io.tellask.codec.schema.Descriptor;

/** The codec of a class that is not built in: it travels with a descriptor. */
abstract class DescribedCodec extends TypeCodec {
    final Descriptor descriptor;

    /** Dense number within one {@link TypeRegistry}; scopes keep what they know of a class in arrays indexed by it. */
    final int ordinal;

    DescribedCodec(Class<?> type, boolean tracked, boolean built, Descriptor descriptor, int ordinal) {
        super(type, DESCRIBED, tracked, built);
        this.descriptor = descriptor;
        this.ordinal = ordinal;
    }

    /** Whether the application writes and reads objects of the class by hand. */
    boolean isCustom() {
        return false;
    }

    /** Whether the fields of a class are what is written of it: not where a hook or a custom codec decides. */
    boolean writesFields() {
        return true;
    }

    /** Whether an object can be read without its number, because what it resolves to gets that. */
    boolean readsUnresolved() {
        return false;
    }

    /** Reads an object whose number is taken; only where {@link #readsUnresolved}. */
    Object readUnresolved(GraphReader in) {
        throw unresolvable();
    }

    final DecodeException unresolvable() {
        return new DecodeException("decode: class=" + type.getName()
                + " resolves to another object on a cycle through it; put an object with fields on the cycle");
    }

    /** A codec that reads what {@code remote} describes into objects of this class. */
    abstract TypeCodec converter(Descriptor remote, TypeRegistry table);

    @Override
    final boolean takesBytes() {
        return !descriptor.fields.isEmpty();
    }
}
