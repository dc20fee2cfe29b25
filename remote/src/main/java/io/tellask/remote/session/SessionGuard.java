package io.tellask.remote.session;

import io.tellask.remote.AuthThrottle;
import io.tellask.remote.Authenticator;
import io.tellask.remote.Credential;
import io.tellask.remote.Interceptor;
import org.jspecify.annotations.Nullable;

/**
 * Who may open a session and call.
 *
 * @param authenticator finds out who a peer is that opens a session; null lets everybody in
 * @param throttle how many wrong ones an address may try; null with the authenticator
 * @param credential what this side shows where it opens a session; null for nothing
 * @param interceptor sees the calls of the peer; null where nobody does
 */
public record SessionGuard(
        @Nullable Authenticator authenticator,
        @Nullable AuthThrottle throttle,
        @Nullable Credential credential,
        @Nullable Interceptor interceptor) {
    /** Lets everybody in, and shows nothing. */
    public static final SessionGuard NONE = new SessionGuard(null, null, null, null);
}
