package io.tellask.cluster;

import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import java.time.Duration;
import java.util.Objects;
import java.util.UUID;

/**
 * Grants leases by a group whose state is a {@link MapMachine}: locks, and work that one process at a time does. Thread-safe.
 *
 * <p>A lease is an entry of the group's map, with a key that begins with {@value #PREFIX}, which its holder writes again and again. Who wants it
 * reads that entry, and takes it once it has not changed for the time of the lease: so no two clocks are compared, they only must not run at
 * speeds that differ by a tenth. The entry stays when the lease ends, since tokens grow with it: use a bounded number of names.
 */
public final class Leases {
    /** How the keys of leases begin in the map of the group. */
    public static final String PREFIX = "tellask.lease/";

    /** The shortest time of a lease. */
    public static final Duration SHORTEST = Duration.ofMillis(500);

    /** The longest time of a lease. */
    public static final Duration LONGEST = Duration.ofHours(1);

    private static final int MOST_NAME = 256;

    private final ActorSystem system;
    private final ReplicatedMap<String, String> map;

    private Leases(ActorSystem system, ReplicatedMap<String, String> map) {
        this.system = system;
        this.map = map;
    }

    /** Leases of a group; they end with the actor system. */
    public static Leases of(ActorSystem system, ReplicaClient client) {
        return new Leases(
                Objects.requireNonNull(system, "system"), ReplicatedMap.of(client, String.class, String.class));
    }

    /**
     * Waits for a lease until it is granted; cancel the promise to wait no longer.
     *
     * @param name what it is a right to, 1 to 256 characters
     * @param time after which others may have it if its holder is gone; 500 ms to 1 h. It is written again three times in this time
     */
    public Promise<Lease> acquire(String name, Duration time) {
        requireName(name);
        requireTime(time);
        String holder = UUID.randomUUID().toString();
        return system.spawn(LeaseCalls.class, () -> new LeaseActor(map, name, holder, time))
                .acquire();
    }

    private static void requireName(String name) {
        LogLimits.require(
                "length of the name of a lease",
                Objects.requireNonNull(name, "name").length(),
                1,
                MOST_NAME);
    }

    private static void requireTime(Duration time) {
        LogLimits.require(
                "millis of a lease",
                Objects.requireNonNull(time, "time").toMillis(),
                SHORTEST.toMillis(),
                LONGEST.toMillis());
    }

    /**
     * Has work done by one process at a time, of all that ask for it: it is begun when the lease is granted, and closed when that has ended, to be begun
     * again with the next one.
     *
     * @param work begins what is to be done, on a thread of actors that must not be blocked; with the lease, for its token
     * @return ends it
     */
    public Exclusive whileHeld(String name, Duration time, Work work) {
        Objects.requireNonNull(work, "work");
        requireName(name);
        requireTime(time);
        ExclusiveCalls actor =
                system.spawn(ExclusiveCalls.class, () -> new ExclusiveActor(() -> acquire(name, time), time, work));
        actor.begin();
        return actor::end;
    }

    /** Work that is done by one process at a time. */
    public interface Exclusive {
        /** Closes the work if this process does it, and gives the lease back. */
        Promise<Void> end();
    }

    /** Begins what one process at a time does. */
    @FunctionalInterface
    public interface Work {
        /** What is closed when the lease has ended; an exception gives the lease back, and is logged. */
        AutoCloseable begin(Lease lease) throws Exception;
    }
}
