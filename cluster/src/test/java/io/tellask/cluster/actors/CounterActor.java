package io.tellask.cluster.actors;

import io.tellask.actor.Actor;
import io.tellask.actor.Emitter;
import io.tellask.actor.Promise;
import io.tellask.actor.StopReason;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Flow;

/** Counts in memory, and tells the ledger when it runs. */
final class CounterActor extends Actor implements Counter {
    private final String host;
    private final String key;
    private final CounterLedger ledger;
    private final List<String> notes = new ArrayList<>();
    private final ActorState<Long> kept;
    private long sum;

    CounterActor(String host, Activation activation, CounterLedger ledger) {
        this.host = host;
        this.ledger = ledger;
        key = activation.key();
        kept = activation.state(Long.class);
        if (key.equals("broken")) {
            throw new IllegalStateException("as asked");
        }
        ledger.begins(key, host, activation.epoch());
    }

    @Override
    public Promise<Long> add(long amount) {
        sum += amount;
        return Promise.of(sum);
    }

    @Override
    public Promise<Long> keep(long amount) {
        return kept.update(0L, before -> before + amount);
    }

    @Override
    public Promise<String> host() {
        return Promise.of(host);
    }

    @Override
    public void note(String text) {
        notes.add(text);
    }

    @Override
    public Promise<List<String>> notes() {
        return Promise.of(List.copyOf(notes));
    }

    @Override
    public Flow.Publisher<Long> numbers(int count) {
        Emitter<Long> all = new Emitter<>();
        for (long i = 0; i < count; i++) {
            all.emit(i);
        }
        all.complete();
        return all;
    }

    @Override
    public Promise<Long> never() {
        ledger.beginsCall(key);
        return new Promise<>();
    }

    @Override
    public void stop() {
        system().stop(self(Counter.class));
    }

    @Override
    protected void onStop(StopReason reason) {
        ledger.ends(key);
    }
}
