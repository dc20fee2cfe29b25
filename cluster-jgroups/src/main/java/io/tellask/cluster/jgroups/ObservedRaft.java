package io.tellask.cluster.jgroups;

import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.raft.RAFT;
import org.jgroups.protocols.raft.Role;

/** The protocol, telling of each change of leader and voters, not only of its own role. */
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

    /** The voters were read from a snapshot, after which the protocol would go on with the majority of those before. */
    void votersRead() {
        computeMajority();
        changed.run();
    }

    @Override
    protected void _addServer(String name) {
        super._addServer(name);
        changed.run();
    }

    @Override
    protected void _removeServer(String name) {
        super._removeServer(name);
        changed.run();
    }
}
