package io.tellask.store.shard;

import io.tellask.store.segment.LogSegment;
import io.tellask.store.segment.SegmentLog;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/** The followers of one shard's log. Thread-safe by the writers' lock. */
public final class LogFollowers implements LogFollower.Log {
    private final Shard shard;
    private final ReentrantLock lock;
    private final SegmentLog log;
    private final SegmentExchange exchange;
    private final List<LogFollower> open = new ArrayList<>();

    LogFollowers(Shard shard, ReentrantLock lock, SegmentLog log, SegmentExchange exchange) {
        this.shard = shard;
        this.lock = lock;
        this.log = log;
        this.exchange = exchange;
    }

    /** A follower of all records from a sequence number on; the caller closes it. */
    public LogFollower follow(long from, long mostBehindBytes) {
        LogFollower follower = new LogFollower(this, from, mostBehindBytes);
        lock.lock();
        try {
            shard.health().requireOpen();
            follower.begin(log.segments(), log.nextSequence());
            open.add(follower);
        } finally {
            lock.unlock();
        }
        return follower;
    }

    /** The sequence number of the youngest record, 0 if there is none. */
    public long sequence() {
        lock.lock();
        try {
            shard.health().requireOpen();
            return log.nextSequence() - 1;
        } finally {
            lock.unlock();
        }
    }

    /** From this sequence number on, the log has every record. */
    public long oldestSequence() {
        shard.health().requireOpen();
        return LogFollower.oldestSequence(log.segments());
    }

    /** The log may go on in another segment. With the lock held. */
    void logGrew() {
        if (!open.isEmpty()) {
            LogSegment last = log.segments().getLast();
            open.forEach(follower -> follower.goesOn(last));
        }
    }

    /** Whether a follower has left no more unread than it may. */
    public boolean keepsUp(LogFollower follower) {
        lock.lock();
        try {
            return follower.keepsUp();
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean advance(LogFollower follower) {
        boolean more;
        LogSegment dropped;
        lock.lock();
        try {
            shard.health().requireOpen();
            more = follower.advance();
            dropped = follower.takeDropped();
        } finally {
            lock.unlock();
        }
        if (dropped != null) {
            letGo(List.of(dropped));
        }
        return more;
    }

    @Override
    public void leave(LogFollower follower) {
        List<LogSegment> held;
        lock.lock();
        try {
            open.remove(follower);
            held = follower.leave();
        } finally {
            lock.unlock();
        }
        letGo(held);
    }

    private void letGo(List<LogSegment> segments) {
        for (LogSegment segment : segments) {
            if (segment.unpin()) {
                exchange.free(segment);
            }
        }
    }

    @Override
    public void requireOpen() {
        shard.health().requireOpen();
    }
}
