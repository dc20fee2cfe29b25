package io.tellask.remote.session;

import io.tellask.codec.ByteReader;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.LookupException;
import io.tellask.remote.ProtocolException;
import io.tellask.remote.frame.Counts;

/**
 * Acts on the frames of streams that go on: what the peer grants or calls off of those it consumes, and the items of those it produces.
 * Streams begin and end as calls do, in {@link Inbound}. On the loop.
 */
final class StreamFrames {
    private final Endpoint endpoint;

    StreamFrames(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    void request(ByteReader body) {
        StreamSender sender = endpoint.streams().sender(body.readInt32());
        int items = Counts.read(body, "request", "items", 0);
        int bytes = Counts.read(body, "request", "bytes", 0);
        if (sender != null) {
            sender.requested(items, bytes);
        }
    }

    /** The peer gives a call up, a stream or an ask. One that is settled is left alone: the two frames have crossed. */
    void cancel(ByteReader body) {
        int callId = body.readInt32();
        StreamSender sender = endpoint.streams().sender(callId);
        if (sender != null) {
            sender.cancelled(true);
        } else {
            endpoint.frames().confirmGivenUp(callId);
        }
    }

    void item(ByteReader body) {
        receiver(body.readInt32()).item(body, endpoint);
    }

    void itemReference(ByteReader body) {
        StreamReceiver stream = receiver(body.readInt32());
        RemoteContract<?> contract = stream.items().contract();
        if (contract == null) {
            throw new ProtocolException(
                    "item: a reference came where the contract declares none; the peer is damaged or hostile");
        }
        stream.spend(FrameSender.REFERENCE_BYTES);
        try {
            Object reference = endpoint.imports().received(body.readVarInt(), body.readVarInt(), contract);
            stream.deliver(reference, FrameSender.REFERENCE_BYTES);
        } catch (LookupException | CallRefusedException unusable) {
            stream.give(unusable);
        }
    }

    /** The stream that waits under a call id. */
    StreamReceiver receiver(int callId) {
        if (endpoint.calls().find(callId) instanceof StreamReceiver stream) {
            return stream;
        }
        throw AnswerFrames.unexpected("item", callId);
    }
}
