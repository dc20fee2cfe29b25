package io.tellask.remote;

import io.tellask.actor.ActorStatistics;
import io.tellask.remote.ActorOperations.Actor;
import io.tellask.remote.ActorOperations.Actors;
import io.tellask.remote.ActorOperations.Order;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** What actors had done when a sample began, by name. Immutable. */
final class ActorSample {
    /** Without a beginning: what follows is of each actor's whole life. */
    static final ActorSample NONE = new ActorSample(Map.of(), 0, true);

    private static final double NANOS_PER_SECOND = TimeUnit.SECONDS.toNanos(1);
    private static final double NANOS_PER_MICRO = TimeUnit.MICROSECONDS.toNanos(1);
    private static final double MILLIS_PER_SECOND = 1_000;

    private final Map<String, Done> before;
    private final long beganNanos;
    private final boolean ofLife;

    private record Done(long handled, long busyNanos, long measured) {
        static final Done NOTHING = new Done(0, 0, 0);
    }

    private ActorSample(Map<String, Done> before, long beganNanos, boolean ofLife) {
        this.before = before;
        this.beganNanos = beganNanos;
        this.ofLife = ofLife;
    }

    static ActorSample of(List<ActorStatistics> actors, long nowNanos) {
        Map<String, Done> done = HashMap.newHashMap(actors.size());
        actors.forEach(each -> done.put(each.name(), new Done(each.handled(), each.busyNanos(), each.measured())));
        return new ActorSample(done, nowNanos, false);
    }

    /** What they have done since, the first ones by an order. */
    Actors until(List<ActorStatistics> now, Order order, int most, int living) {
        double nanos = System.nanoTime() - beganNanos;
        List<Actor> first = now.stream()
                .map(each -> actor(each, ofLife ? each.ageMillis() * NANOS_PER_MICRO * MILLIS_PER_SECOND : nanos))
                .sorted(comparator(order).thenComparing(Actor::name))
                .limit(most)
                .toList();
        return new Actors(first, now.size(), Math.max(living, now.size()));
    }

    private Actor actor(ActorStatistics now, double nanos) {
        Done then = before.getOrDefault(now.name(), Done.NOTHING);
        long busy = Math.max(0, now.busyNanos() - then.busyNanos());
        long measured = Math.max(0, now.measured() - then.measured());
        double seconds = Math.max(1, nanos) / NANOS_PER_SECOND;
        return new Actor(
                now.name(),
                now.contract(),
                now.implementation(),
                now.dispatcher(),
                now.queued(),
                now.mostQueued(),
                now.capacity(),
                Math.max(0, now.handled() - then.handled()) / seconds,
                busy / NANOS_PER_MICRO / MILLIS_PER_SECOND / seconds,
                measured == 0 ? 0 : busy / NANOS_PER_MICRO / measured,
                now.longestNanos() / NANOS_PER_MICRO,
                now.handled(),
                now.dropped(),
                now.restarts(),
                now.ageMillis());
    }

    private static Comparator<Actor> comparator(Order order) {
        return switch (order) {
            case QUEUED -> Comparator.comparingLong(Actor::queued).reversed();
            case MOST_QUEUED -> Comparator.comparingLong(Actor::mostQueued).reversed();
            case RATE -> Comparator.comparingDouble(Actor::rate).reversed();
            case BUSY -> Comparator.comparingDouble(Actor::busy).reversed();
            case MEAN -> Comparator.comparingDouble(Actor::mean).reversed();
            case LONGEST -> Comparator.comparingDouble(Actor::longest).reversed();
            case RESTARTS -> Comparator.comparingInt(Actor::restarts).reversed();
            case DROPPED -> Comparator.comparingLong(Actor::dropped).reversed();
            case AGE -> Comparator.comparingLong(Actor::age).reversed();
            case NAME -> Comparator.comparing(Actor::name);
        };
    }
}
