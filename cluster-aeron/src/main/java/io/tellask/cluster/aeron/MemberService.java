package io.tellask.cluster.aeron;

import io.aeron.ExclusivePublication;
import io.aeron.Image;
import io.aeron.cluster.codecs.CloseReason;
import io.aeron.cluster.service.ClientSession;
import io.aeron.cluster.service.Cluster;
import io.aeron.cluster.service.ClusteredService;
import io.aeron.logbuffer.Header;
import io.tellask.cluster.LogMachine;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.agrona.DirectBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Gives entries that a majority has to the state machine, keeps questions out while it works, and ends it once it has failed: whoever has missed an
 * entry must not go on. Methods of {@link ClusteredService} are called by the container's thread; the others are thread-safe.
 *
 * <pre>
 * message  process: long, number: long, entry
 * </pre>
 *
 * The process is a random number of the one that gave the entry, and the number counts its entries; both are little endian.
 */
final class MemberService implements ClusteredService {
    /** Bytes before an entry. */
    static final int HEADER = 2 * Long.BYTES;

    private static final int NOBODY = -1;

    private final LogMachine machine;
    private final Applied applied;
    private final Consumer<Throwable> failed;
    private final ReentrantLock turn = new ReentrantLock();
    private @Nullable Cluster cluster;
    private volatile Term term = new Term(-1, NOBODY);
    private volatile long closedSession = -1;
    private volatile long index;
    private volatile long bytesSinceSnapshot;
    private volatile @Nullable Throwable failure;

    /** Told of each entry. */
    interface Applied {
        void applied(long process, long number, byte[] answer);
    }

    /** Number of an election, and of the member that leads since then. */
    record Term(long number, int leader) {}

    MemberService(LogMachine machine, Applied applied, Consumer<Throwable> failed) {
        this.machine = machine;
        this.applied = applied;
        this.failed = failed;
    }

    @Override
    public void onStart(Cluster its, @Nullable Image snapshot) {
        cluster = its;
        if (snapshot == null) {
            return;
        }
        turn.lock();
        try {
            SnapshotStream.Snapshot state = SnapshotStream.read(snapshot, its.idleStrategy());
            machine.readSnapshot(state.index(), new DataInputStream(new ByteArrayInputStream(state.content())));
            index = state.index();
        } catch (Throwable broken) {
            throw fail(broken);
        } finally {
            turn.unlock();
        }
    }

    @Override
    public void onSessionMessage(
            ClientSession session, long timestamp, DirectBuffer buffer, int offset, int length, Header header) {
        long process = buffer.getLong(offset);
        long number = buffer.getLong(offset + Long.BYTES);
        byte[] entry = new byte[length - HEADER];
        buffer.getBytes(offset + HEADER, entry);
        byte[] answer = apply(entry);
        if (answer != null) {
            applied.applied(process, number, answer);
        }
    }

    /** What the machine made of an entry; null where it has failed or ended, so that this member's copy stays as it is. */
    private byte @Nullable [] apply(byte[] entry) {
        turn.lock();
        try {
            if (failure != null) {
                return null;
            }
            byte[] answer = machine.apply(index + 1, entry);
            index++; // only this thread changes it
            bytesSinceSnapshot += entry.length;
            return answer;
        } catch (Throwable broken) {
            fail(broken);
            return null;
        } finally {
            turn.unlock();
        }
    }

    byte[] query(byte[] question) {
        requireUsable();
        if (machine.queriesConcurrently()) {
            return machine.query(question);
        }
        turn.lock();
        try {
            return machine.query(question);
        } finally {
            turn.unlock();
        }
    }

    @Override
    public void onTakeSnapshot(ExclusivePublication snapshot) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        turn.lock();
        try {
            requireUsable();
            machine.writeSnapshot(new DataOutputStream(bytes));
            SnapshotStream.write(
                    snapshot,
                    new SnapshotStream.Snapshot(index, bytes.toByteArray()),
                    cluster().idleStrategy());
            bytesSinceSnapshot = 0;
        } catch (Throwable broken) {
            throw fail(broken);
        } finally {
            turn.unlock();
        }
    }

    private Cluster cluster() {
        Cluster its = cluster;
        if (its == null) {
            throw new IllegalStateException("the service has not begun");
        }
        return its;
    }

    @Override
    public void onNewLeadershipTermEvent(
            long leadershipTermId,
            long logPosition,
            long timestamp,
            long termBaseLogPosition,
            int leaderMemberId,
            int logSessionId,
            TimeUnit timeUnit,
            int appVersion) {
        term = new Term(leadershipTermId, leaderMemberId);
    }

    @Override
    public void onSessionOpen(ClientSession session, long timestamp) {
        // the member that leads knows by its client
    }

    @Override
    public void onSessionClose(ClientSession session, long timestamp, CloseReason reason) {
        closedSession = session.id();
    }

    @Override
    public void onTimerEvent(long correlationId, long timestamp) {
        // no timers are set
    }

    @Override
    public void onRoleChange(Cluster.Role role) {
        // who leads is in the term
    }

    @Override
    public void onTerminate(Cluster its) {
        // nobody asks for it
    }

    /** What was elected last, as far as entries have been applied. */
    Term term() {
        return term;
    }

    /** The session that was closed last, by whatever member. */
    long closedSession() {
        return closedSession;
    }

    /** How many entries have been applied. */
    long index() {
        return index;
    }

    /** Bytes of entries that no snapshot here has. */
    long bytesSinceSnapshot() {
        return bytesSinceSnapshot;
    }

    /** Returns once no entry is being applied; none is from then on. */
    void end(Throwable why) {
        turn.lock();
        try {
            if (failure == null) {
                failure = why;
            }
        } finally {
            turn.unlock();
        }
    }

    private void requireUsable() {
        Throwable known = failure;
        if (known != null) {
            throw new IllegalStateException("the state machine has ended before", known);
        }
    }

    private IllegalStateException fail(Throwable cause) {
        if (failure == null) {
            failure = cause;
            failed.accept(cause);
        }
        return new IllegalStateException("the state machine failed", cause);
    }
}
