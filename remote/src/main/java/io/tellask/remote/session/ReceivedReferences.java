package io.tellask.remote.session;

import io.tellask.codec.ByteReader;
import io.tellask.codec.DecodeException;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.LookupException;
import io.tellask.remote.ProtocolException;
import java.util.concurrent.Flow;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The references to actors that came with one message, in the list in front of it ({@link PassedReferences}). They are proxies already
 * when the message is decoded, or a reason why one cannot be used; so one of which nobody takes note is let go of like any other.
 * Immutable once read; thread-safe.
 */
final class ReceivedReferences implements IntFunction<Object> {
    private static final int HEAD_BYTES = 64;
    private static final int PLACE_BYTES = 8;
    private static final Unusable NOT_OURS =
            new Unusable("it was not handed to the peer that sends it, or was released");

    private final Object[] references;

    private ReceivedReferences(Object[] references) {
        this.references = references;
    }

    /** Stands for one that cannot be used; many places share one. */
    record Unusable(String reason) {}

    /** Reads the list: on the loop. */
    static ReceivedReferences read(ByteReader in, Endpoint endpoint) {
        int count = in.readCount(1);
        int most = endpoint.limits().references();
        if (count > most) {
            throw new ProtocolException("references: count=" + count + " of one message > references=" + most
                    + "; the peer must send fewer");
        }
        Object[] references = new Object[count];
        Unusable last = NOT_OURS;
        for (int i = 0; i < count; i++) {
            int entry = in.readVarInt();
            references[i] = (entry & 1) != 0
                    ? ours(endpoint, entry >>> 1)
                    : theirs(endpoint, entry >>> 1, in.readVarInt(), last);
            if (references[i] instanceof Unusable unusable && unusable != NOT_OURS) {
                last = unusable;
            }
        }
        return new ReceivedReferences(references);
    }

    private static Object ours(Endpoint endpoint, int id) {
        Export export = endpoint.exports().find(id);
        return export == null ? NOT_OURS : export.reference();
    }

    private static Object theirs(Endpoint endpoint, int id, int contractId, Unusable last) {
        Object contract = endpoint.imports().contractOf(contractId);
        if (!(contract instanceof RemoteContract<?> known)) {
            endpoint.frames().release(id, 1);
            return contract;
        }
        try {
            return endpoint.imports().received(id, contractId, known);
        } catch (LookupException | CallRefusedException unusable) {
            String reason = String.valueOf(unusable.getMessage());
            return last.reason.equals(reason) ? last : new Unusable(reason);
        }
    }

    /** What the list takes while it is kept, beside the references, which are counted as such. */
    static int heapBytes(@Nullable IntFunction<Object> references) {
        return references instanceof ReceivedReferences received
                ? HEAD_BYTES + PLACE_BYTES * received.references.length
                : 0;
    }

    @Override
    public Object apply(int number) {
        Object reference = usable(number);
        if (reference instanceof RemoteStream || reference instanceof PassedStream) {
            throw new DecodeException("decode: reference=" + number
                    + " of the message is a stream, which only a parameter of type Flow.Publisher takes");
        }
        return reference;
    }

    /** The publisher whose place in the list is read here: one of the peer's, or of this side that comes back. */
    static Flow.Publisher<?> stream(ByteReader in, ResultCodec declared) {
        return stream(in.readVarInt(), in.references(), declared);
    }

    /** The publisher at a place in the list. */
    static Flow.Publisher<?> stream(int number, @Nullable IntFunction<Object> references, ResultCodec declared) {
        if (!(references instanceof ReceivedReferences received)) {
            throw new DecodeException("decode: stream=" + Integer.toUnsignedString(number)
                    + " in a message that brings none; the bytes are damaged");
        }
        return switch (received.usable(number)) {
            case RemoteStream theirs when theirs.emits(declared) -> theirs;
            case PassedStream ours when ours.items().type().equals(declared.type()) -> ours.backHere();
            case Object _ ->
                throw new DecodeException(
                        "decode: reference=" + number
                                + " of the message is no stream of what the parameter declares; the peer is damaged or hostile");
        };
    }

    private Object usable(int number) {
        Object reference = number >= 0 && number < references.length ? references[number] : null;
        return switch (reference) {
            case null ->
                throw new DecodeException("decode: reference=" + Integer.toUnsignedString(number) + " of "
                        + references.length + " that came with the message; the bytes are damaged");
            case Unusable unusable ->
                throw new DecodeException(
                        "decode: reference=" + number + " of the message cannot be used, " + unusable.reason);
            default -> reference;
        };
    }
}
