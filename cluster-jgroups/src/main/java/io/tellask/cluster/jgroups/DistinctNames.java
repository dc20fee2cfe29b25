package io.tellask.cluster.jgroups;

import org.jgroups.Address;
import org.jgroups.View;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.raft.NO_DUPES;

/**
 * Keeps members out whose name another one has. Unlike the protocol it stands for it lets somebody ask again who has joined and not heard of
 * it in time: who would be told that its own name is taken, and end. Thread-safe.
 */
final class DistinctNames extends NO_DUPES {
    @Override
    protected boolean handleGmsHeader(GMS.GmsHeader header, Address sender) {
        View known = view;
        Address joining = header.getMember();
        boolean asksAgain = known != null && joining != null && known.containsMember(joining);
        return asksAgain || super.handleGmsHeader(header, sender);
    }
}
