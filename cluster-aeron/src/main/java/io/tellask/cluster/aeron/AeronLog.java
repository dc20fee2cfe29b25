package io.tellask.cluster.aeron;

import io.tellask.cluster.ClusterException;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.cluster.LogMachine;
import io.tellask.cluster.LogOptions;
import io.tellask.cluster.LogView;
import io.tellask.cluster.ReplicatedLog;
import io.tellask.text.SafeLog;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.DatagramSocket;
import java.net.InetSocketAddress;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A member's end of a log by Aeron Cluster. Thread-safe. */
final class AeronLog implements ReplicatedLog {
    private static final Logger LOG = System.getLogger("io.tellask.cluster");

    private final LogOptions options;
    private final MemberPlaces places;
    private final MemberService service;
    private final Commands commands;
    private final OwnSessions sessions = new OwnSessions();
    private final MemberNode node;
    private final List<Consumer<LogView>> listeners = new CopyOnWriteArrayList<>();
    private final CompletableFuture<Void> whenEnded = new CompletableFuture<>();
    private volatile @Nullable MemberThread thread;
    private @Nullable FileChannel lock; // with this held
    private @Nullable Thread ending; // with this held

    AeronLog(LogOptions options, LogMachine machine) {
        this.options = options;
        places = new MemberPlaces(options);
        commands = new Commands(options, this::notLeading);
        service = new MemberService(machine, commands, this::failed);
        node = new MemberNode(options, places, sessions);
    }

    /** Begins with what the folder has, and looks for the others. */
    synchronized void join() throws IOException {
        lock = lock();
        requireFreePorts();
        node.open(service);
        MemberThread its = new MemberThread(
                options,
                node,
                service,
                commands,
                sessions,
                new MemberThread.Told(this::tell, this::failed, this::notLeading));
        thread = its;
        its.start();
        ClusterException end = commands.ended();
        if (end != null) {
            throw end; // while it began
        }
    }

    private FileChannel lock() throws IOException {
        Files.createDirectories(options.folder());
        FileChannel channel =
                FileChannel.open(options.folder().resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock held = null;
        try {
            held = channel.tryLock();
        } catch (OverlappingFileLockException ours) {
            LOG.log(Level.DEBUG, "cluster: the folder is in use by this process");
        } finally {
            if (held == null) {
                channel.close();
            }
        }
        if (held == null) {
            throw new IOException("the folder is in use by another member");
        }
        return channel;
    }

    /** Aeron finds out on threads of its own when a port is taken. */
    private void requireFreePorts() throws IOException {
        InetSocketAddress address = places.address(places.self());
        for (int further = 0; further < 2; further++) {
            InetSocketAddress wanted = new InetSocketAddress(address.getAddress(), address.getPort() + further);
            try (DatagramSocket probe = new DatagramSocket(wanted)) {
                if (!probe.isBound()) {
                    throw new IOException("the UDP port is not free: address=" + wanted);
                }
            } catch (IOException taken) {
                throw new IOException("the UDP port is not free: address=" + wanted, taken);
            }
        }
    }

    @Override
    public LogView view() {
        MemberThread its = thread;
        MemberThread.Seen seen = its == null ? new MemberThread.Seen(null, 0, Map.of()) : its.seen();
        return new LogView(
                options.self(), seen.leader(), seen.term() + 1, places.names(), seen.present(), service.index());
    }

    @Override
    public void onView(Consumer<LogView> listener) {
        listeners.add(listener);
    }

    private void tell() {
        LogView view = view();
        for (Consumer<LogView> each : listeners) {
            try {
                each.accept(view);
            } catch (Throwable broken) {
                SafeLog.log(LOG, Level.WARNING, "cluster: a listener of views failed: ", options.self(), broken);
            }
        }
    }

    @Override
    public CompletableFuture<byte[]> append(byte[] command) {
        return commands.append(command);
    }

    private ClusterException notLeading() {
        LogView view = view();
        return view.leader() == null || view.leads()
                ? new ClusterException(
                        Problem.NO_LEADER,
                        "cluster: self=" + options.self() + ", no majority of voters=" + view.voters()
                                + " is together; try again later")
                : new ClusterException(
                        Problem.NOT_LEADER,
                        "cluster: self=" + options.self() + " does not lead, leader=" + view.leader() + "; ask it");
    }

    @Override
    public byte[] query(byte[] question) {
        ClusterException end = commands.ended();
        if (end != null) {
            throw end;
        }
        return service.query(question);
    }

    @Override
    public CompletableFuture<Void> addVoter(String name) {
        return fixedVoters(name);
    }

    @Override
    public CompletableFuture<Void> removeVoter(String name) {
        return fixedVoters(name);
    }

    private CompletableFuture<Void> fixedVoters(String name) {
        return CompletableFuture.failedFuture(new ClusterException(
                Problem.REFUSED,
                "cluster: self=" + options.self() + ", member=" + name + ", voters=" + places.names()
                        + " do not change with Aeron; give a member another host by LogOptions.members at all of them, or take"
                        + " JGroupsEngine"));
    }

    @Override
    public CompletableFuture<Void> snapshot() {
        ClusterException end = commands.ended();
        MemberThread its = thread;
        if (end != null || its == null) {
            return CompletableFuture.failedFuture(end == null ? closed() : end);
        }
        return commands.leads() ? its.snapshot() : CompletableFuture.failedFuture(notLeading());
    }

    private ClusterException closed() {
        return new ClusterException(Problem.CLOSED, "cluster: self=" + options.self() + " was closed");
    }

    /** A part of Aeron or the state machine failed: this member has no part in anything any more. */
    private void failed(Throwable cause) {
        SafeLog.log(LOG, Level.ERROR, "cluster: a member has failed and ends: ", options.self(), cause);
        ClusterException why = new ClusterException(
                Problem.FAILED,
                "cluster: self=" + options.self() + ", folder=" + options.folder()
                        + ", the member has ended since its log or its state machine failed, "
                        + SafeLog.describe(cause) + "; mend that and start it again",
                cause);
        commands.end(why);
        Thread.ofVirtual().name("tellask-cluster-failed").start(() -> {
            end();
            whenEnded.completeExceptionally(why);
        });
    }

    @Override
    public CompletableFuture<Void> whenEnded() {
        return whenEnded;
    }

    @Override
    public void close() {
        commands.end(closed());
        whenEnded.complete(null);
        Thread its = end();
        boolean wasInterrupted = false;
        while (its.isAlive()) {
            try {
                its.join();
            } catch (InterruptedException interrupted) {
                wasInterrupted = true;
            }
        }
        if (wasInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Has a thread close all, once: Aeron leaves off waiting for its own on a thread that is interrupted, and lets go of their memory. */
    private synchronized Thread end() {
        Thread its = ending;
        if (its == null) {
            its = Thread.ofPlatform().name("tellask-cluster-end").unstarted(this::disconnect);
            ending = its;
            its.start();
        }
        return its;
    }

    private void disconnect() {
        service.end(new IllegalStateException("the member has ended"));
        MemberThread its = thread;
        if (its != null) {
            its.close();
            its.refuseSnapshots(() -> {
                ClusterException why = commands.ended();
                return why == null ? closed() : why;
            });
        }
        node.close();
        unlock();
    }

    private synchronized void unlock() {
        try {
            if (lock != null) {
                lock.close();
            }
        } catch (IOException failure) {
            SafeLog.log(LOG, Level.WARNING, "cluster: the lock of a member was not closed: ", options.self(), failure);
        }
    }
}
