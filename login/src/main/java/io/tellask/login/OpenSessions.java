package io.tellask.login;

import io.tellask.remote.Session;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The sessions that a login made and that have not ended, by actor, user and client. Belongs to the login's actor. */
final class OpenSessions {
    private final LoginOptions options;
    private final Map<Object, OpenSession> byReference = new HashMap<>();
    private final Map<String, Set<OpenSession>> byUser = new HashMap<>();
    private final Map<Session, Set<OpenSession>> byClient = new HashMap<>();
    private final Set<OpenSession> guests = new LinkedHashSet<>(); // that which came first is first

    OpenSessions(LoginOptions options) {
        this.options = options;
    }

    int size() {
        return byReference.size();
    }

    /**
     * Makes sure that there is room for one more.
     *
     * @param leaving the one whose place it takes; null for none
     * @return the one that must end first; null for none
     * @throws LoginException if there is no room
     */
    @Nullable
    OpenSession makeRoom(OpenSession next, @Nullable OpenSession leaving) {
        if (leaving != null) {
            requireRoomAtClient(next, leaving);
            return leaving;
        }
        Set<OpenSession> ofUser = byUser.getOrDefault(next.key(), Set.of());
        OpenSession oldest = ofUser.size() < options.sessionsPerUser()
                ? null
                : ofUser.iterator().next();
        if (oldest != null && (!options.replacesOldest() || next.who.isGuest())) {
            throw full("sessions of the user", ofUser.size(), "sessionsPerUser");
        }
        if (oldest == null && size() >= options.sessions() && !next.who.isGuest() && !guests.isEmpty()) {
            oldest = guests.iterator().next(); // guests keep no user out
        }
        int left = oldest == null ? 0 : 1;
        if (size() - left >= options.sessions()) {
            throw full("sessions", size(), "sessions");
        }
        requireRoomAtClient(next, oldest);
        return oldest;
    }

    private void requireRoomAtClient(OpenSession next, @Nullable OpenSession leaving) {
        int ofClient = byClient.getOrDefault(next.client(), Set.of()).size();
        if (ofClient - (leaving != null && leaving.client() == next.client() ? 1 : 0) >= options.sessionsPerClient()) {
            throw full("sessions of the client", ofClient, "sessionsPerClient");
        }
    }

    private static LoginException full(String what, int count, String limit) {
        return new LoginException(
                LoginException.Problem.FULL,
                what + "=" + count + " >= " + limit + "; log out elsewhere, or try again later");
    }

    void add(OpenSession session, Object reference) {
        session.reference = reference;
        byReference.put(reference, session);
        if (session.who.isGuest()) {
            guests.add(session);
        }
        byUser.computeIfAbsent(session.key(), _ -> new LinkedHashSet<>()).add(session);
        byClient.computeIfAbsent(session.client(), _ -> new LinkedHashSet<>()).add(session);
    }

    /** False if it was removed before. */
    boolean remove(OpenSession session) {
        if (session.ended) {
            return false;
        }
        session.ended = true;
        byReference.remove(session.reference);
        guests.remove(session);
        remove(byUser, session.key(), session);
        remove(byClient, session.client(), session);
        return true;
    }

    private static <K> void remove(Map<K, Set<OpenSession>> all, K key, OpenSession session) {
        Set<OpenSession> some = all.get(key);
        if (some != null) {
            some.remove(session);
            if (some.isEmpty()) {
                all.remove(key);
            }
        }
    }

    /**
     * A client's own session.
     *
     * @throws LoginException if there is none
     */
    OpenSession require(@Nullable Object reference, Session client) {
        OpenSession found = reference == null ? null : byReference.get(reference);
        if (found == null || found.client() != client) {
            throw new LoginException(
                    LoginException.Problem.NO_SESSION,
                    "the session is not one of this client's, or has ended; log in again");
        }
        return found;
    }
}
