package io.tellask.remote.session;

import io.tellask.actor.runtime.CallMessage;
import io.tellask.codec.ByteReader;
import io.tellask.codec.CodecException;
import io.tellask.remote.frame.OwnFailure;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/**
 * The receiving side of a contract: decodes a call's arguments and makes the call. Subclasses are generated, one per contract, but for
 * {@link PassedStream}.
 *
 * <p>Thread-safe.
 */
public abstract class Skeleton {
    /** Decodes arguments that are neither numbers nor strings, within a session. */
    public interface ArgumentReader {
        /** The argument at a place in a contract's method, or null. */
        @Nullable
        Object readObject(ByteReader in, RemoteContract<?> contract, int method, int parameter);

        /** Any argument, where the values of the session are JSON or CBOR. */
        @Nullable
        Object readText(ByteReader in, RemoteContract<?> contract, int method, int parameter);
    }

    /** Calls the method on the actor at once; null where it returns nothing. */
    public abstract @Nullable Object call(int method, Object actor, ByteReader in, ArgumentReader arguments)
            throws Throwable;

    /** Says of arguments that cannot be read that the call was not executed. */
    public static RuntimeException unreadable(CodecException undecodable) {
        return new OwnFailure(undecodable);
    }

    /** A publisher among the arguments, or null. */
    protected static Flow.@Nullable Publisher<?> readStream(
            ByteReader in, RemoteContract<?> contract, int method, int parameter) {
        try {
            return in.readByte() == 0 ? null : ReceivedReferences.stream(in, contract.streamItems(method, parameter));
        } catch (CodecException failure) {
            throw CallPlaces.ofParameter(failure, contract.method(method), parameter);
        }
    }

    /** Makes the message that will call the method later. */
    public abstract CallMessage message(int method, ByteReader in, ArgumentReader arguments);
}
