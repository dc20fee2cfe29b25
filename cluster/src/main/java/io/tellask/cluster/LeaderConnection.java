package io.tellask.cluster;

import io.tellask.remote.Client;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A client's connection to the member that leads, as far as is known. Belongs to the client's actor. */
final class LeaderConnection implements AutoCloseable {
    /** So often others may say that a silent member leads before it is believed. */
    private static final int DOUBTED_HINTS = 10;

    /** So often a member may say that it knows of no leader before another one is asked: it learns of the next one as soon as others do. */
    private static final int UNAWARE_ANSWERS = 5;

    private final Supplier<Client.Builder> clients;
    private final Map<String, URI> members;
    private final List<String> names;
    private final Runnable connected;
    private final Runnable failed;
    private String wanted;
    private boolean isConnecting;
    private int attempt; // which connecting is the last one; what others come to is dropped
    private @Nullable String silent; // did not answer lately, whatever others say of it
    private int hints; // that it leads, since then
    private int unaware; // answers, one after the other, of a member that knows of no leader
    private @Nullable Client client;
    private @Nullable ReplicaService service;
    private boolean isClosed;
    private @Nullable Throwable lastFailure;

    LeaderConnection(Supplier<Client.Builder> clients, Map<String, URI> members, Runnable connected, Runnable failed) {
        this.clients = clients;
        this.members = members;
        this.connected = connected;
        this.failed = failed;
        names = members.keySet().stream().sorted().toList();
        wanted = names.getFirst();
    }

    /** The member to ask, or null while there is none; then one is looked for, and told of. */
    @Nullable
    ReplicaService service() {
        if (service == null && !isConnecting && !isClosed) {
            isConnecting = true;
            connect(++attempt);
        }
        return service;
    }

    private void connect(int its) {
        clients.get().connectAsync(Objects.requireNonNull(members.get(wanted))).whenComplete((opened, failure) -> {
            if (opened != null) {
                lookUp(opened, its);
            } else if (its == attempt) {
                notConnected(failure);
            }
        });
    }

    private void lookUp(Client opened, int its) {
        opened.lookupAsync(ReplicaClient.NAME, ReplicaService.class).whenComplete((found, failure) -> {
            if (found == null || its != attempt) {
                opened.close();
            }
            if (its != attempt) {
                return;
            }
            if (found == null) {
                notConnected(failure);
            } else {
                isConnecting = false;
                lastFailure = null;
                client = opened;
                service = found;
                connected.run();
            }
        });
    }

    private void notConnected(@Nullable Throwable failure) {
        lastFailure = failure;
        isConnecting = false;
        next();
        failed.run();
    }

    /** Why the member that was tried last was not reached or refused; null where the last one was. */
    @Nullable
    Throwable failure() {
        return lastFailure;
    }

    private void next() {
        wanted = names.get((names.indexOf(wanted) + 1) % names.size());
    }

    /** The member does not answer, or its connection has failed. */
    void lost() {
        silent = wanted;
        hints = 0;
        disconnect();
        next();
    }

    /** Somebody says who leads, or that nobody does; whether another member is to be asked than was. */
    boolean leads(@Nullable String name) {
        if (name == null || !members.containsKey(name)) {
            if (++unaware < UNAWARE_ANSWERS) {
                return false;
            }
            disconnect();
            next();
            return false;
        }
        unaware = 0;
        boolean isElsewhere = !name.equals(wanted) && (!name.equals(silent) || ++hints > DOUBTED_HINTS);
        if (isElsewhere) {
            disconnect();
            wanted = name;
        }
        return isElsewhere;
    }

    private void disconnect() {
        attempt++;
        unaware = 0;
        isConnecting = false;
        Client open = client;
        client = null;
        service = null;
        if (open != null) {
            open.close();
        }
    }

    @Override
    public void close() {
        isClosed = true;
        disconnect();
    }
}
