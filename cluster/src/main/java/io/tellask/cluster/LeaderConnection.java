package io.tellask.cluster;

import io.tellask.actor.ActorSystem;
import io.tellask.remote.Client;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A client's connection to the member that leads, as far as is known. Belongs to the client's actor. */
final class LeaderConnection implements AutoCloseable {
    private final ActorSystem system;
    private final Map<String, URI> members;
    private final List<String> names;
    private final Runnable connected;
    private final Runnable failed;
    private String wanted;
    private boolean isConnecting;
    private @Nullable Client client;
    private @Nullable ReplicaService service;
    private boolean isClosed;

    LeaderConnection(ActorSystem system, Map<String, URI> members, Runnable connected, Runnable failed) {
        this.system = system;
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
            connect(wanted);
        }
        return service;
    }

    private void connect(String name) {
        Client.builder(system)
                .connectAsync(Objects.requireNonNull(members.get(name)))
                .whenComplete((opened, failure) -> {
                    if (opened == null) {
                        isConnecting = false;
                        next();
                        failed.run();
                    } else {
                        lookUp(opened);
                    }
                });
    }

    private void lookUp(Client opened) {
        opened.lookupAsync(ReplicaClient.NAME, ReplicaService.class).whenComplete((found, failure) -> {
            isConnecting = false;
            if (found == null || isClosed) {
                opened.close();
                next();
                failed.run();
            } else {
                client = opened;
                service = found;
                connected.run();
            }
        });
    }

    private void next() {
        wanted = names.get((names.indexOf(wanted) + 1) % names.size());
    }

    /** The connection has failed. */
    void lost() {
        disconnect();
        next();
    }

    /** Somebody says who leads, or that nobody does. */
    void leads(@Nullable String name) {
        if (name == null || !members.containsKey(name)) {
            lost();
        } else if (!name.equals(wanted)) {
            disconnect();
            wanted = name;
        }
    }

    private void disconnect() {
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
