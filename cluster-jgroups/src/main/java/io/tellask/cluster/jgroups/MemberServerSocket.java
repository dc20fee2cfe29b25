package io.tellask.cluster.jgroups;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The port of a member, which gives away only connections that have begun as members do. The library that takes them reads the beginning of one
 * connection after the other, and would wait for each that says nothing. Thread-safe.
 *
 * <p>Strangers are read beside each other. There are {@link #STRANGERS} at most, each for {@link #GREETING_MILLIS}: where one more comes, the oldest
 * one gives way of the address that has most of them. Of those that were let in there are {@link #MEMBERS} at most: one more comes in where
 * one has said nothing for the time of silence.
 */
final class MemberServerSocket extends ServerSocket {
    /** Connections that have not yet begun as members do, at most. */
    static final int STRANGERS = 64;

    /** How long a stranger has for it. */
    static final long GREETING_MILLIS = 2_000;

    /** Accepted connections of members, at most: each has 128 KiB for what comes and goes, and up to twice as much for a frame. */
    static final int MEMBERS = 32;

    private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private final Supplier<MemberSocket> sockets;
    private final MemberSockets owner;
    private final long silenceNanos;
    private final Set<MemberSocket> strangers =
            new LinkedHashSet<>(); // guarded by itself, in the order in which they came
    private final Set<MemberSocket> members = new LinkedHashSet<>(); // guarded by strangers
    private final LinkedBlockingQueue<Socket> admitted = new LinkedBlockingQueue<>(); // no more than members
    private @Nullable Thread listener; // guarded by strangers

    MemberServerSocket(Supplier<MemberSocket> sockets, MemberSockets owner, long silenceNanos) throws IOException {
        this.sockets = sockets;
        this.owner = owner;
        this.silenceNanos = silenceNanos;
    }

    /** The next connection that began as members do. */
    @Override
    public Socket accept() throws IOException {
        listen();
        try {
            while (!isClosed()) {
                Socket next = admitted.poll(1, TimeUnit.SECONDS);
                if (next != null) {
                    return next;
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        throw new SocketException("closed");
    }

    private void listen() {
        synchronized (strangers) {
            if (listener == null) {
                listener = Thread.ofVirtual().name("tellask-cluster-port").start(this::acceptStrangers);
            }
        }
    }

    private void acceptStrangers() {
        while (!isClosed()) {
            MemberSocket stranger = sockets.get();
            try {
                implAccept(stranger);
                takeIn(stranger);
                Thread.ofVirtual().name("tellask-cluster-stranger").start(() -> greet(stranger));
            } catch (Throwable failure) { // whatever it is, the next one is taken
                close(stranger);
                if (!isClosed()) {
                    owner.refused("a connection", failure);
                    LockSupport.parkNanos(PAUSE_NANOS); // where there are no files left to open
                }
            }
        }
    }

    private void takeIn(MemberSocket stranger) {
        MemberSocket leaving = null;
        synchronized (strangers) {
            if (strangers.size() == STRANGERS) {
                leaving = oldestOfTheMost();
                strangers.remove(leaving);
            }
            strangers.add(stranger);
        }
        if (leaving != null) {
            close(leaving);
        }
    }

    private MemberSocket oldestOfTheMost() {
        Map<InetAddress, List<MemberSocket>> byAddress =
                strangers.stream().collect(Collectors.groupingBy(Socket::getInetAddress));
        return byAddress.values().stream()
                .max(Comparator.comparingInt(List::size))
                .orElseThrow()
                .getFirst();
    }

    private void greet(MemberSocket stranger) {
        CompletableFuture<Void> greeted = new CompletableFuture<>();
        try {
            greeted.orTimeout(GREETING_MILLIS, TimeUnit.MILLISECONDS).whenComplete((done, late) -> {
                if (late != null) {
                    close(stranger);
                }
            });
            stranger.greet();
            admit(stranger);
        } catch (Throwable refusal) {
            owner.refused("a connection of " + stranger.getRemoteSocketAddress(), refusal);
            close(stranger);
        } finally {
            greeted.complete(null);
        }
    }

    private void admit(MemberSocket stranger) throws IOException {
        MemberSocket leaving = null;
        synchronized (strangers) {
            if (!strangers.remove(stranger) || isClosed()) {
                throw new SocketException("closed");
            }
            if (members.size() == MEMBERS) {
                leaving = longestSilent();
                members.remove(leaving);
            }
            members.add(stranger);
        }
        if (leaving != null) {
            close(leaving);
        }
        admitted.add(stranger);
    }

    private MemberSocket longestSilent() throws IOException {
        long now = System.nanoTime();
        return members.stream()
                .filter(each -> now - each.readNanos() > silenceNanos)
                .max(Comparator.comparingLong(each -> now - each.readNanos()))
                .orElseThrow(() -> new IOException("connections of members=" + MEMBERS + ", the limit"));
    }

    void closed(MemberSocket socket) {
        synchronized (strangers) {
            strangers.remove(socket);
            members.remove(socket);
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException alreadyBroken) {
            // it is closed all the same
        }
    }

    @Override
    public void close() throws IOException {
        super.close();
        List<Socket> open;
        synchronized (strangers) {
            open = new ArrayList<>(strangers);
        }
        open.addAll(admitted);
        open.forEach(MemberServerSocket::close);
    }
}
