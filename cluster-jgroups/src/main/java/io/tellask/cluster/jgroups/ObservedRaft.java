package io.tellask.cluster.jgroups;

import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.raft.LogEntry;
import org.jgroups.protocols.raft.RAFT;
import org.jgroups.protocols.raft.RaftImpl;
import org.jgroups.protocols.raft.Role;

/**
 * The protocol, telling of each change of leader and voters, not only of its own role, and committing as Raft says.
 *
 * <p>The protocol has an entry committed once a majority has it, whoever appended it. One of an earlier term may be overwritten all the same, by a
 * leader that a majority elects which lacks it (section 5.4.2 and figure 8 of Ongaro and Ousterhout, "In search of an understandable consensus
 * algorithm"). Here a leader commits entries of its own term only, and with them those before; it begins with an empty one, so that those before
 * need not wait for a command.
 */
final class ObservedRaft extends RAFT {
    /** What {@link AppliedMachine} passes over. */
    private static final byte[] BEGIN = {};

    private final Runnable changed;

    ObservedRaft(Runnable changed) {
        this.changed = changed;
        setId(ClassConfigurator.getProtocolId(RAFT.class)); // that of the class it stands for
    }

    @Override
    protected RAFT changeRole(Role role) {
        RaftImpl before = impl;
        RAFT same = super.changeRole(role);
        if (role == Role.Leader && impl != before) {
            // it fails where this member leads no more, and the next leader does the same
            var unused = setAsync(BEGIN, 0, 0, null);
        }
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

    @Override
    protected RAFT commitLogTo(long index, boolean answers) {
        LogEntry newest = isLeader() ? log().get(Math.min(lastAppended(), index)) : null;
        boolean isOfEarlierTerm = newest != null && newest.term() < currentTerm();
        return isOfEarlierTerm ? this : super.commitLogTo(index, answers);
    }
}
