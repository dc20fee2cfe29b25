package io.tellask.codec.registry;

import io.tellask.codec.DecodeException;
import io.tellask.codec.builtin.BuiltIns;
import io.tellask.codec.builtin.CopiesCodec;
import io.tellask.codec.hashing.HashCostCounter.HashedClasses;
import io.tellask.codec.hashing.HeldReferences;
import io.tellask.codec.object.ConstructorForms;
import org.jspecify.annotations.Nullable;

/** The same classes as streams of the JDK name them, for the module that reads those. Thread-safe. */
public final class JdkStreamTypes implements HashedClasses {
    private final ClassTrust trusted;

    public JdkStreamTypes(ClassTrust trusted) {
        this.trusted = trusted;
    }

    /**
     * The built-in class of a name that a stream may bring without a grant, or null. Not {@code nCopies}, whose count
     * nobody holds to a budget in a stream.
     */
    public @Nullable Class<?> builtInNamed(String name) {
        Class<?> named = BuiltIns.named(name);
        return named == CopiesCodec.TYPE ? null : named;
    }

    /** The class of a name, or what it became; null where it is not granted or cannot be found. */
    public @Nullable Class<?> find(String name) {
        return trusted.admission.find(name);
    }

    /** @throws DecodeException if the class of a name is not granted or cannot be found */
    public Class<?> resolve(String name, long offset) {
        return trusted.admission.resolve(name, offset);
    }

    /** Whether a stream may bring a class. */
    public boolean admits(Class<?> type) {
        return BuiltIns.contains(type) && type != CopiesCodec.TYPE
                || trusted.admission.admits(type)
                || trusted.table.grants().grants(type);
    }

    /** Whether objects of a class of the JDK hold locks. */
    public boolean holdsLocks(Class<?> type) {
        return ConstructorForms.contains(type);
    }

    @Override
    public boolean isHashedByIdentity(Class<?> type) {
        return trusted.table.isHashedByIdentity(type);
    }

    @Override
    public HeldReferences referencesOf(Class<?> type) {
        return trusted.table.referencesOf(type);
    }
}
