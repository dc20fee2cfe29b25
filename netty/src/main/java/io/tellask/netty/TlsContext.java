package io.tellask.netty;

import io.netty.buffer.ByteBufAllocator;
import io.tellask.remote.TransportException;
import io.tellask.text.SafeLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** What handshakes need, read from the files anew when they have changed. Thread-safe. */
final class TlsContext {
    private static final Logger LOG = System.getLogger("io.tellask.netty");

    private final TlsCredentials credentials;
    private final long checkNanos;
    private final AtomicLong nextCheck;
    private volatile @Nullable SSLContext current;
    private List<String> versions = List.of(); // guarded by this, as changes of current

    TlsContext(TlsCredentials credentials, long checkNanos) {
        this.credentials = credentials;
        this.checkNanos = checkNanos;
        nextCheck = new AtomicLong(System.nanoTime() + checkNanos);
    }

    boolean hasCertificate() {
        return credentials.hasCertificate();
    }

    boolean hasAuthorities() {
        return credentials.authorities() != null;
    }

    /** Null until it was read for the first time. */
    @Nullable
    SSLContext known() {
        return current;
    }

    /** As it was read last; reads it now where that has not happened yet. */
    SSLContext get() {
        SSLContext known = current;
        return known == null ? read(false) : known;
    }

    /** Reads all files again; throws and keeps what was read before where one cannot be used. */
    void reload() {
        read(true);
    }

    private synchronized SSLContext read(boolean again) {
        SSLContext known = current;
        if (known != null && !again) {
            return known;
        }
        versions = credentials.versions(); // before the files, so that a change meanwhile is seen later
        SSLContext made = credentials.read();
        if (known == null) {
            loadHandshake(made);
        }
        current = made;
        return made;
    }

    /**
     * Writes a ClientHello for nobody, so that what it needs is loaded here and not on the loop of the first connection, which others share:
     * the classes of the handshake, and those of Netty's first buffer, with its events for the Flight Recorder.
     */
    private static void loadHandshake(SSLContext made) {
        SSLEngine engine = made.createSSLEngine();
        engine.setUseClientMode(true);
        int mostBytes = new TlsRecords(engine, 0).engine().getSession().getPacketBufferSize();
        ByteBufAllocator.DEFAULT.directBuffer(1).release();
        ByteBufAllocator.DEFAULT.heapBuffer(1).release();
        try {
            engine.wrap(ByteBuffer.allocate(0), ByteBuffer.allocate(mostBytes));
        } catch (SSLException unusable) {
            LOG.log(Level.DEBUG, "tls: no handshake could be begun, as the first connection will tell", unusable);
        }
    }

    /** Looks for changes beside the caller, unless that happened a short while ago. */
    void check() {
        long now = System.nanoTime();
        long due = nextCheck.get();
        if (credentials.hasFiles() && now - due >= 0 && nextCheck.compareAndSet(due, now + checkNanos)) {
            Thread.ofVirtual().name("tellask-tls").start(this::reloadIfChanged);
        }
    }

    private void reloadIfChanged() {
        try {
            synchronized (this) {
                if (current == null || credentials.versions().equals(versions)) {
                    return;
                }
                read(true);
            }
            LOG.log(Level.INFO, "tls: the files have changed, new connections use what they hold now");
        } catch (TransportException unusable) {
            LOG.log(
                    Level.WARNING,
                    "tls: the files have changed and cannot be used, new connections use what they held before: "
                            + unusable.getMessage());
        } catch (Throwable failure) {
            SafeLog.log(LOG, Level.WARNING, "tls: looking for changed files failed", null, failure);
        }
    }
}
