package io.tellask.actor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Clerks serve one request after the other, whatever that waits for: so two who ask one another wait for ever. */
class WaitChainTest {
    public interface Clerk {
        /** Asks the first of the others to serve those behind it; the last one answers. */
        Promise<Integer> serve(List<Clerk> others);

        /** As {@link #serve}, asking all of them at once. */
        Promise<Integer> gather(List<Clerk> others);

        /** Waits for all requests before. */
        Promise<Integer> count();

        /** Never answered. */
        Promise<Integer> forget();

        /** What an ask to serve fails with after a second, asked by this clerk. */
        Promise<Throwable> failureOf(Clerk other, List<Clerk> others);
    }

    private static final class Clerks implements Clerk {
        private Promise<Integer> last = Promise.of(0);

        private Promise<Integer> inTurn(UnaryOperator<Promise<Integer>> work) {
            last = work.apply(last);
            return last;
        }

        @Override
        public Promise<Integer> serve(List<Clerk> others) {
            return inTurn(before -> before.thenCompose(served -> others.isEmpty()
                    ? Promise.of(served + 1)
                    : others.size() == 1
                            ? others.getFirst().count()
                            : others.getFirst().serve(others.subList(1, others.size()))));
        }

        @Override
        public Promise<Integer> gather(List<Clerk> others) {
            return inTurn(before -> before.thenCombine(
                    Promise.all(others.stream().map(Clerk::count).toList()), (served, counts) -> served + 1));
        }

        @Override
        public Promise<Integer> count() {
            return last.thenApply(served -> served);
        }

        @Override
        public Promise<Integer> forget() {
            return inTurn(before -> new Promise<>());
        }

        @Override
        public Promise<Throwable> failureOf(Clerk other, List<Clerk> others) {
            return other.serve(others).orTimeout(1, TimeUnit.SECONDS).handle((served, failure) -> failure);
        }
    }

    private final VirtualDispatcher dispatcher = new VirtualDispatcher();
    private final ActorSystem system = ActorSystem.create();
    private final Clerk ann = clerk("ann"); // ann-1
    private final Clerk bob = clerk("bob"); // bob-2
    private final Clerk caller = clerk("caller"); // caller-3

    private Clerk clerk(String name) {
        return system.spawn(
                Clerk.class, Clerks::new, SpawnOptions.on(dispatcher).withName(name));
    }

    private <T> Promise<T> run(Promise<T> promise) {
        dispatcher.run();
        return promise;
    }

    @AfterEach
    void close() {
        Thread closing = Thread.startVirtualThread(system::close);
        while (closing.isAlive()) {
            dispatcher.run();
            Thread.onSpinWait();
        }
    }

    @Test
    void deadlineNamesCycleOfCallsInTurn() {
        Promise<Throwable> failure = run(caller.failureOf(ann, List.of(bob, ann)));
        dispatcher.advance(Duration.ofMillis(999));
        assertThat(failure).isNotDone();
        dispatcher.advance(Duration.ofMillis(1));
        assertThat(failure.getNow(null))
                .isInstanceOf(TimeoutException.class)
                .hasMessage("promise: no answer after 1 SECONDS; Clerk.serve of ann-1 waits for Clerk.serve of bob-2"
                        + " waits for Clerk.count of ann-1 waits for Clerk.serve of ann-1,"
                        + " which is a cycle: none of them can be answered");
    }

    @Test
    void findsCycleBehindOneOfSeveralThatAreWaitedFor() {
        run(bob.forget());
        Promise<Integer> gathered = run(ann.gather(List.of(bob, ann)));
        WaitChain chain = WaitChain.of(gathered.thenApply(served -> served));
        assertThat(chain.isCycle()).isTrue();
        assertThat(chain.calls())
                .containsExactly("Clerk.gather of ann-1", "Clerk.count of ann-1", "Clerk.gather of ann-1");
    }

    @Test
    void namesChainUpToThePromiseThatCodeKeeps() {
        Clerk cid = clerk("cid");
        run(cid.forget());
        Promise<Integer> served = run(ann.serve(List.of(bob, cid)));
        WaitChain chain = WaitChain.of(served);
        assertThat(chain.isCycle()).isFalse();
        assertThat(chain)
                .hasToString("Clerk.serve of ann-1 waits for Clerk.serve of bob-2 waits for Clerk.count of cid-4");
        assertThat(WaitChain.of(run(cid.count()))).hasToString("Clerk.count of cid-4 has not been answered");
    }

    @Test
    void namesChainUpToTheCallThatHasNotReturned() {
        Clerk busy = system.spawn(Clerk.class, Clerks::new, SpawnOptions.dedicatedThread());
        CountDownLatch free = new CountDownLatch(1);
        try {
            busy.serve(new AbstractList<>() {
                @Override
                public int size() {
                    await(free);
                    return 0;
                }

                @Override
                public Clerk get(int index) {
                    throw new IndexOutOfBoundsException(index);
                }
            });
            Promise<Integer> served = run(ann.serve(List.of(busy)));
            assertThat(WaitChain.of(served).calls())
                    .containsExactly("Clerk.serve of ann-1", "a call that has not returned");
        } finally {
            free.countDown();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void threadThatWaitsForLimitedTimeIsToldToo() {
        Promise<Integer> served = run(ann.serve(List.of(bob, ann)));
        assertThatThrownBy(() -> served.get(1, TimeUnit.MILLISECONDS))
                .isInstanceOf(TimeoutException.class)
                .hasMessageStartingWith("promise: no answer after 1 MILLISECONDS; Clerk.serve of ann-1 waits for ")
                .hasMessageEndingWith(", which is a cycle: none of them can be answered");
        Promise<Integer> nobodys = new Promise<>();
        assertThatThrownBy(() -> nobodys.get(1, TimeUnit.MILLISECONDS))
                .isInstanceOf(TimeoutException.class)
                .hasMessage("promise: no answer after 1 MILLISECONDS");
    }

    @Test
    void settledPromisesAndForeignStagesWaitForNothing() {
        Promise<Integer> served = run(ann.serve(List.of()));
        assertThat(served).isDone();
        assertThat(WaitChain.of(served).calls()).isEmpty();
        assertThat(WaitChain.of(new CompletableFuture<>()).calls()).isEmpty();
        assertThat(WaitChain.of(served)).hasToString("");
    }

    @Test
    void tellsHowOneWaitsForAnother() {
        Promise<Integer> forgotten = run(bob.forget());
        Promise<Integer> served = run(ann.serve(List.of(bob)));
        Promise<Integer> later = served.thenApply(count -> count);
        assertThat(WaitChain.between("Desk.ask", later, served).orElseThrow().calls())
                .containsExactly("Desk.ask", "Clerk.serve of ann-1");
        assertThat(WaitChain.between("Desk.ask", served, later)).isEmpty();
        assertThat(WaitChain.between("Desk.ask", served, forgotten))
                .isEmpty(); // both wait for the promise that bob keeps
        assertThat(WaitChain.between("Desk.ask", new CompletableFuture<>(), served))
                .isEmpty();
    }

    @Test
    void callWhoseAnswerWaitsForItselfIsACycleOfItsOwn() {
        Promise<Integer> gate = new Promise<>();
        List<Promise<Integer>> answer = new ArrayList<>();
        answer.add(gate.thenCompose(count -> answer.getFirst().thenApply(again -> again)));
        assertThat(WaitChain.of("Desk.ask", answer.getFirst())).hasToString("Desk.ask has not been answered");
        gate.complete(1);
        assertThat(WaitChain.of("Desk.ask", answer.getFirst()))
                .hasToString("Desk.ask waits for Desk.ask, which is a cycle: none of them can be answered");
        assertThat(WaitChain.of(answer.getFirst())).isEqualTo(new WaitChain(List.of(), false)); // nobody was called
    }

    @Test
    void looksAtNoMorePromisesThanTheLimit() {
        Promise<Integer> forgotten = run(bob.forget());
        Promise<Integer> last = forgotten;
        for (int i = 1; i < WaitChain.MAX_PROMISES; i++) {
            last = last.thenApply(count -> count);
        }
        assertThat(WaitChain.between("Desk.ask", last, forgotten)).isPresent();
        assertThat(WaitChain.of(last).calls()).containsExactly("Clerk.forget of bob-2");
        Promise<Integer> oneMore = last.thenApply(count -> count);
        assertThat(WaitChain.between("Desk.ask", oneMore, forgotten)).isEmpty();
        assertThat(WaitChain.of(oneMore).calls()).isEmpty();
    }

    @Test
    void namesNoMoreCallsThanTheLimit() {
        run(bob.forget());
        for (int calls : new int[] {WaitChain.MAX_CALLS, WaitChain.MAX_CALLS + 1, 30}) {
            List<Clerk> others = new ArrayList<>();
            for (int i = 0; i < calls - 2; i++) {
                others.add(clerk("other"));
            }
            others.add(bob);
            List<String> named = WaitChain.of(run(clerk("first").serve(others))).calls();
            assertThat(named).hasSize(WaitChain.MAX_CALLS).last().isEqualTo("Clerk.count of bob-2");
            assertThat(named.get(8))
                    .satisfies(name -> assertThat(name)
                            .matches(calls == WaitChain.MAX_CALLS ? "Clerk.serve of other-.*" : calls - 15 + " more"));
        }
    }

    @Test
    void namesOfActorsAreBoundedAndPrintable() {
        Clerk odd = clerk("x\n".repeat(1_000));
        run(odd.forget());
        assertThat(WaitChain.of(run(odd.count())).toString())
                .hasSizeLessThan(1_000)
                .startsWith("Clerk.count of x\\nx");
    }
}
