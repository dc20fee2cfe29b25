package io.tellask.codec.failure;

import io.tellask.codec.CodecException;
import io.tellask.codec.DecodeException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Lets the codec's packages add to the place of a {@link CodecException}, which its users only read. Thread-safe: the
 * exception's class installs the one access before there is any exception.
 */
public final class FailurePlace {
    private static volatile @Nullable Access access;

    private FailurePlace() {}

    /** Called once, by the class of the exceptions. */
    public static void install(Access ofExceptions) {
        access = ofExceptions;
    }

    /** Puts a step in front of those known. */
    public static void addStep(CodecException failure, Class<?> owner, String step) {
        Objects.requireNonNull(access, "access to an exception that exists").addStep(failure, owner, step);
    }

    /** Notes the position in the encoded bytes, unless one is known; gives the failure. */
    public static <T extends CodecException> T at(T failure, long offset) {
        Objects.requireNonNull(access, "access to an exception that exists").at(failure, offset);
        return failure;
    }

    /** A failure at a position that is known where it is raised. */
    public static DecodeException decoding(long offset, String message) {
        return at(new DecodeException(message), offset);
    }

    /** How an exception takes what is known of its place. */
    public interface Access {
        void addStep(CodecException failure, Class<?> owner, String step);

        void at(CodecException failure, long offset);
    }
}
