package io.tellask.remote;

import io.tellask.remote.session.Endpoint;
import io.tellask.remote.session.SessionCounts;
import java.util.Collection;

/** What several sessions have counted together. Immutable. */
record SessionTotals(long calls, long receivedBytes, long sentBytes) {
    static final SessionTotals NONE = new SessionTotals(0, 0, 0);

    /** These, and what those sessions have counted by now. */
    SessionTotals with(Collection<Endpoint> sessions) {
        long allCalls = calls;
        long allReceived = receivedBytes;
        long allSent = sentBytes;
        for (Endpoint session : sessions) {
            SessionCounts counts = SessionCounts.of(session);
            allCalls += counts.receivedCalls();
            allReceived += counts.receivedBytes();
            allSent += counts.sentBytes();
        }
        return new SessionTotals(allCalls, allReceived, allSent);
    }
}
