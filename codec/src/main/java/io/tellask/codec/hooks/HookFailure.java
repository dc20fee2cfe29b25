package io.tellask.codec.hooks;

import io.tellask.codec.DecodeException;
import io.tellask.codec.EncodeException;
import io.tellask.codec.failure.Failures;

/** What a hook of the application threw, as the exception that the codec's callers expect. */
public final class HookFailure {
    private HookFailure() {}

    public static RuntimeException writing(Throwable failure, Class<?> type, String hook) {
        return failure instanceof EncodeException known
                ? known
                : new EncodeException(
                        "encode: " + hook + " of class=" + type.getName() + " failed: "
                                + Failures.said(Failures.checked(failure)),
                        failure);
    }

    public static RuntimeException reading(Throwable failure, Class<?> type, String hook) {
        return failure instanceof DecodeException known
                ? known
                : new DecodeException(
                        "decode: " + hook + " of class=" + type.getName() + " failed: "
                                + Failures.said(Failures.checked(failure)),
                        failure);
    }
}
