package io.tellask.codec.graph;

import io.tellask.codec.DecodeException;
import io.tellask.codec.schema.Descriptor;

/** The codec of a class that is not built in: it travels with a descriptor. */
public abstract class DescribedCodec extends TypeCodec {
    public final Descriptor descriptor;

    /** Dense number within one {@link TypeRegistry}; scopes keep what they know of a class in arrays indexed by it. */
    public final int ordinal;

    protected DescribedCodec(Class<?> type, boolean tracked, boolean built, Descriptor descriptor, int ordinal) {
        super(type, DESCRIBED, tracked, built);
        this.descriptor = descriptor;
        this.ordinal = ordinal;
    }

    /** Whether the application writes and reads objects of the class by hand. */
    public boolean isCustom() {
        return false;
    }

    /** Whether the fields of a class are what is written of it: not where a hook or a custom codec decides. */
    public boolean writesFields() {
        return true;
    }

    /** Whether nothing but our code runs while an object is written, apart from what it refers to. */
    public boolean isInPlace() {
        return false;
    }

    /** Makes the codecs that generated code expects in the fields of an object, so that writing one looks into no class. */
    public void meetMembers(TypeRegistry table, boolean wide) {}

    /** Whether an object can be read without its number, because what it resolves to gets that. */
    public boolean readsUnresolved() {
        return false;
    }

    /** Reads an object whose number is taken; only where {@link #readsUnresolved}. */
    public Object readUnresolved(GraphReader in) {
        throw unresolvable();
    }

    public final DecodeException unresolvable() {
        return new DecodeException("decode: class=" + type.getName()
                + " resolves to another object on a cycle through it; put an object with fields on the cycle");
    }

    /** A codec that reads what {@code remote} describes into objects of this class. */
    public abstract TypeCodec converter(Descriptor remote, TypeRegistry table);

    @Override
    public final boolean takesBytes() {
        return !descriptor.fields.isEmpty();
    }
}
