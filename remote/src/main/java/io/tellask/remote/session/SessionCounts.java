package io.tellask.remote.session;

import io.tellask.actor.WaitChain;
import io.tellask.remote.ValueEncoding;
import java.util.List;

/**
 * What a session counts, as it is at one moment: read from any thread and without a lock, so that each number is an estimate.
 *
 * @param idleNanos how long no bytes have come
 * @param ageNanos how long ago it was opened
 * @param receivedBytes bytes that came
 * @param sentBytes bytes that left
 * @param receivedCalls calls and look-ups of the peer
 * @param references references that the two sides hold of each other's actors
 * @param heldBytes what it makes the process hold
 * @param unansweredCalls asks of the peer that wait for an answer
 * @param encoding how its values travel
 */
public record SessionCounts(
        long idleNanos,
        long ageNanos,
        long receivedBytes,
        long sentBytes,
        long receivedCalls,
        int references,
        long heldBytes,
        long unansweredCalls,
        ValueEncoding encoding) {
    public static SessionCounts of(Endpoint endpoint) {
        return new SessionCounts(
                endpoint.timers().idleNanos(),
                endpoint.timers().ageNanos(),
                endpoint.inbound().receivedBytes(),
                endpoint.outbound().leftBytes(),
                endpoint.inbound().calls().callsReceived(),
                endpoint.references(),
                endpoint.memory().bytes(),
                endpoint.unanswered(),
                endpoint.peerLimits().encoding());
    }

    /** What some calls wait for that the peer of a session has made and that are not answered: for those who look inside. */
    public static List<WaitChain> waitChains(Endpoint endpoint, int most) {
        return endpoint.frames().waitChains(most);
    }
}
