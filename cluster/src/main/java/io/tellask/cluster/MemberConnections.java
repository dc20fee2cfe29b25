package io.tellask.cluster;

import io.tellask.remote.Client;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A client's connections to the members of a group, and which of them is asked: the one that leads, as far as is known. The others are
 * connected ahead, so that the next one that leads has done once what it does for its first session: that takes a process that has just
 * begun some tenths of a second. Belongs to the client's actor.
 */
final class MemberConnections implements AutoCloseable {
    /** So often others may say that a silent member leads before it is believed. */
    private static final int DOUBTED_HINTS = 10;

    /** So often a member may say that it knows of no leader before another one is asked: it learns of the next one as soon as others do. */
    private static final int UNAWARE_ANSWERS = 5;

    private final Map<String, MemberConnection> connections = new HashMap<>();
    private final List<String> names;
    private final Runnable failed;
    private String wanted;
    private @Nullable String silent; // did not answer lately, whatever others say of it
    private int hints; // that it leads, since then
    private int unaware; // answers, one after the other, of a member that knows of no leader
    private boolean isClosed;
    private @Nullable Throwable lastFailure;

    /**
     * The connections of a client.
     *
     * @param connected the member that is asked is connected
     * @param failed it could not be; another one is asked from here on
     */
    MemberConnections(Supplier<Client.Builder> clients, Map<String, URI> members, Runnable connected, Runnable failed) {
        this.failed = failed;
        names = members.keySet().stream().sorted().toList();
        wanted = names.getFirst();
        members.forEach((name, address) -> connections.put(
                name,
                new MemberConnection(clients, address, () -> connected(name, connected), () -> notConnected(name))));
    }

    private MemberConnection to(String name) {
        return Objects.requireNonNull(connections.get(name));
    }

    /** The member to ask, or null while there is none; then one is looked for, and told of. */
    @Nullable
    ReplicaService service() {
        return isClosed ? null : to(wanted).service();
    }

    /** Connects those that are not asked now. */
    void prepareOthers(long now) {
        for (String name : names) {
            if (!isClosed && !name.equals(wanted)) {
                to(name).prepare(now);
            }
        }
    }

    private void connected(String name, Runnable connected) {
        if (name.equals(wanted)) {
            lastFailure = null;
            connected.run();
        }
    }

    private void notConnected(String name) {
        if (name.equals(wanted)) {
            lastFailure = to(name).failure();
            next();
            failed.run();
        }
    }

    /** Why the member that was tried last was not reached or refused; null where the last one was. */
    @Nullable
    Throwable failure() {
        return lastFailure;
    }

    private void next() {
        ask(names.get((names.indexOf(wanted) + 1) % names.size()));
    }

    private void ask(String name) {
        unaware = 0;
        wanted = name;
        to(name).dropBroken();
    }

    /** The member does not answer, or its connection has failed. */
    void lost() {
        silent = wanted;
        hints = 0;
        to(wanted).close();
        next();
    }

    /** Somebody says who leads, or that nobody does; whether another member is to be asked than was. */
    boolean leads(@Nullable String name) {
        if (name == null || !connections.containsKey(name)) {
            if (++unaware >= UNAWARE_ANSWERS) {
                next();
            }
            return false;
        }
        unaware = 0;
        boolean isElsewhere = !name.equals(wanted) && (!name.equals(silent) || ++hints > DOUBTED_HINTS);
        if (isElsewhere) {
            ask(name);
        }
        return isElsewhere;
    }

    @Override
    public void close() {
        isClosed = true;
        connections.values().forEach(MemberConnection::close);
    }
}
