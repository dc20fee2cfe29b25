package io.tellask.netty;

import io.tellask.remote.TransportException;
import io.tellask.text.SafeLog;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
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
        current = made;
        return made;
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
