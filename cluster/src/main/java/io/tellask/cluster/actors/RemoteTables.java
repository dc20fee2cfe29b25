package io.tellask.cluster.actors;

import io.tellask.actor.Promise;
import io.tellask.remote.Client;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/** The table of a cluster as its hosts tell it to who is none of them: the first one that answers. Belongs to an actor. */
final class RemoteTables implements TableSource {
    private static final long PATIENCE_MILLIS = 1_500; // with one host

    private final List<String> first;
    private final HostConnections hosts;
    private ActorTable known = ActorTable.empty(1);
    private int turn; // who is asked first: one host may be cut off, and not know it

    RemoteTables(List<URI> addresses, HostConnections hosts) {
        first = addresses.stream().map(URI::toString).toList();
        this.hosts = hosts;
    }

    @Override
    public Promise<ActorTable> newest() {
        Set<String> addresses = new LinkedHashSet<>();
        known.hosts().forEach(each -> addresses.add(each.address()));
        addresses.addAll(first);
        List<String> inTurn = new ArrayList<>(addresses);
        Collections.rotate(inTurn, turn++);
        return newest(inTurn);
    }

    private Promise<ActorTable> newest(List<String> addresses) {
        Promise<ActorTable> one = hosts.to(addresses.getFirst())
                .thenCompose(RemoteTables::service)
                .thenCompose(service -> service.table(known.epoch()))
                .orTimeout(PATIENCE_MILLIS, TimeUnit.MILLISECONDS)
                .thenApply(newer -> {
                    known = newer.orElse(known);
                    return known;
                });
        return addresses.size() == 1
                ? one
                : one.exceptionallyCompose(failure -> newest(addresses.subList(1, addresses.size())));
    }

    private static Promise<ActorHostService> service(Client client) {
        return client.lookupAsync(ActorHostService.NAME, ActorHostService.class);
    }
}
