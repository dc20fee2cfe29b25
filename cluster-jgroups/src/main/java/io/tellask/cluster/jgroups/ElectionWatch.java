package io.tellask.cluster.jgroups;

import io.tellask.text.SafeLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.jgroups.Address;
import org.jgroups.JChannel;
import org.jgroups.View;
import org.jgroups.protocols.raft.ELECTION;
import org.jgroups.protocols.raft.RAFT;
import org.jgroups.raft.util.Utils;

/**
 * Has a leader elected where a majority is together and nobody begins to; and ends its member when that has failed.
 *
 * <p>The protocol leaves elections to the member that coordinates the group's view; one that stood still for a while may coordinate and believe
 * that it still leads, while the others have gone on to a later term and do not answer it. Any member may begin an election: the votes decide.
 */
final class ElectionWatch implements AutoCloseable {
    private static final Logger LOG = System.getLogger("io.tellask.cluster");

    /** Looks that find no leader, one after the other, before an election. */
    private static final int PATIENCE = 2;

    private final JChannel channel;
    private final RAFT raft;
    private final ELECTION election;
    private final Thread thread;
    private final long pauseNanos;
    private final Runnable end;
    private volatile boolean isToEnd;
    private volatile boolean isClosed;

    /**
     * Begins to watch.
     *
     * @param end ends the member, on this thread
     */
    ElectionWatch(JChannel channel, RAFT raft, Duration silence, Runnable end) {
        this.end = end;
        this.channel = channel;
        this.raft = raft;
        election = channel.getProtocolStack().findProtocol(ELECTION.class);
        pauseNanos = silence.toNanos() / 2;
        thread = Thread.ofVirtual().name("tellask-cluster-election").start(this::run);
    }

    private void run() {
        int looks = 0;
        while (!isClosed) {
            LockSupport.parkNanos(this, pauseNanos);
            try {
                if (isToEnd) {
                    end.run();
                }
                looks = isMissingLeader() ? looks + 1 : 0;
                if (looks > PATIENCE + place() && !isClosed) { // not all at the same time
                    looks = 0;
                    election.startVotingThread();
                }
            } catch (Throwable failure) {
                SafeLog.log(LOG, Level.WARNING, "cluster: an election could not be begun: ", raft.raftId(), failure);
            }
        }
    }

    private boolean isMissingLeader() {
        View view = channel.view();
        if (view == null || !raft.members().contains(raft.raftId())) {
            return false;
        }
        Address leader = raft.leader();
        List<String> voters = raft.members();
        long together = view.getMembers().stream()
                .filter(each -> voters.contains(Utils.extractRaftId(each)))
                .count();
        return together >= raft.majority() && (leader == null || !view.containsMember(leader));
    }

    private int place() {
        return raft.members().stream().sorted().toList().indexOf(raft.raftId());
    }

    /** Has the member end soon: for threads that must not wait for that, or have no memory for another one. */
    void endMember() {
        isToEnd = true;
        LockSupport.unpark(thread);
    }

    @Override
    public void close() {
        isClosed = true;
        LockSupport.unpark(thread);
    }
}
