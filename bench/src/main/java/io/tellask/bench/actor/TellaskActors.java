package io.tellask.bench.actor;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import java.time.Duration;

/**
 * {@code tellask}: actors where they are by default; {@code tellask-thread}: with a thread of their own; {@code tellask-pool}: on the pool; {@code tellask-virtual}: on
 * virtual threads.
 */
public final class TellaskActors implements LocalActors {
    private static final Duration HOUR = Duration.ofHours(1);

    private final ActorSystem system = ActorSystem.create();
    private final SpawnOptions options;

    public TellaskActors(String contender) {
        options = switch (contender) {
            case "tellask" -> SpawnOptions.defaults();
            case "tellask-thread" -> SpawnOptions.dedicatedThread();
            case "tellask-pool" -> SpawnOptions.pool();
            case "tellask-virtual" -> SpawnOptions.virtualThread();
            default -> throw new IllegalArgumentException("no such contender: " + contender);
        };
    }

    /** Takes messages. */
    public interface Told {
        void tell(int sender, int value);
    }

    /** Adds. */
    public interface Sums {
        Promise<Integer> add(int first, int second);
    }

    /** One of a ring. */
    public interface Link {
        void next(Link link);

        void pass(int message, int hops);
    }

    /** Rings at an instant. */
    public interface Ringing {
        void ring(long dueNanos, int value);
    }

    /** Sets timers. */
    public interface Alarm {
        Promise<Void> set(int timers);
    }

    @Override
    public Receiver receiver(Receiver state) {
        return system.spawn(Told.class, () -> state::tell, options)::tell;
    }

    @Override
    public Receiver elsewhere(Receiver state) {
        return system.spawn(Told.class, () -> state::tell, SpawnOptions.dedicatedThread())::tell;
    }

    @Override
    public Alarms alarms(Receiver state) {
        return system.spawn(Ringing.class, () -> new Bell(state), options)::ring;
    }

    @Override
    public Adder adder() {
        Sums sums = system.spawn(Sums.class, () -> (first, second) -> Promise.of(first + second), options);
        return (first, second, answer) -> sums.add(first, second).thenAccept(answer::take);
    }

    @Override
    public Receiver ring(int actors, Receiver arrived) {
        Link last = system.spawn(Link.class, () -> new Pass(arrived), options);
        Link first = last;
        for (int i = 1; i < actors; i++) {
            Link next = first;
            first = system.spawn(Link.class, () -> new Pass(arrived), options);
            first.next(next);
        }
        last.next(first);
        return first::pass;
    }

    @Override
    public void spawn(int actors) {
        for (int i = 0; i < actors; i++) {
            system.spawn(Told.class, () -> (sender, value) -> {}, options);
        }
    }

    @Override
    public void setTimers(int timers) {
        system.spawn(Alarm.class, LateAlarms::new, options).set(timers).join();
    }

    @Override
    public void close() {
        system.close();
    }

    private static final class Pass implements Link {
        private final Receiver arrived;
        private Link next = this; // until it is told

        Pass(Receiver arrived) {
            this.arrived = arrived;
        }

        @Override
        public void next(Link link) {
            next = link;
        }

        @Override
        public void pass(int message, int hops) {
            if (hops == 0) {
                arrived.tell(message, 0);
            } else {
                next.pass(message, hops - 1);
            }
        }
    }

    private static final class Bell extends Actor implements Ringing {
        private final Receiver state;

        Bell(Receiver state) {
            this.state = state;
        }

        @Override
        public void ring(long dueNanos, int value) {
            timers().after(Duration.ofNanos(Math.max(0, dueNanos - System.nanoTime())), () -> state.tell(0, value));
        }
    }

    private static final class LateAlarms extends Actor implements Alarm {
        private long rung;

        @Override
        public Promise<Void> set(int timers) {
            for (int i = 0; i < timers; i++) {
                timers().after(HOUR.plusMillis(i), () -> rung++);
            }
            return Promise.of(null);
        }
    }
}
