package io.tellask.aeron;

import io.tellask.remote.TransportException;
import io.tellask.remote.TransportException.Problem;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * The clients of this process, one for each media driver, shared by all transports. One that nobody uses ends after a second.
 * Thread-safe.
 */
final class AeronClients {
    /** How long a client stays that nobody uses: what was sent last still leaves, and it costs less than a new one. */
    static final long UNUSED_MILLIS = 1_000;

    /** How long the end of the process waits for files to be deleted. */
    private static final long EXIT_MILLIS = 2_000;

    /** In place of the folder of a driver that is made for this process alone. */
    private static final Path PRIVATE = Path.of("");

    private static final Map<Path, Use> OPEN =
            new ConcurrentHashMap<>(); // changed with LOCK held, but for those that end
    private static final Object LOCK = new Object();

    private AeronClients() {}

    /** A client in use; given back by {@link #close}. */
    static final class Use implements AutoCloseable {
        private final Path key;
        private final AeronClient client;
        private final Thread atExit;
        private int users;
        private int turn; // counts how often it came to be unused

        private Use(Path key, AeronClient client) {
            this.key = key;
            this.client = client;
            atExit = Thread.ofPlatform().unstarted(() -> {
                client.end();
                client.awaitEnd(EXIT_MILLIS);
            });
        }

        AeronClient client() {
            return client;
        }

        /** One more user of the same client, to be closed once more. */
        Use again() {
            synchronized (LOCK) {
                users++;
                return this;
            }
        }

        @Override
        public void close() {
            synchronized (LOCK) {
                if (--users == 0) {
                    int left = ++turn;
                    Executor later = CompletableFuture.delayedExecutor(UNUSED_MILLIS, TimeUnit.MILLISECONDS);
                    later.execute(() -> endIfUnused(left));
                }
            }
        }

        private void endIfUnused(int left) {
            synchronized (LOCK) {
                if (users == 0 && turn == left) {
                    client.end();
                }
            }
        }
    }

    /** The client of the driver that serves an address; blocks while it starts. */
    static Use use(AeronAddress address, AeronSettings settings, boolean listens) {
        Path wanted = address.isIpc() ? address.folder() : settings.udpDriver();
        Path key = wanted == null ? PRIVATE : wanted.toAbsolutePath();
        Use use;
        synchronized (LOCK) {
            Use known = OPEN.get(key);
            if (known != null
                    && (known.client.hasEnded() || known.client.folder().isDeserted())) {
                known.client.end();
                known.client.awaitEnd(EXIT_MILLIS);
                forget(known);
                known = null;
            }
            use = known == null ? open(key, address, settings, listens) : known;
            if (listens && !use.client.folder().isOurs() && !use.client.folder().isExternal()) {
                throw new TransportException(
                        Problem.ADDRESS_IN_USE,
                        "listen: address=" + address.uri()
                                + " is in use by another process; close its listener or take another folder");
            }
            use.users++;
        }
        try {
            use.client.awaitStart();
            return use;
        } catch (Throwable failure) {
            use.close();
            throw failure;
        }
    }

    private static Use open(Path key, AeronAddress address, AeronSettings settings, boolean listens) {
        DriverFolder folder;
        if (key.equals(PRIVATE)) {
            folder = DriverFolder.temporary(address.uri());
        } else {
            folder = listens && address.isIpc()
                    ? DriverFolder.toListen(address.uri(), key)
                    : DriverFolder.toConnect(address.uri(), key);
        }
        if (folder.isOurs()) {
            requireRoom(folder, address, listens);
        }
        AeronClient client = new AeronClient(folder, settings);
        Use use = new Use(key, client);
        client.whenEnded(() -> forget(use));
        OPEN.put(key, use);
        Runtime.getRuntime().addShutdownHook(use.atExit);
        client.start();
        return use;
    }

    private static void requireRoom(DriverFolder folder, AeronAddress address, boolean listens) {
        try {
            folder.requireRoom(listens ? "listen" : "open", address.uri());
        } catch (TransportException none) {
            try {
                folder.delete();
            } catch (IOException failure) {
                none.addSuppressed(failure);
            }
            throw none;
        }
    }

    private static void forget(Use use) {
        OPEN.remove(use.key, use);
        try {
            Runtime.getRuntime().removeShutdownHook(use.atExit);
        } catch (IllegalStateException exiting) {
            // the hook runs already, and does the same
        }
    }
}
