package io.tellask.cluster.jgroups;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jgroups.Address;
import org.jgroups.Message;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.raft.AppendEntriesResponse;
import org.jgroups.protocols.raft.LogEntry;
import org.jgroups.protocols.raft.RAFT;
import org.jgroups.protocols.raft.RaftHeader;
import org.jgroups.protocols.raft.RaftImpl;
import org.jgroups.protocols.raft.Role;
import org.jgroups.raft.util.CommitTable;

/**
 * The protocol, telling of each change of leader and voters, not only of its own role, and committing as Raft says.
 *
 * <p>The protocol has an entry committed once a majority has it, whoever appended it. One of an earlier term may be overwritten all the same, by a
 * leader that a majority elects which lacks it (section 5.4.2 and figure 8 of Ongaro and Ousterhout, "In search of an understandable consensus
 * algorithm"). Here a leader commits entries of its own term only, and with them those before; it begins with an empty one, so that those before
 * need not wait for a command.
 *
 * <p>The protocol sends a member what it lacks only when nothing else has come for a second, so that one which was away never gets it while clients
 * are busy, and no majority has anything if the other one goes. Here a refused entry has what is before it sent at once, a part after the other.
 */
final class ObservedRaft extends RAFT {
    /** Bytes and entries of one part of what a member lacks. */
    private static final int PART_BYTES = 1 << 20;

    private static final int PART_ENTRIES = 4_096;

    /** After which a part is sent once more, if the member still refuses what comes after it. */
    private static final long PART_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** What {@link AppliedMachine} passes over. */
    private static final byte[] BEGIN = {};

    private final Runnable changed;
    private final Consumer<Throwable> failed;
    private final Map<Address, Part> behind = new ConcurrentHashMap<>(); // members that lack entries

    /** What a member was sent last: up to which entry, and when. */
    private record Part(long end, long nanos) {}

    /**
     * @param changed told of each change of leader and voters
     * @param failed told where a leader contradicts what is agreed on here
     */
    ObservedRaft(Runnable changed, Consumer<Throwable> failed) {
        this.changed = changed;
        this.failed = failed;
        impl = new CheckedFollower(this, failed);
        setId(ClassConfigurator.getProtocolId(RAFT.class)); // that of the class it stands for
    }

    @Override
    protected RAFT changeRole(Role role) {
        RaftImpl before = impl;
        if (role == Role.Follower && before instanceof CheckedFollower) {
            changed.run();
            return this;
        }
        RAFT same = super.changeRole(role);
        if (role == Role.Follower) {
            impl = new CheckedFollower(this, failed);
        }
        if (role == Role.Leader && impl != before) {
            behind.clear();
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

    @Override
    public void handleUpRequest(Message message, RaftHeader header) {
        super.handleUpRequest(message, header);
        CommitTable known = commit_table;
        CommitTable.Entry entry = known == null ? null : known.get(message.src());
        if (header instanceof AppendEntriesResponse && entry != null && isLeader()) {
            sendMissing(message.src(), entry);
        }
    }

    private void sendMissing(Address member, CommitTable.Entry entry) {
        boolean hasRefused = entry.sendSingleMessage();
        Part sent = behind.get(member);
        if (sent == null && !hasRefused) {
            return;
        }
        long next = Math.max(1, entry.nextIndex());
        if (next > last_appended) {
            behind.remove(member);
            return;
        }
        boolean isOnItsWay = sent != null && next <= sent.end && System.nanoTime() - sent.nanos < PART_NANOS;
        if (!isOnItsWay) {
            boolean isInSnapshot = next < log().firstAppended();
            long end = isInSnapshot ? last_appended : endOfPart(next);
            behind.put(member, new Part(end, System.nanoTime()));
            if (isInSnapshot) {
                sendAppendEntriesMessage(member, entry);
            } else {
                resend(member, next, end);
            }
        }
    }

    private long endOfPart(long first) {
        long most = Math.min(last_appended, first + PART_ENTRIES - 1);
        long end = first;
        int bytes = 0;
        while (end < most) {
            LogEntry entry = log().get(end);
            bytes += entry == null ? 0 : entry.length();
            if (bytes > PART_BYTES) {
                break;
            }
            end++;
        }
        return end;
    }
}
