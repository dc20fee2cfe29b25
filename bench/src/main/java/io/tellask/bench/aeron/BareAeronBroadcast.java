package io.tellask.bench.aeron;

import io.aeron.AeronCounters;
import io.aeron.ExclusivePublication;
import io.aeron.FragmentAssembler;
import io.aeron.Publication;
import io.aeron.Subscription;
import io.aeron.logbuffer.FragmentHandler;
import java.util.concurrent.locks.LockSupport;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersReader;

/** {@code limit-aeron}: a publication and subscriptions of Aeron, with the channels of {@link io.tellask.aeron.Topics}: the slowest receiver decides. */
public final class BareAeronBroadcast implements Broadcast {
    private static final int STREAM = 1_001;
    private static final int FRAGMENTS = 256;
    private static final int MOST_BYTES = 1_024;
    private static final long PAUSE_NANOS = 20_000;

    /** Called by name. */
    public BareAeronBroadcast() {}

    @Override
    public Publisher publish(String host, int port, int receivers) throws Exception {
        BareAeron bare = BareAeron.withDriver(BareAeron.folder(), false);
        ExclusivePublication publication = bare.aeron()
                .addExclusivePublication(
                        channel(host, port) + "|term-length=" + BareAeron.TERM_BYTES + "|fc=min", STREAM);
        BareAeron.await("a receiver", () -> receivers(bare, publication) >= receivers);
        UnsafeBuffer outgoing = new UnsafeBuffer(0, 0);
        return (message, length) -> {
            outgoing.wrap(message, 0, length);
            for (long outcome = publication.offer(outgoing, 0, length); outcome < 0; ) {
                if (outcome == Publication.BACK_PRESSURED) {
                    LockSupport.parkNanos(PAUSE_NANOS);
                } else if (outcome != Publication.ADMIN_ACTION) {
                    throw new IllegalStateException("publication failed: outcome=" + outcome);
                }
                outcome = publication.offer(outgoing, 0, length);
            }
        };
    }

    private static long receivers(BareAeron bare, ExclusivePublication publication) {
        CountersReader counters = bare.aeron().countersReader();
        int counter = counters.findByTypeIdAndRegistrationId(
                AeronCounters.FLOW_CONTROL_RECEIVERS_COUNTER_TYPE_ID, publication.registrationId());
        return counter == CountersReader.NULL_COUNTER_ID ? 0 : counters.getCounterValue(counter);
    }

    @Override
    public void subscribe(String host, int port, Messages messages) throws Exception {
        BareAeron bare = BareAeron.withDriver(BareAeron.folder(), false);
        Subscription subscription = bare.aeron().addSubscription(channel(host, port), STREAM);
        byte[] message = new byte[MOST_BYTES];
        FragmentHandler handler = new FragmentAssembler((buffer, offset, length, header) -> {
            buffer.getBytes(offset, message, 0, length);
            messages.message(message, length);
        });
        bare.poll(() -> subscription.poll(handler, FRAGMENTS));
    }

    private static String channel(String host, int port) {
        return "aeron:udp?endpoint=" + host + ":" + port + "|interface=127.0.0.1|ttl=0";
    }
}
