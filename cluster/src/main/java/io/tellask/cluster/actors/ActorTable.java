package io.tellask.cluster.actors;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Which host runs which actors: each actor belongs to a shard by its type and key, and each shard to a host. Kept in the map of the group, and changed
 * by compare-and-set only.
 *
 * <p>A shard goes to the host with the greatest weight for it (rendezvous hashing, Thaler and Ravishankar, 1998): a host that joins takes its share from
 * all others, one that goes leaves its share to all, and no other shard moves. What belongs to a host that lives moves only when that host
 * {@linkplain #handedOver hands it over}; what belongs to one whose lease has ended, when that one is {@linkplain #without taken out}. All methods
 * compute by the content alone, so that whoever decides decides the same. Immutable; thread-safe.
 *
 * @param epoch grows with every change
 * @param hosts those whose lease was not seen to end
 * @param shards whom each belongs to
 */
public record ActorTable(long epoch, List<Host> hosts, List<Shard> shards) {
    /** Shards of a cluster. */
    public static final int SHARDS = 1_024;

    /** Hosts of a cluster, at most. */
    public static final int MOST_HOSTS = 256;

    private static final int NOBODY = -1;

    /**
     * A process that runs actors.
     *
     * @param name its own, which it has again when it is started again
     * @param address where it is reached
     * @param token of its lease: greater when it is started again
     * @param drains whether it hands over what it has
     */
    public record Host(String name, String address, long token, boolean drains) {
        public Host {
            Objects.requireNonNull(name, "name");
            Objects.requireNonNull(address, "address");
        }

        /** Whether it is the same process, since it began. */
        boolean isSame(@Nullable Host other) {
            return other != null && other.token == token && other.name.equals(name);
        }
    }

    /**
     * Whom a shard belongs to.
     *
     * @param host place in the list of hosts; -1: nobody
     * @param epoch of the table when it began to
     */
    public record Shard(int host, long epoch) {}

    public ActorTable {
        hosts = List.copyOf(hosts);
        shards = List.copyOf(shards);
        int count = hosts.size();
        if (shards.isEmpty() || shards.stream().anyMatch(each -> each.host < NOBODY || each.host >= count)) {
            throw new IllegalArgumentException("cluster: shards=" + shards.size() + " of hosts=" + count
                    + " are no table; each belongs to one of the hosts, or to nobody");
        }
    }

    /** The table of a cluster that nobody has joined. */
    static ActorTable empty(int shards) {
        return new ActorTable(0, List.of(), Collections.nCopies(shards, new Shard(NOBODY, 0)));
    }

    /** The shard of an actor, the same in all processes. */
    int shardOf(String type, String key) {
        return (int) Long.remainderUnsigned(mixed(hash(type) * 31 + hash(key)), shards.size());
    }

    private static long hash(String text) {
        long hash = 0xcbf29ce484222325L;
        for (int i = 0; i < text.length(); i++) {
            hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
        }
        return hash;
    }

    /** Whom a shard belongs to; null: nobody. */
    @Nullable
    Host owner(int shard) {
        int host = shards.get(shard).host;
        return host == NOBODY ? null : hosts.get(host);
    }

    /** Since when a shard belongs to whom it does. */
    long epochOf(int shard) {
        return shards.get(shard).epoch;
    }

    /** A host that is in the table, as it is there; null if it is not, or was started again. */
    @Nullable
    Host find(String name, long token) {
        return hosts.stream()
                .filter(each -> each.token == token && each.name.equals(name))
                .findFirst()
                .orElse(null);
    }

    /** A host of a name; null if there is none. */
    @Nullable
    Host find(String name) {
        return hosts.stream().filter(each -> each.name.equals(name)).findFirst().orElse(null);
    }

    /** What belongs to a host. */
    List<Integer> shardsOf(Host host) {
        List<Integer> its = new ArrayList<>();
        for (int shard = 0; shard < shards.size(); shard++) {
            if (host.isSame(owner(shard))) {
                its.add(shard);
            }
        }
        return its;
    }

    /** What belongs to a host and should belong to another one that lives. */
    List<Integer> dueFrom(Host host) {
        return shardsOf(host).stream()
                .filter(shard -> wanted(shard, hosts) instanceof Host other && !other.isSame(host))
                .toList();
    }

    /**
     * A host has a lease: it is among those that get shards from here on. An earlier one of its name has ended, since the lease could not be had otherwise.
     *
     * @throws IllegalArgumentException if there are {@value #MOST_HOSTS} others
     */
    ActorTable with(Host host) {
        Host before = find(host.name);
        if (before != null && before.token > host.token) {
            return this; // of a lease that has ended meanwhile
        }
        List<Host> others = new ArrayList<>(hosts);
        others.removeIf(each -> each.name.equals(host.name));
        if (others.size() == MOST_HOSTS) {
            throw new IllegalArgumentException(
                    "cluster: hosts=" + MOST_HOSTS + ", the limit; take hosts with more memory");
        }
        others.add(host);
        return changed(others, shard -> kept(shard, others));
    }

    /** The lease of a host has ended: what belonged to it goes to others. */
    ActorTable without(String name, long token) {
        if (find(name, token) == null) {
            return this;
        }
        List<Host> others = new ArrayList<>(hosts);
        others.removeIf(each -> each.name.equals(name));
        return changed(others, shard -> kept(shard, others));
    }

    /** A host is to hand over what it has, and gets nothing more. */
    ActorTable draining(String name, long token) {
        Host host = find(name, token);
        if (host == null || host.drains) {
            return this;
        }
        List<Host> others = new ArrayList<>(hosts);
        others.set(others.indexOf(host), new Host(name, host.address, token, true));
        return changed(others, shard -> kept(shard, others));
    }

    /** A host has stopped all actors of these shards, which go where they should be; by that host. */
    ActorTable handedOver(Host host, Set<Integer> stopped) {
        Set<Integer> due = new HashSet<>(dueFrom(host));
        due.retainAll(stopped);
        return due.isEmpty()
                ? this
                : changed(hosts, shard -> due.contains(shard) ? wanted(shard, hosts) : kept(shard, hosts));
    }

    /** Whom a shard belongs to after a change of the hosts: to the same process while it is there. */
    private @Nullable Host kept(int shard, List<Host> others) {
        Host owner = owner(shard);
        for (Host each : others) {
            if (each.isSame(owner)) {
                return each;
            }
        }
        return wanted(shard, others);
    }

    /** Whom a shard should belong to: of those that do not drain; null if all do. */
    private static @Nullable Host wanted(int shard, List<Host> hosts) {
        Host best = null;
        long most = 0;
        for (Host each : hosts) {
            long weight = mixed(hash(each.name) ^ mixed(shard));
            if (!each.drains
                    && (best == null || weight > most || weight == most && each.name.compareTo(best.name) > 0)) {
                best = each;
                most = weight;
            }
        }
        return best;
    }

    private ActorTable changed(List<Host> newHosts, IntFunction<@Nullable Host> ownerOf) {
        long next = epoch + 1;
        List<Shard> all = new ArrayList<>(shards.size());
        for (int shard = 0; shard < shards.size(); shard++) {
            Host before = owner(shard);
            Host now = ownerOf.apply(shard);
            boolean isSame = now == null ? before == null : now.isSame(before);
            all.add(new Shard(now == null ? NOBODY : newHosts.indexOf(now), isSame ? epochOf(shard) : next));
        }
        return new ActorTable(next, newHosts, all);
    }

    /** The mixing function of SplittableRandom (Steele, Lea, Flood 2014; Stafford's variant 13), which is a bijection. */
    private static long mixed(long value) {
        long first = (value ^ value >>> 30) * 0xbf58476d1ce4e5b9L;
        long second = (first ^ first >>> 27) * 0x94d049bb133111ebL;
        return second ^ second >>> 31;
    }
}
