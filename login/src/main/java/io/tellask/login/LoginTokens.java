package io.tellask.login;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The tokens by which clients log in again: 32 random bytes each, kept as digests, one a session. Those of sessions that have ended are kept for
 * {@code tokenTime}, at most {@code sessions} of them, the one that ended first is forgotten for the next. Belongs to the login's actor.
 */
final class LoginTokens {
    /** The length of a token: 32 bytes in Base64 for addresses. */
    static final int CHARS = 43;

    private static final int BYTES = 32;

    private final LoginOptions options;
    private final SecureRandom random = new SecureRandom();
    private final Map<ByteBuffer, OpenSession> ofOpen = new HashMap<>();
    private final Map<ByteBuffer, Ended> ofEnded = new LinkedHashMap<>(); // that which ended first is first

    private record Ended(ResumableLogin login, long endNanos) {}

    /**
     * What a token was good for.
     *
     * @param open its session, which had not ended; null if it had
     */
    record Taken(ResumableLogin login, @Nullable OpenSession open) {}

    LoginTokens(LoginOptions options) {
        this.options = options;
    }

    /** A new token of a session, whose last one is void. */
    String next(OpenSession session) {
        forget(session);
        byte[] bytes = new byte[BYTES];
        random.nextBytes(bytes);
        String token = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
        ByteBuffer digest = digest(token);
        session.token = digest;
        ofOpen.put(digest, session);
        return token;
    }

    /** Makes the token of a session void. */
    void forget(OpenSession session) {
        ByteBuffer before = session.token;
        if (before != null) {
            ofOpen.remove(before);
            session.token = null;
        }
    }

    /** The session has ended, and its token is good for a while. */
    void ended(OpenSession session) {
        ByteBuffer token = session.token;
        if (token == null) {
            return;
        }
        long now = options.nanoTime().getAsLong();
        ofOpen.remove(token);
        session.token = null;
        ofEnded.put(token, new Ended(session.resumable(), now));
        Iterator<Ended> first = ofEnded.values().iterator();
        while (first.hasNext()) {
            if (!isOver(first.next(), now) && ofEnded.size() <= options.sessions()) {
                return;
            }
            first.remove();
        }
    }

    private boolean isOver(Ended ended, long nowNanos) {
        return nowNanos - ended.endNanos >= options.tokenTime().toNanos();
    }

    /** What this token is good for, which is void from here on; null if it is none, or over. */
    @Nullable
    Taken take(String token) {
        if (token.length() != CHARS) {
            return null;
        }
        ByteBuffer digest = digest(token);
        long now = options.nanoTime().getAsLong();
        Ended ended = ofEnded.remove(digest);
        Taken found = ended == null
                ? takeOpen(ofOpen.remove(digest))
                : isOver(ended, now) ? null : new Taken(ended.login, null);
        return found == null
                        || now - found.login.loginNanos() >= options.loginTime().toNanos()
                ? null
                : found;
    }

    private static @Nullable Taken takeOpen(@Nullable OpenSession session) {
        if (session == null) {
            return null;
        }
        session.token = null;
        return new Taken(session.resumable(), session);
    }

    int size() {
        return ofOpen.size() + ofEnded.size();
    }

    private static ByteBuffer digest(String token) {
        try {
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256")
                    .digest(Objects.requireNonNull(token).getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("tokens: this JVM has no SHA-256, which every JVM must have", e);
        }
    }
}
