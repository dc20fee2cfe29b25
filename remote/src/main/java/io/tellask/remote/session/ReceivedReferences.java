package io.tellask.remote.session;

import io.tellask.codec.ByteReader;
import io.tellask.codec.DecodeException;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.LookupException;
import io.tellask.remote.ProtocolException;
import java.util.function.IntFunction;

/**
 * The references to actors that came with one message, in the list in front of it ({@link PassedReferences}). They are proxies already
 * when the message is decoded, or a reason why one cannot be used; so one of which nobody takes note is let go of like any other.
 * Immutable once read; thread-safe.
 */
final class ReceivedReferences implements IntFunction<Object> {
    private final Object[] references;

    private ReceivedReferences(Object[] references) {
        this.references = references;
    }

    /** Reads the list: on the loop. */
    static ReceivedReferences read(ByteReader in, Endpoint endpoint) {
        int count = in.readCount(1);
        int most = endpoint.limits().references();
        if (count > most) {
            throw new ProtocolException("references: count=" + count + " of one message > references=" + most
                    + "; the peer must send fewer");
        }
        Object[] references = new Object[count];
        for (int i = 0; i < count; i++) {
            int entry = in.readVarInt();
            references[i] =
                    (entry & 1) != 0 ? ours(endpoint, entry >>> 1) : theirs(endpoint, entry >>> 1, in.readVarInt());
        }
        return new ReceivedReferences(references);
    }

    private static Object ours(Endpoint endpoint, int id) {
        Export export = endpoint.exports().find(id);
        return export != null
                ? export.reference()
                : new Unusable("reference=" + id + " was not handed to the peer that sends it, or was released");
    }

    private static Object theirs(Endpoint endpoint, int id, int contractId) {
        RemoteContract<?> contract;
        try {
            contract = endpoint.imports().contractOf(contractId);
        } catch (LookupException unknown) {
            endpoint.frames().release(id, 1);
            return new Unusable(String.valueOf(unknown.getMessage()));
        }
        try {
            return endpoint.imports().received(id, contractId, contract);
        } catch (LookupException | CallRefusedException unusable) {
            return new Unusable(String.valueOf(unusable.getMessage()));
        }
    }

    /** Stands for one that cannot be used. */
    private record Unusable(String reason) {}

    @Override
    public Object apply(int number) {
        Object reference = number >= 0 && number < references.length ? references[number] : null;
        return switch (reference) {
            case null ->
                throw new DecodeException("decode: reference=" + Integer.toUnsignedString(number) + " of "
                        + references.length + " that came with the message; the bytes are damaged");
            case Unusable unusable -> throw new DecodeException("decode: " + unusable.reason);
            default -> reference;
        };
    }
}
