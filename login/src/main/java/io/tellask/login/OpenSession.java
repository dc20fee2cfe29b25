package io.tellask.login;

import io.tellask.remote.Principal;
import io.tellask.remote.Session;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A session actor that a login made. Belongs to the login's actor. */
final class OpenSession {
    final LoggedIn who;
    final long loginNanos; // when a password was shown, or a guest came

    @Nullable
    Object reference; // null until it is spawned

    @Nullable
    ByteBuffer token; // the digest of the one that is good

    boolean ended;
    boolean isOver; // ended for good: no token of it logs in any more

    OpenSession(LoggedIn who, long loginNanos) {
        this.who = who;
        this.loginNanos = loginNanos;
    }

    Session client() {
        return who.session();
    }

    Principal principal() {
        return who.principal();
    }

    /** Of the user; guests are others than users of the same name. */
    String key() {
        return (who.isGuest() ? "guest " : "user ") + principal().name();
    }

    /** What is kept of it once it has ended, which is not its client: that knows all of a connection. */
    ResumableLogin resumable() {
        return new ResumableLogin(principal(), who.isGuest(), loginNanos);
    }
}
