package io.tellask.persistence;

import io.tellask.actor.Promise;
import io.tellask.text.SafeLog;
import io.tellask.text.SafeText;
import java.lang.System.Logger.Level;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs the effects of one name's events, one after the other, until each is confirmed. Belongs to the actor. */
final class EffectRunner<E> {
    private static final System.Logger LOG = System.getLogger("io.tellask.persistence");
    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final long LONGEST_PAUSE_MILLIS = 30_000;

    /** Effects in a row before other messages of the actor have their turn. */
    private static final int MOST_IN_A_ROW = 64;

    private final Effects<E> effects;
    private final Entries entries;
    private final Ownership ownership;
    private final PendingWrites writes;
    private long confirmed;
    private long stored; // at most confirmed: events without effect are told together
    private long pauseMillis = FIRST_PAUSE_MILLIS;
    private boolean busy; // a run is queued or waited for

    EffectRunner(Effects<E> effects, Entries entries, Ownership ownership, PendingWrites writes, long confirmed) {
        this.effects = effects;
        this.entries = entries;
        this.ownership = ownership;
        this.writes = writes;
        this.confirmed = confirmed;
        stored = confirmed;
    }

    long confirmed() {
        return confirmed;
    }

    /** Has the effects of what has become durable run by a later message of the actor. */
    void wake() {
        if (!busy && confirmed < writes.durable()) {
            busy = true;
            Promise<Void> _ = Promise.of(null).thenRunAsync(this::runSome);
        }
    }

    private void runSome() {
        busy = false;
        for (int i = 0; i < MOST_IN_A_ROW && !busy && confirmed < writes.durable() && !ownership.isEnded(); i++) {
            runNext(confirmed + 1);
        }
        if (!busy && confirmed > stored && !ownership.isEnded()) {
            store(confirmed);
        }
        if (!ownership.isEnded()) {
            wake();
        }
    }

    private void store(long number) {
        try {
            ownership.write(() -> {
                entries.confirm(number);
                return number;
            });
            stored = number;
            confirmed = number;
            pauseMillis = FIRST_PAUSE_MILLIS;
            busy = false;
        } catch (RuntimeException unconfirmed) {
            busy = true;
            tryAgainLater(number, unconfirmed);
        }
    }

    private void runNext(long number) {
        try {
            CompletionStage<?> effect = effects.run(number, event(number));
            if (effect == null) {
                confirmed = number; // stored with others: when asked again, the event has no effect either
                return;
            }
            busy = true;
            Promise<Object> _ = Promise.<Object>from(effect).whenComplete((_, failure) -> ended(number, failure));
        } catch (Throwable failure) {
            busy = true;
            tryAgainLater(number, failure);
        }
    }

    @SuppressWarnings("unchecked")
    private E event(long number) {
        Object event = entries.event(number);
        if (event == null) {
            throw new EventGapException("persistence: name=" + SafeText.of(entries.name()) + ", number=" + number
                    + " is missing, its effect cannot run; restore the store from a backup");
        }
        return (E) event;
    }

    private void ended(long number, @Nullable Throwable failure) {
        if (failure != null) {
            tryAgainLater(number, failure);
            return;
        }
        store(number);
        if (!busy) {
            wake();
        }
    }

    private void tryAgainLater(long number, Throwable failure) {
        if (ownership.isEnded()) {
            return;
        }
        SafeLog.log(
                LOG,
                Level.WARNING,
                "effect failed: name=" + SafeText.of(entries.name()) + ", number=" + number + ", it runs again in ms="
                        + pauseMillis,
                null,
                failure);
        Promise<Void> _ = new Promise<Void>()
                .completeOnTimeout(null, pauseMillis, TimeUnit.MILLISECONDS)
                .thenRun(this::runSome);
        pauseMillis = Math.min(LONGEST_PAUSE_MILLIS, 2 * pauseMillis);
    }
}
