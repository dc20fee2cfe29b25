package io.tellask.store.shard;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.store.Durability;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForcerTest {
    private final Semaphore begun = new Semaphore(0);
    private final Semaphore gate = new Semaphore(0);

    private final Forcer forcer = new Forcer(
            new Forcer.Work() {
                @Override
                public void force() {
                    begun.release();
                    gate.acquireUninterruptibly();
                }

                @Override
                public void late(long millis) {}

                @Override
                public void failed(Throwable reason) {
                    throw new AssertionError(reason);
                }
            },
            Durability.PERIODIC,
            Duration.ofSeconds(1));

    @Test
    void countsThePeriodFromTheChangeAlsoWhileAForceIsUnderWay() throws InterruptedException {
        forcer.want();
        assertThat(begun.tryAcquire(30, TimeUnit.SECONDS)).isTrue();
        forcer.changed();
        assertThat(begun.tryAcquire(1, TimeUnit.SECONDS)).isFalse();
        gate.release(2);
        assertThat(begun.tryAcquire(700, TimeUnit.MILLISECONDS)).isTrue();
        forcer.stop();
    }

    /** Work that fails once, and whose failure fails too. */
    private static final class Failing implements Forcer.Work {
        private final Throwable failure;
        private final Throwable failureOfFailed;
        final List<Throwable> told = Collections.synchronizedList(new ArrayList<>());

        Failing(Throwable failure, Throwable failureOfFailed) {
            this.failure = failure;
            this.failureOfFailed = failureOfFailed;
        }

        @Override
        public void force() throws Exception {
            if (failure instanceof Error error) {
                throw error;
            }
            throw (Exception) failure;
        }

        @Override
        public void late(long millis) {}

        @Override
        public void failed(Throwable reason) {
            told.add(reason);
            if (failureOfFailed instanceof Error error && told.size() == 1) {
                throw error;
            }
        }
    }

    private static Throwable failure(CompletableFuture<Void> round) {
        return Assertions.catchThrowable(() -> round.get(30, TimeUnit.SECONDS)).getCause();
    }

    @ParameterizedTest
    @ValueSource(classes = {IOException.class, InternalError.class, OutOfMemoryError.class, AssertionError.class})
    void settlesRoundsThatFailAndGoesOn(Class<? extends Throwable> type) throws Exception {
        Throwable reason = type.getConstructor().newInstance();
        Failing work = new Failing(reason, null);
        Forcer failing = new Forcer(work, Durability.FORCED, Duration.ofSeconds(1));
        assertThat(failure(failing.force())).isSameAs(reason);
        assertThat(failure(failing.force())).isSameAs(reason);
        failing.stop();
        assertThat(work.told).containsOnly(reason);
    }

    @Test
    void triesAgainWhereTheHeapWasFull() throws Exception {
        AtomicInteger tries = new AtomicInteger();
        Forcer forced = new Forcer(
                new Forcer.Work() {
                    @Override
                    public void force() {
                        if (tries.incrementAndGet() < 3) {
                            throw new OutOfMemoryError("as asked");
                        }
                    }

                    @Override
                    public void late(long millis) {}

                    @Override
                    public void failed(Throwable reason) {
                        throw new AssertionError(reason);
                    }
                },
                Durability.FORCED,
                Duration.ofSeconds(1));
        forced.force().get(30, TimeUnit.SECONDS);
        assertThat(tries).hasValue(3);
        forced.stop();
    }

    @Test
    void deathOfTheThreadIsToldToWhoeverWaitsAndAsksLater() throws Exception {
        Error deadly = new AssertionError("as asked");
        Failing work = new Failing(new IOException("as asked"), deadly);
        Forcer dying = new Forcer(work, Durability.FORCED, Duration.ofSeconds(1));
        assertThat(failure(dying.force())).isInstanceOf(IOException.class);
        CompletableFuture<Void> later = dying.force();
        assertThat(failure(later)).isNotNull();
        dying.changed();
        dying.stop();
        assertThat(work.told).contains(deadly);
    }

    @Test
    void interruptDoesNotEndTheThread() throws Exception {
        CompletableFuture<Thread> forcing = new CompletableFuture<>();
        Forcer interrupted = new Forcer(
                new Forcer.Work() {
                    @Override
                    public void force() {
                        forcing.complete(Thread.currentThread());
                    }

                    @Override
                    public void late(long millis) {}

                    @Override
                    public void failed(Throwable reason) {
                        throw new AssertionError(reason);
                    }
                },
                Durability.FORCED,
                Duration.ofSeconds(1));
        interrupted.force().get(30, TimeUnit.SECONDS);
        forcing.get().interrupt();
        interrupted.force().get(30, TimeUnit.SECONDS);
        interrupted.stop();
    }
}
