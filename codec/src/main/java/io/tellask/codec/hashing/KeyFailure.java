package io.tellask.codec.hashing;

import io.tellask.codec.CodecException;
import io.tellask.codec.DecodeException;
import io.tellask.codec.UnknownClasses;
import io.tellask.codec.failure.FailurePlace;
import io.tellask.codec.failure.Failures;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What a key threw when its table hashed or compared it, as the exception that the codec's callers expect. */
public final class KeyFailure {
    private static final Set<String> METHODS = Set.of("hashCode", "equals", "compareTo", "compare");

    private static final String REMEDY = "send keys that can be hashed and compared";
    private static final String SKIPPED = "unknownClasses=SKIP puts null for an object of an unknown class: grant its"
            + " class, choose KEEP, or send keys that can be hashed and compared";

    private KeyFailure() {}

    /** A key cannot enter its table. */
    public static RuntimeException entering(
            Throwable failure, @Nullable Object key, Object table, UnknownClasses unknown, long offset) {
        return known(failure) || maySkip(failure, unknown) && (key == null || culprit(failure) == null)
                ? Failures.unchanged(failure)
                : of(
                        failure,
                        "a key of " + nameOf(key) + " cannot enter " + nameOf(table),
                        offset,
                        maySkip(failure, unknown) ? SKIPPED : REMEDY);
    }

    /** One of the keys cannot enter the immutable table that is made of them. */
    public static RuntimeException building(Throwable failure, Class<?> table, UnknownClasses unknown, long offset) {
        return known(failure) || maySkip(failure, unknown) && culprit(failure) == null
                ? Failures.unchanged(failure)
                : of(
                        failure,
                        "a key cannot enter class=" + table.getName(),
                        offset,
                        maySkip(failure, unknown) ? SKIPPED : REMEDY);
    }

    /** One of the keys that were complete only at the end of the message cannot. */
    public static RuntimeException waiting(Throwable failure, Object table, long offset) {
        return known(failure)
                ? Failures.unchanged(failure)
                : of(failure, "a key that lies on a cycle cannot enter " + nameOf(table), offset, REMEDY);
    }

    /** A key has no hash. */
    public static RuntimeException hashing(Throwable failure, Object key, long offset) {
        return known(failure)
                ? Failures.unchanged(failure)
                : of(failure, "a key of " + nameOf(key) + " cannot be hashed", offset, REMEDY);
    }

    /** Null may stand for an object that was skipped. Where a table takes none, {@code FailurePath} says so. */
    private static boolean maySkip(Throwable failure, UnknownClasses unknown) {
        return failure instanceof NullPointerException && unknown == UnknownClasses.SKIP;
    }

    private static boolean known(Throwable failure) {
        return Failures.checked(failure) instanceof CodecException;
    }

    private static DecodeException of(Throwable failure, String what, long offset, String remedy) {
        String culprit = culprit(failure);
        DecodeException known = new DecodeException(
                "decode: " + what + ", " + (culprit == null ? "which does not take it" : culprit + " failed")
                        + ", offset=" + offset + ": " + Failures.said(failure) + "; " + remedy,
                failure);
        FailurePlace.at(known, offset);
        return known;
    }

    /** The method of a key or comparator, not of the JDK, that threw. */
    private static @Nullable String culprit(Throwable failure) {
        for (StackTraceElement frame : framesOf(failure)) {
            if (METHODS.contains(frame.getMethodName()) && !frame.getClassName().startsWith("java.")) {
                return frame.getClassName() + "." + frame.getMethodName();
            }
        }
        return null;
    }

    /** The frames of a failure; none where the application's own method fails to list them. */
    private static StackTraceElement[] framesOf(Throwable failure) {
        try {
            return failure.getStackTrace();
        } catch (RuntimeException | AssertionError own) {
            return new StackTraceElement[0];
        }
    }

    private static String nameOf(@Nullable Object object) {
        return object == null ? "null" : "class=" + object.getClass().getName();
    }
}
