package io.tellask.system;

import io.tellask.actor.Actor;
import io.tellask.actor.Promise;
import io.tellask.actor.Timers;
import io.tellask.actor.pattern.Debounce;
import io.tellask.actor.pattern.KeyedQueue;
import io.tellask.actor.pattern.LocalTopics;
import io.tellask.actor.pattern.Stash;
import io.tellask.actor.pattern.StateMachine;
import io.tellask.actor.pattern.Throttle;
import java.time.Duration;
import java.util.function.BiConsumer;

/** The samples that belong to an actor: its timers, and what uses them. */
final class PatternSamples extends Actor implements Samples.Greeter {
    PatternSamples(BiConsumer<Class<?>, Object> add) {
        add.accept(Timers.class, timers());
        add.accept(KeyedQueue.class, new KeyedQueue<>());
        add.accept(LocalTopics.class, LocalTopics.of(Runnable.class));
        add.accept(Throttle.class, new Throttle(timers(), 1, Duration.ofSeconds(1), 1));
        add.accept(Debounce.class, new Debounce<>(timers(), Duration.ofSeconds(1), Debounce.Edge.BOTH, value -> {
            // nobody calls it
        }));
        add.accept(Enum.class, Debounce.Edge.BOTH);
        add.accept(Stash.class, new Stash());
        add.accept(StateMachine.class, StateMachine.of(Debounce.Edge.BOTH, Debounce.Edge.class));
    }

    @Override
    public Promise<String> greet(String name) {
        return Promise.of(name);
    }
}
