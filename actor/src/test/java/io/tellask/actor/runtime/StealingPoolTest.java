package io.tellask.actor.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.test.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads of a pool that are blocked. */
@Timeout(60)
class StealingPoolTest {
    private static final Duration LIMIT = Duration.ofMillis(20);

    private final CountDownLatch gate = new CountDownLatch(1);

    private Runnable blocking(CountDownLatch entered, CountDownLatch left) {
        return () -> {
            entered.countDown();
            try {
                left.await();
            } catch (InterruptedException e) {
                throw new AssertionError("nobody interrupts this", e);
            }
        };
    }

    private static void awaitEnd(StealingPool pool) throws InterruptedException {
        pool.close();
        assertThat(pool.awaitEnd(TimeUnit.SECONDS.toNanos(30))).isTrue();
    }

    @Test
    void threadThatIsBlockedWhileThePoolClosesKeepsNobodyFromTheirEnd() throws Exception {
        StealingPool pool = new StealingPool("closing", 1, LIMIT);
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch ran = new CountDownLatch(1);
        try {
            pool.execute(blocking(entered, gate));
            assertThat(entered.await(30, TimeUnit.SECONDS)).isTrue();
            pool.close();
            pool.execute(ran::countDown);

            assertThat(ran.await(30, TimeUnit.SECONDS)).isTrue();
            Await.until("the pool refuses tasks though a thread of it is blocked", () -> isRefused(pool));
            assertThat(pool.awaitEnd(1)).isFalse();
        } finally {
            gate.countDown();
            awaitEnd(pool);
        }
        assertThat(pool.replacedThreads()).isZero();
    }

    private static boolean isRefused(StealingPool pool) {
        try {
            pool.execute(() -> {});
            return false;
        } catch (RejectedExecutionException ended) {
            assertThat(ended).hasMessageContaining("dispatcher=closing has ended");
            return true;
        }
    }

    @Test
    void spareThatComesFreeIsGivenToWhoIsStillBlocked() throws Exception {
        StealingPool pool = new StealingPool("spares", 1, Duration.ofMillis(1));
        int most = StealingPool.MAX_SPARE_THREADS;
        CountDownLatch entered = new CountDownLatch(most + 1);
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch ran = new CountDownLatch(1);
        try {
            pool.execute(blocking(entered, first));
            for (int i = 0; i < most; i++) {
                pool.execute(blocking(entered, gate));
            }
            pool.execute(ran::countDown);
            assertThat(entered.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(pool.replacedThreads()).isEqualTo(most);
            assertThat(ran.getCount()).isEqualTo(1);

            first.countDown();
            assertThat(ran.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(pool.replacedThreads()).isEqualTo(most);
            assertThat(pool.blockedTurns()).isEqualTo(most + 1L);
        } finally {
            gate.countDown();
            awaitEnd(pool);
        }
    }

    @Test
    void poolIsBackToItsThreadsOnceNobodyIsBlocked() throws Exception {
        StealingPool pool = new StealingPool("back", 2, Duration.ofMillis(1));
        CountDownLatch entered = new CountDownLatch(8);
        try {
            for (int i = 0; i < 8; i++) {
                pool.execute(blocking(entered, gate));
            }
            assertThat(entered.await(30, TimeUnit.SECONDS)).isTrue();
            gate.countDown();
            Await.until(
                    pool::state,
                    () -> pool.replacedThreads() == 0 && pool.state().equals("sleeping=2, searching=0"));
            Await.until(() -> "threads " + names(pool), () -> names(pool).size() == 2);
        } finally {
            gate.countDown();
            awaitEnd(pool);
        }
    }

    /** Of the threads of a pool that live. */
    private static List<String> names(StealingPool pool) {
        Thread[] all = new Thread[Thread.activeCount() + 64];
        int count = Thread.enumerate(all);
        List<String> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (all[i].getName().matches(pool + "-\\d+")) {
                names.add(all[i].getName());
            }
        }
        return names;
    }

    @Test
    void taskThatThrowsAnythingIsCountedAndCostsNoThread() throws Exception {
        StealingPool pool = new StealingPool("throwing", 1, Duration.ofDays(1));
        try {
            CountDownLatch last = new CountDownLatch(1);
            pool.execute(() -> {
                throw new UnreadableError();
            });
            pool.execute(last::countDown);
            assertThat(last.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(pool.failures()).isOne();
            pool.failed("as asked: where=", "here", new IllegalStateException("as asked"));
            assertThat(pool.failures()).isEqualTo(2);
        } finally {
            awaitEnd(pool);
        }
        assertThatThrownBy(() -> pool.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
    }
}
