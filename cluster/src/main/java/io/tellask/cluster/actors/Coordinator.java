package io.tellask.cluster.actors;

import io.tellask.actor.Actor;
import io.tellask.actor.Promise;
import io.tellask.actor.StopReason;
import io.tellask.cluster.Lease;
import io.tellask.cluster.Leases;
import io.tellask.cluster.actors.ActorTable.Host;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Takes hosts out of the table whose leases have ended. It waits for the lease of each: who is granted it knows that the host has none, and that
 * it knew before. So several coordinators at a time do no harm.
 */
final class Coordinator extends Actor implements CoordinatorCalls {
    private static final int LOOKS = 4; // in the time of a lease

    private final Leases leases;
    private final HostCalls host;
    private final Duration time;
    private final Map<String, Promise<Lease>> awaited = new HashMap<>(); // by the names of hosts

    Coordinator(Leases leases, HostCalls host, Duration time) {
        this.leases = leases;
        this.host = host;
        this.time = time;
        timers().every(time.dividedBy(LOOKS), this::look);
        self(CoordinatorCalls.class).look();
    }

    /** The name of the lease of a host. */
    static String lease(String name) {
        return "tellask.actors/host/" + name;
    }

    @Override
    public void look() {
        host.newest().thenAccept(table -> {
            Set<String> names = new HashSet<>();
            for (Host each : table.hosts()) {
                names.add(each.name());
                awaited.computeIfAbsent(each.name(), this::await);
            }
            for (String name : List.copyOf(awaited.keySet())) {
                if (!names.contains(name)) {
                    giveUp(name);
                }
            }
        });
    }

    private Promise<Lease> await(String name) {
        Promise<Lease> wanted = leases.acquire(lease(name), time);
        wanted.thenAccept(lease -> ended(name, lease));
        return wanted;
    }

    /** The lease of a host is this one's now, so that the host has none. */
    private void ended(String name, Lease lease) {
        host.newest()
                .thenCompose(table -> {
                    Host gone = table.find(name);
                    return gone == null || gone.token() >= lease.token()
                            ? Promise.<Void>of(null)
                            : host.remove(name, gone.token());
                })
                .whenComplete((done, failure) -> {
                    awaited.remove(name);
                    lease.release();
                });
    }

    private void giveUp(String name) {
        Promise<Lease> wanted = awaited.remove(name);
        if (wanted != null) {
            wanted.cancel(false);
        }
    }

    @Override
    protected void onStop(StopReason reason) {
        List.copyOf(awaited.keySet()).forEach(this::giveUp);
    }
}
