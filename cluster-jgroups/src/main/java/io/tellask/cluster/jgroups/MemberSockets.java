package io.tellask.cluster.jgroups;

import io.tellask.remote.LogLimiter;
import io.tellask.text.SafeLog;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jgroups.util.DefaultSocketFactory;
import org.jspecify.annotations.Nullable;

/** The sockets of a member. Thread-safe. */
final class MemberSockets extends DefaultSocketFactory {
    private static final Logger LOG = System.getLogger("io.tellask.cluster");

    private final String self;
    private final @Nullable Supplier<SSLContext> tls;
    private final long silenceNanos;
    private final LogLimiter refusals = new LogLimiter();
    private volatile @Nullable MemberServerSocket listening;

    /**
     * Sockets of a member.
     *
     * @param tls what both sides of a connection show and trust, asked for each; null for plain text
     * @param silence after which a connection that says nothing may give way to another one
     */
    MemberSockets(String self, @Nullable Supplier<SSLContext> tls, Duration silence) {
        this.self = self;
        this.tls = tls;
        silenceNanos = silence.toNanos();
    }

    @Override
    public Socket createSocket(String service) {
        return new MemberSocket(tls, this);
    }

    @Override
    public ServerSocket createServerSocket(String service) throws IOException {
        MemberServerSocket made = new MemberServerSocket(() -> new MemberSocket(tls, this), this, silenceNanos);
        listening = made;
        return made;
    }

    void closed(MemberSocket socket) {
        MemberServerSocket known = listening;
        if (known != null) {
            known.closed(socket);
        }
    }

    /** Says so in the log, at most once a second. */
    void refused(String who, Throwable why) {
        refusals.log(
                LOG,
                Level.WARNING,
                () -> "cluster: self=" + self + ", " + who + " is not let in or does not let in, "
                        + SafeLog.describe(why)
                        + (tls == null
                                ? "; look who reaches this port"
                                : "; look whether both have a certificate of an authority that the other trusts, for TLS"));
    }
}
