package io.tellask.netty;

import io.tellask.remote.Receiver;
import io.tellask.remote.Wire;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The connections over requests of HTTP that one listener has, by the names that their owners show. Thread-safe. */
final class PollingTable {
    /** Connections that have ended and are remembered, so that their owners learn that they ended, not that there never was one. */
    static final int MOST_ENDED = 1_000;

    private static final int ID_BYTES = 16;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final PollingSettings settings;
    private final List<NettyLoop> loops;
    private final Function<Wire, Receiver> accept;
    private final Map<String, PollingServerWire> wires = new ConcurrentHashMap<>();
    private final HandshakeLimit idle;
    private final Set<PollingServerWire> unused = new LinkedHashSet<>(); // the rest is guarded by this; oldest first
    private final Set<String> endedIds = new LinkedHashSet<>();
    private int turn;

    PollingTable(PollingSettings settings, List<NettyLoop> loops, Function<Wire, Receiver> accept) {
        this.settings = settings;
        this.loops = loops;
        this.accept = accept;
        idle = new HandshakeLimit(() -> settings.handshakes() + wires.size()); // each connection needs one
    }

    PollingSettings settings() {
        return settings;
    }

    /** Bounds the sockets that have served a connection and wait for the next request. */
    HandshakeLimit idle() {
        return idle;
    }

    int size() {
        return wires.size();
    }

    /** A new connection, whose session is about to begin on its own loop; null if there are too many. */
    @Nullable
    PollingServerWire open(String peer, PollingServerWire.Access access) {
        byte[] random = new byte[ID_BYTES];
        RANDOM.nextBytes(random);
        String id = HexFormat.of().formatHex(random);
        PollingServerWire oldest;
        PollingServerWire made;
        synchronized (this) {
            if (wires.size() >= settings.connections()) {
                return null;
            }
            made = new PollingServerWire(loops.get(turn), this, id, peer, access);
            turn = (turn + 1) % loops.size();
            wires.put(id, made);
            oldest = addUnused(made);
        }
        evict(oldest);
        return made;
    }

    /** Adds a connection to those that serve nobody; the oldest of them if there are too many. */
    private @Nullable PollingServerWire addUnused(PollingServerWire wire) {
        unused.add(wire);
        if (unused.size() <= settings.handshakes()) {
            return null;
        }
        PollingServerWire oldest = unused.iterator().next();
        unused.remove(oldest);
        return oldest;
    }

    private void evict(@Nullable PollingServerWire oldest) {
        if (oldest != null) {
            oldest.evict(new IllegalStateException("too many connections that are not used or were closed: handshakes="
                    + (settings.handshakes() + 1) + " > handshakes=" + settings.handshakes()
                    + ", the oldest gives way; raise the transport's handshakes"));
        }
    }

    /** Its session has closed it, perhaps at once, and the other side may never ask for what was sent last. */
    void closing(PollingServerWire wire) {
        PollingServerWire oldest;
        synchronized (this) {
            oldest = addUnused(wire);
        }
        evict(oldest);
    }

    /**
     * Begins its session, and runs an action behind that, both on the connection's loop: who opens connections faster than their loops begin
     * and end them is to wait.
     */
    void begin(PollingServerWire wire, Runnable begun) {
        wire.netty().execute(() -> {
            wire.watchSilence();
            wire.open(accept);
            begun.run();
        });
    }

    /** The connection of that name, for somebody who came as its owner did. */
    @Nullable
    PollingServerWire find(String id, PollingServerWire.Access access) {
        PollingServerWire found = wires.get(id);
        return found != null && found.access().equals(access) ? found : null;
    }

    /** Whether there was a connection of that name not long ago. */
    synchronized boolean hasEnded(String id) {
        return endedIds.contains(id);
    }

    /** Its peer has sent something. */
    synchronized void used(PollingServerWire wire) {
        unused.remove(wire);
    }

    synchronized void ended(PollingServerWire wire) {
        if (wires.remove(wire.id()) != null) {
            unused.remove(wire);
            endedIds.add(wire.id());
            if (endedIds.size() > MOST_ENDED) {
                endedIds.remove(endedIds.iterator().next());
            }
        }
    }
}
