package io.tellask.cluster.actors;

import io.tellask.actor.SpawnOptions;
import java.time.Duration;
import java.util.Objects;

/**
 * How a host runs the actors of a type.
 *
 * @param idleTime after which one that got no call is stopped, about; 10 minutes, 10 ms to 1 day
 * @param mostActors of the type at this host, beyond which none is made; 1,000,000, at least 1
 * @param spawn where they run; an I/O loop
 */
public record ActorOptions(Duration idleTime, int mostActors, SpawnOptions spawn) {
    private static final Duration SHORTEST = Duration.ofMillis(10);
    private static final Duration LONGEST = Duration.ofDays(1);
    private static final ActorOptions DEFAULTS =
            new ActorOptions(Duration.ofMinutes(10), 1_000_000, SpawnOptions.defaults());

    public ActorOptions {
        Objects.requireNonNull(spawn, "spawn");
        if (Objects.requireNonNull(idleTime, "idleTime").compareTo(SHORTEST) < 0 || idleTime.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "cluster: idleTime=" + idleTime + ", allowed=" + SHORTEST + ".." + LONGEST);
        }
        if (mostActors < 1) {
            throw new IllegalArgumentException(
                    "cluster: mostActors=" + mostActors + ", allowed=1.." + Integer.MAX_VALUE);
        }
    }

    /** The options that hold where none are given; they are told with each of the components. */
    public static ActorOptions defaults() {
        return DEFAULTS;
    }

    /** These options with another idle time. */
    public ActorOptions withIdleTime(Duration time) {
        return new ActorOptions(Objects.requireNonNull(time, "time"), mostActors, spawn);
    }

    /** These options with another limit of actors. */
    public ActorOptions withMostActors(int count) {
        return new ActorOptions(idleTime, count, spawn);
    }

    /** These options with actors that run elsewhere. */
    public ActorOptions withSpawn(SpawnOptions options) {
        return new ActorOptions(idleTime, mostActors, Objects.requireNonNull(options, "options"));
    }
}
