package io.tellask.cluster.aeron;

import io.aeron.Aeron;
import io.tellask.cluster.ClusterException;
import io.tellask.cluster.LogOptions;
import io.tellask.text.SafeLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.agrona.concurrent.IdleStrategy;
import org.jspecify.annotations.Nullable;

/**
 * The thread of a member, and its client of the driver: it looks at who leads and who is there, keeps the session for commands, begins snapshots, deletes
 * what nobody needs, and sees that no other thread of the member has ended. It rests for a millisecond at most.
 */
final class MemberThread implements AutoCloseable {
    private static final Logger LOG = System.getLogger("io.tellask.cluster");

    private final MemberNode node;
    private final MemberService service;
    private final Commands commands;
    private final Aeron aeron;
    private final Presence presence;
    private final Leadership leadership;
    private final Snapshots snapshots;
    private final LogPurge purge;
    private final Runnable changed;
    private final Consumer<Throwable> failed;
    private final Thread thread;
    private volatile Seen seen;
    private volatile boolean isClosed;

    /** What this member saw last; null for no leader. */
    record Seen(@Nullable String leader, long term, Map<String, Instant> present) {}

    MemberThread(
            LogOptions options,
            MemberNode node,
            MemberService service,
            Commands commands,
            OwnSessions sessions,
            Told told) {
        this.node = node;
        this.service = service;
        this.commands = commands;
        changed = told.changed();
        failed = told.failed();
        aeron = Aeron.connect(node.client("member"));
        try {
            MemberPlaces places = new MemberPlaces(options);
            presence = new Presence(aeron, places);
            leadership = new Leadership(aeron, service, places, commands, sessions, options.silence());
            snapshots = new Snapshots(aeron, options.limits().snapshotBytes(), told.notLeading());
            purge = node.purge(aeron);
        } catch (Throwable failure) {
            aeron.close();
            throw failure;
        }
        seen = new Seen(null, service.term().number(), presence.present());
        thread = Thread.ofPlatform().daemon().name("tellask-cluster-member").unstarted(this::run);
    }

    /** Who is told what. */
    record Told(Runnable changed, Consumer<Throwable> failed, Supplier<ClusterException> notLeading) {}

    void start() {
        thread.start();
    }

    Seen seen() {
        return seen;
    }

    CompletableFuture<Void> snapshot() {
        return snapshots.ask();
    }

    private void run() {
        IdleStrategy idle = MemberNode.idle();
        while (!isClosed) {
            try {
                idle.idle(work());
            } catch (Throwable failure) {
                failed.accept(failure);
                return;
            }
        }
    }

    private int work() {
        if (node.ended()) {
            throw new IllegalStateException("a thread of the member has ended");
        }
        int work = Objects.requireNonNull(aeron.conductorAgentInvoker()).invoke();
        work += presence.poll();
        work += leadership.work();
        work += commands.flush();
        work += snapshots.work(commands.leads(), service.bytesSinceSnapshot());
        work += purge.work(snapshots.taken(), presence.least());
        presence.tell(purge.position());
        Seen now = new Seen(leadership.leader(), service.term().number(), presence.present());
        if (!now.equals(seen)) {
            seen = now;
            changed.run();
        }
        return work;
    }

    /** Ends the thread, and with it the session for commands. */
    @Override
    public void close() {
        isClosed = true;
        boolean wasInterrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException interrupted) {
                wasInterrupted = true;
            }
        }
        try {
            leadership.end();
            purge.close();
            aeron.close();
        } catch (Throwable failure) {
            SafeLog.log(LOG, Level.WARNING, "cluster: the client of a member was not closed: ", "", failure);
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Fails the snapshots that were asked for. */
    void refuseSnapshots(Supplier<ClusterException> why) {
        snapshots.refuse(why);
    }
}
