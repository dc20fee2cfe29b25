package io.tellask.cluster;

import io.tellask.actor.Promise;
import io.tellask.remote.Client;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A client's connection to one member, made when it is asked for, and again when it has ended. Belongs to the client's actor. */
final class MemberConnection implements AutoCloseable {
    /** So long after a try the next one of a connection begins for which nobody waits. */
    static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final Supplier<Client.Builder> clients;
    private final URI address;
    private final Runnable connected;
    private final Runnable failed;
    private boolean isConnecting;
    private int attempt; // which connecting is the last one; what others come to is dropped
    private long tried; // when the last attempt began, of those for which nobody waits
    private boolean wasTried;
    private @Nullable Client client;
    private @Nullable ReplicaService service;
    private @Nullable Throwable failure;

    MemberConnection(Supplier<Client.Builder> clients, URI address, Runnable connected, Runnable failed) {
        this.clients = clients;
        this.address = address;
        this.connected = connected;
        this.failed = failed;
    }

    /** The member, or null while it is not connected; then it is tried, and told of. */
    @Nullable
    ReplicaService service() {
        if (service == null && !isConnecting) {
            isConnecting = true;
            connect(++attempt);
        }
        return service;
    }

    /** Connects ahead of use, unless that was tried just now. */
    void prepare(long now) {
        dropBroken();
        if (service == null && (!wasTried || now - tried > PAUSE_NANOS)) {
            wasTried = true;
            tried = now;
            service();
        }
    }

    /** Ends a connection that nobody uses and that is broken: a member that has begun again does not know its session. */
    void dropBroken() {
        if (client != null && !client.isConnected()) {
            close();
        }
    }

    private void connect(int its) {
        clients.get().connectAsync(address).whenComplete((opened, why) -> {
            if (opened != null) {
                lookUp(opened, its);
            } else if (its == attempt) {
                notConnected(why);
            }
        });
    }

    private void lookUp(Client opened, int its) {
        opened.lookupAsync(ReplicaClient.NAME, ReplicaService.class).whenComplete((found, why) -> {
            if (found == null || its != attempt) {
                opened.close();
            }
            if (its != attempt) {
                return;
            }
            if (found == null) {
                notConnected(why);
            } else {
                isConnecting = false;
                failure = null;
                client = opened;
                service = found;
                rehearse(found);
                connected.run();
            }
        });
    }

    /** A call of no commands, which changes nothing: a process that has just begun takes long for its first one. A failure is its session's end. */
    private static void rehearse(ReplicaService member) {
        Promise<ReplicaAnswer> unused = member.apply(0, 0, 0, new byte[0][]);
    }

    private void notConnected(@Nullable Throwable why) {
        failure = why;
        isConnecting = false;
        failed.run();
    }

    /** Why the last try failed; null where it did not. */
    @Nullable
    Throwable failure() {
        return failure;
    }

    /** Ends the connection; the next use makes another one. */
    @Override
    public void close() {
        attempt++;
        isConnecting = false;
        Client open = client;
        client = null;
        service = null;
        if (open != null) {
            open.close();
        }
    }
}
