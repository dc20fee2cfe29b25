package io.tellask.remote.session;

import io.tellask.actor.runtime.CallMessage;
import io.tellask.codec.ByteReader;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.frame.LargeArrays;
import io.tellask.remote.frame.OwnFailure;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** A call whose arguments are decoded on the actor's dispatcher, when it is executed. */
final class UndecodedCall extends CallMessage {
    private static final byte[] NO_ARGUMENTS = {};

    private final Export export;
    private final int method;
    private byte[] arguments;
    private @Nullable IntFunction<Object> references;
    private final int offset;
    private final int length;
    private final int countedBytes;

    UndecodedCall(
            Export export, int method, ByteReader in, byte[] arguments, int offset, int length, int countedBytes) {
        this.export = export;
        this.method = method;
        references = in.references();
        this.arguments = arguments;
        this.offset = offset;
        this.length = length;
        this.countedBytes = countedBytes;
    }

    /** Asks for as much room again for the decoded arguments, and for objects they name, while the actor has them. */
    @Override
    protected @Nullable Object invoke(Object actor) throws Throwable {
        try (ReservedDecoder decoded = new ReservedDecoder(export.endpoint())) {
            if (!decoded.take(length)) {
                throw new OwnFailure(
                        new CallRefusedException("call: method=" + method() + " was not executed, argument bytes="
                                + length + ", there is no memory for them; send less at once"));
            }
            ByteReader in = new ByteReader();
            in.wrap(arguments, offset, length);
            in.references(references);
            Object result = export.skeleton().call(method, actor, in, decoded);
            heapBytes = decoded.bytes();
            return result;
        }
    }

    /** Lets go of the arguments; how many bytes were counted for them. */
    int release() {
        LargeArrays.shared().giveBack(arguments);
        arguments = NO_ARGUMENTS;
        references = null;
        return countedBytes;
    }

    @Override
    public String method() {
        return export.contract().method(method).name();
    }
}
