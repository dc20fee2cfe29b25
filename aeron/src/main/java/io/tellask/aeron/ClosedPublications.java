package io.tellask.aeron;

import io.aeron.AeronCounters;
import io.aeron.ExclusivePublication;
import java.util.ArrayList;
import java.util.List;
import org.agrona.concurrent.status.CountersReader;

/**
 * Publications that were closed: the driver goes on to send what they have, at the pace of those who hear it. It tells by its counters how far it is.
 * Belongs to the client's thread.
 */
final class ClosedPublications {
    private record Closed(long registrationId, long position) {
        /** Whether all of it was sent, or nobody is there to hear the rest. */
        boolean isDone(CountersReader counters) {
            int sent = counters.findByTypeIdAndRegistrationId(
                    AeronCounters.DRIVER_SENDER_POSITION_TYPE_ID, registrationId);
            int receivers = counters.findByTypeIdAndRegistrationId(
                    AeronCounters.FLOW_CONTROL_RECEIVERS_COUNTER_TYPE_ID, registrationId);
            return sent == CountersReader.NULL_COUNTER_ID
                    || receivers == CountersReader.NULL_COUNTER_ID
                    || counters.getCounterValue(sent) >= position
                    || counters.getCounterValue(receivers) == 0;
        }
    }

    private final List<Closed> sending = new ArrayList<>();

    void close(CountersReader counters, ExclusivePublication publication) {
        areSent(counters);
        if (publication.isConnected()) {
            sending.add(new Closed(publication.registrationId(), publication.position()));
        }
        publication.close();
    }

    /** Whether nothing is left to be sent; forgets those that have nothing left. */
    boolean areSent(CountersReader counters) {
        sending.removeIf(each -> each.isDone(counters));
        return sending.isEmpty();
    }
}
