package io.tellask.cluster.jgroups;

import java.util.function.Consumer;
import org.jgroups.Address;
import org.jgroups.protocols.raft.AppendResult;
import org.jgroups.protocols.raft.Follower;
import org.jgroups.protocols.raft.LogEntries;
import org.jgroups.protocols.raft.LogEntry;
import org.jgroups.protocols.raft.RAFT;

/**
 * A follower that ends its member where the leader contradicts what is agreed on here. The protocol writes a line for each such request and goes
 * on, with a state that differs from that of the others for good. Among members that kept what they promised it cannot happen; it does where a
 * member has the folder of another group, or was alone in a group before.
 */
final class CheckedFollower extends Follower {
    private final RAFT protocol;
    private final Consumer<Throwable> failed;

    CheckedFollower(RAFT protocol, Consumer<Throwable> failed) {
        super(protocol);
        this.protocol = protocol;
        this.failed = failed;
    }

    @Override
    public AppendResult handleAppendEntriesRequest(
            LogEntries entries, Address leader, long previousIndex, long previousTerm, long term, long leaderCommit) {
        if (previousIndex <= protocol.commitIndex()) {
            LogEntry agreed = protocol.log().get(previousIndex);
            if (agreed != null && agreed.term() != previousTerm) {
                throw contradicted(previousIndex, agreed.term(), previousTerm);
            }
        }
        return super.handleAppendEntriesRequest(entries, leader, previousIndex, previousTerm, term, leaderCommit);
    }

    private IllegalStateException contradicted(long index, long term, long itsTerm) {
        IllegalStateException conflict = new IllegalStateException("entry=" + index + " was agreed on in term=" + term
                + ", and the leader has another one, of term=" + itsTerm
                + ": this member has the folder of another group, or was alone in one; " + RaftLog.RESET);
        failed.accept(conflict);
        return conflict;
    }
}
