package io.tellask.remote;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Virtual threads that are busy leave those that others start the processor; with {@link Thread#yield} alone this test ends by its timeout. */
@Timeout(30)
class FairYieldTest {
    @Test
    void threadsThatAPlatformThreadStartsRunBesideAnyNumberOfBusyOnes() throws InterruptedException {
        AtomicBoolean ended = new AtomicBoolean();
        List<Thread> busy = new ArrayList<>();
        try {
            for (int i = 0; i < 4 * Runtime.getRuntime().availableProcessors(); i++) {
                busy.add(Thread.startVirtualThread(() -> {
                    FairYield others = new FairYield();
                    while (!ended.get()) {
                        others.yield();
                    }
                }));
            }
            for (int i = 0; i < 20; i++) {
                Thread.startVirtualThread(() -> {}).join();
            }
        } finally {
            ended.set(true);
        }
        for (Thread thread : busy) {
            thread.join();
        }
    }
}
