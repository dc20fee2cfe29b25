package io.tellask.cluster.jgroups;

import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.raft.RAFT;
import org.jgroups.protocols.raft.Role;

/** The protocol, telling of each change of leader, not only of its own role. */
final class ObservedRaft extends RAFT {
    private final Runnable changed;

    ObservedRaft(Runnable changed) {
        this.changed = changed;
        setId(ClassConfigurator.getProtocolId(RAFT.class)); // that of the class it stands for
    }

    @Override
    protected RAFT changeRole(Role role) {
        RAFT same = super.changeRole(role);
        changed.run();
        return same;
    }
}
