package io.tellask.remote.session;

import io.tellask.actor.Cancellable;
import io.tellask.remote.AuthenticationException;
import io.tellask.remote.DisconnectedException;
import io.tellask.remote.Principal;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Sees to it that a peer shows a fresh credential when the one that it showed is over: closes the connection, so that the peer comes back with one, or
 * ends a session that cannot go on over another connection.
 *
 * <p>Belongs to the session's loop.
 */
final class CredentialTimer {
    /** The clock of the machine may be set meanwhile, or the machine sleep: the time of day is looked at again after so long. */
    private static final long LONGEST_NANOS = TimeUnit.HOURS.toNanos(1);

    private final Endpoint endpoint;
    private @Nullable Cancellable timer;
    private long dueNanos;

    CredentialTimer(Endpoint endpoint) {
        this.endpoint = endpoint;
    }

    static boolean isOver(Principal principal) {
        Instant expires = principal.expires();
        return expires != null && !Instant.now().isBefore(expires);
    }

    static String over(Principal principal) {
        return "authentication: the credential of principal=" + principal + " was good until expires="
                + principal.expires() + "; show a fresh one";
    }

    /** There is a connection, over which the peer has shown its credential. */
    void begin() {
        end();
        Instant expires = endpoint.principal().expires();
        if (expires != null) {
            long left = TimeUnit.NANOSECONDS.convert(Duration.between(Instant.now(), expires));
            dueNanos = endpoint.loop().nanoTime() + Math.clamp(left, 1, Long.MAX_VALUE / 2);
            await();
        }
    }

    private void await() {
        long left = dueNanos - endpoint.loop().nanoTime();
        timer = endpoint.schedule(this::check, Math.clamp(left, 1, LONGEST_NANOS));
    }

    private void check() {
        if (endpoint.isEnded()) {
            return;
        }
        Principal principal = endpoint.principal();
        if (dueNanos - endpoint.loop().nanoTime() > 0 && !isOver(principal)) {
            await();
        } else if (endpoint.wire().isResumable()) {
            endpoint.wire().breakOff(new DisconnectedException(over(principal)));
        } else {
            endpoint.inbound().end().refusePeer(new AuthenticationException(over(principal)));
        }
    }

    void end() {
        if (timer != null) {
            timer.cancel();
            timer = null;
        }
    }
}
