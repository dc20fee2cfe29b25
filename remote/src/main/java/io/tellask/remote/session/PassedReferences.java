package io.tellask.remote.session;

import io.tellask.actor.contract.LocalReference;
import io.tellask.actor.contract.RouterReference;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.EncodeException;
import io.tellask.remote.frame.FrameType;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Flow;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The references to actors that one message brings to the peer, alone or within its objects. The message has their places in a list that
 * lies in front of it:
 *
 * <pre>
 * count varint | as many times: id varint &lt;&lt; 1, contract id varint    an actor of the side that sends
 *                               id varint &lt;&lt; 1 | 1                   one of the side that receives, which had handed it out
 * </pre>
 *
 * <p>So the peer knows what it was handed whether or not it decodes the message. Used by one thread at a time.
 */
final class PassedReferences implements ToIntFunction<Object> {
    static final byte[] NONE = {};

    private static final int FEW = 8;
    private static final int ENTRY_BYTES = 8;

    /** The contract by which a proxy's actor is called: that of its class. */
    private static final ClassValue<RemoteContract<?>> OWN = new ClassValue<>() {
        @Override
        protected RemoteContract<?> computeValue(Class<?> proxy) {
            return RemoteContract.of(proxy.getInterfaces()[0]);
        }
    };

    private final Endpoint endpoint;
    private final List<Object> references = new ArrayList<>(2);
    private final List<RemoteContract<?>> contracts = new ArrayList<>(2);
    private @Nullable Map<Object, Integer> places; // of many
    private @Nullable RemoteContract<?> declared;
    private final List<Export> handed = new ArrayList<>(2);
    private List<RemoteTarget> passedBack = List.of(); // which the peer must know until the message has left

    private PassedReferences(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    /** Whether a value is handed to the peer of a session, as what it may call; not what is passed back. */
    static boolean isHanded(Object value, Endpoint endpoint) {
        return value instanceof LocalReference || value instanceof RouterReference || Relay.passesOn(value, endpoint);
    }

    /** Has references that are written into a message gathered. */
    static void gather(ByteWriter message, Endpoint endpoint) {
        if (message.references() == null) {
            message.references(new PassedReferences(endpoint));
        }
    }

    /** Says of the value that is written next by which contract it is called if it is a reference itself. */
    static void declare(ByteWriter message, @Nullable RemoteContract<?> contract) {
        if (message.references() instanceof PassedReferences passed) {
            passed.declared = contract;
        }
    }

    /** Takes what was gathered from its message, which gathers anew; null if that is nothing. */
    static @Nullable PassedReferences take(ByteWriter message) {
        if (message.references() instanceof PassedReferences passed) {
            passed.declared = null;
            if (!passed.references.isEmpty()) {
                message.references(null);
                return passed;
            }
        }
        return null;
    }

    /** The place of a publisher that the calling code passes as a parameter of its own. */
    static int placeOf(ByteWriter message, Endpoint endpoint, Flow.Publisher<?> publisher, ResultCodec items) {
        if (!endpoint.peerLimits().takesStreams()) {
            throw new EncodeException("encode: a publisher of " + items.type().getTypeName()
                    + " is an argument, which the peer's release does not take; update it");
        }
        Object stream = publisher instanceof RemoteStream remote && remote.passBack(endpoint, items)
                ? remote
                : PassedStream.of(endpoint, publisher, items);
        return ((PassedReferences) Objects.requireNonNull(message.references())).place(stream);
    }

    @Override
    public int applyAsInt(Object reference) {
        requireNoStream(reference);
        RemoteReference remote = StableReference.behind(reference);
        return place(remote != null && remote.target().endpoint() == endpoint ? remote : reference);
    }

    /** Of a reference within a value. */
    static void requireNoStream(Object reference) {
        if (reference instanceof RemoteStream) {
            throw new EncodeException("encode: " + reference
                    + " is a stream, which a parameter of type Flow.Publisher takes alone; declare one");
        }
    }

    private int place(Object reference) {
        Integer known = find(reference);
        if (known != null) {
            return known;
        }
        if (!endpoint.peerLimits().takesReferences()) {
            throw new EncodeException("encode: " + reference
                    + " is a reference to an actor, which the peer's release takes as a result alone; update it");
        }
        int most = endpoint.limits().references();
        if (references.size() >= most) {
            throw new EncodeException("encode: references of one message=" + (references.size() + 1) + " > references="
                    + most + "; send fewer, or raise Limits.references");
        }
        contracts.add(contractOf(reference));
        references.add(reference);
        int place = references.size() - 1;
        if (places != null) {
            places.put(reference, place);
        } else if (place == FEW) {
            places = new IdentityHashMap<>();
            for (int i = 0; i <= place; i++) {
                places.put(references.get(i), i);
            }
        }
        return place;
    }

    private @Nullable Integer find(Object reference) {
        if (places != null) {
            return places.get(reference);
        }
        for (int i = 0; i < references.size(); i++) {
            if (references.get(i) == reference) {
                return i;
            }
        }
        return null;
    }

    private RemoteContract<?> contractOf(Object reference) {
        if (reference instanceof PassedStream) {
            return RemoteContract.STREAM;
        }
        RemoteContract<?> ofPlace = declared;
        RemoteReference remote = StableReference.behind(reference);
        if (remote != null) {
            if (remote.target().actor() == null) {
                throw new EncodeException(
                        "encode: " + reference + " is not here yet; pass it when its promise is settled");
            }
            if (remote.target().handed().isReleased()) {
                throw released(reference);
            }
            if (remote.target().endpoint() == endpoint || ofPlace == null || !ofPlace.takes(reference)) {
                return remote.target().contract();
            }
        }
        return ofPlace != null && ofPlace.takes(reference) ? ofPlace : OWN.get(reference.getClass());
    }

    private static EncodeException released(Object reference) {
        return new EncodeException("encode: " + reference
                + " was released here by Remote.release; pass one that was not, or look it up again");
    }

    /** Counts the references as handed to the peer, and gives the list of them; {@link #takeBack} if the message is not sent after all. */
    byte[] hand() {
        ByteWriter list = new ByteWriter(5 + ENTRY_BYTES * references.size());
        list.writeVarInt(references.size());
        try {
            for (int i = 0; i < references.size(); i++) {
                switch (references.get(i)) {
                    case RemoteReference remote when remote.target().endpoint() == endpoint -> passBack(remote, list);
                    case Object other -> handed.add(endpoint.exports().pass(other, contracts.get(i), list));
                }
            }
        } catch (Throwable failure) {
            takeBack();
            throw failure;
        }
        return list.toByteArray();
    }

    private void passBack(RemoteReference remote, ByteWriter list) {
        RemoteTarget target = Objects.requireNonNullElse(remote.target().actor(), remote.target());
        if (passedBack.isEmpty()) {
            passedBack = new ArrayList<>(2);
        }
        passedBack.add(target);
        if (!target.leaves()) {
            passedBack.removeLast();
            throw released(remote);
        }
        list.writeVarInt(target.referenceId() << 1 | 1);
    }

    /** The message was sent. */
    void left() {
        List<RemoteTarget> known = passedBack;
        passedBack = List.of();
        known.forEach(RemoteTarget::left);
    }

    /** The message was not sent: the peer has not been handed what {@link #hand} counted. */
    void takeBack() {
        left();
        List<Export> exports = List.copyOf(handed);
        handed.clear();
        exports.forEach(endpoint.exports()::takeBack);
    }

    /** The kind of a frame that has a list in front of its body. */
    static int flagged(int kind, byte[] list) {
        return list.length == 0 ? kind : kind | FrameType.REFERENCES_FLAG;
    }

    /** The list of what a message brings, counted as handed; empty for none. */
    static byte[] handAll(@Nullable PassedReferences passed) {
        return passed == null ? NONE : passed.hand();
    }

    static void allLeft(@Nullable PassedReferences passed) {
        if (passed != null) {
            passed.left();
        }
    }

    static void takeAllBack(@Nullable PassedReferences passed) {
        if (passed != null) {
            passed.takeBack();
        }
    }
}
