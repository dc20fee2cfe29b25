package io.tellask.remote.session;

import io.tellask.remote.DisconnectedException;
import io.tellask.remote.resume.SessionTokens;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The sessions of a server that may go on over other connections, and those that wait for one now. Thread-safe. */
public final class ResumableSessions {
    private final SessionTokens tokens = new SessionTokens(System::nanoTime);
    private final Map<UUID, Endpoint> sessions = new ConcurrentHashMap<>();
    private final Set<Endpoint> waiting = new LinkedHashSet<>(); // the longest first; guarded by itself

    /** A session's place here. Belongs to the session's loop. */
    final class Place {
        private final Endpoint endpoint;
        private final UUID number = UUID.randomUUID();
        private byte @Nullable [] token;
        private byte @Nullable [] tokenBefore; // of a peer that has not heard of the next

        private Place(Endpoint endpoint) {
            this.endpoint = endpoint;
            sessions.put(number, endpoint);
        }

        /** The first token for its peer. */
        byte[] firstToken() {
            byte[] first = tokens.seal(number, endpoint.principal().name());
            token = first;
            return first;
        }

        /** Whether a token is the last one, or the one before, while it is not known that the peer has heard of the last one. */
        boolean takes(byte[] shown) {
            return Arrays.equals(shown, token) || Arrays.equals(shown, tokenBefore);
        }

        /**
         * The token for its peer, who has shown one that is {@linkplain #takes taken}: a new one for the last, and the last once more for the one before. A
         * hello that is repeated so takes no token from the peer, which may have heard of the last one.
         */
        byte[] nextToken(byte[] shown) {
            byte[] last = token;
            if (last != null && !Arrays.equals(shown, last)) {
                return last;
            }
            release(tokenBefore);
            tokenBefore = last;
            byte[] next = tokens.seal(number, endpoint.principal().name());
            token = next;
            return next;
        }

        private void release(byte @Nullable [] unused) {
            if (unused != null) {
                tokens.release(unused);
            }
        }

        void waits(boolean now) {
            synchronized (waiting) {
                if (now) {
                    waiting.add(endpoint);
                } else {
                    waiting.remove(endpoint);
                }
            }
        }

        void end() {
            sessions.remove(number);
            waits(false);
            release(token);
            release(tokenBefore);
            token = null;
            tokenBefore = null;
        }
    }

    Place open(Endpoint endpoint) {
        return new Place(endpoint);
    }

    /** The session that a token names, if it is this principal's. */
    @Nullable
    Endpoint find(byte[] token, String principal) {
        UUID number = tokens.open(token, principal);
        return number == null ? null : sessions.get(number);
    }

    /** How many sessions wait for another connection. */
    public int waiting() {
        synchronized (waiting) {
            return waiting.size();
        }
    }

    /** Ends the session that has waited longest, to make room for another; false if none waits. From any thread. */
    public boolean dropLongestWaiting(String reason) {
        Endpoint longest;
        synchronized (waiting) {
            longest = waiting.isEmpty() ? null : waiting.iterator().next();
            waiting.remove(longest);
        }
        if (longest == null) {
            return false;
        }
        longest.continuity()
                .giveUpWaiting(new DisconnectedException(
                        "connection with " + longest.peer() + " broke, and the session ended: " + reason));
        return true;
    }
}
