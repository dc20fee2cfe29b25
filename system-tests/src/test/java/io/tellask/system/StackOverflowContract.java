package io.tellask.system;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.Streams;
import io.tellask.remote.Client;
import io.tellask.remote.CreditExhaustedException;
import io.tellask.remote.Remote;
import io.tellask.remote.Server;
import io.tellask.test.Seed;
import java.net.URI;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Whoever calls an actor with too little stack left harms nobody but itself: session, loops and mailboxes go on. */
abstract class StackOverflowContract {
    private static final int ROUNDS = 1; // of some ninety calls
    private static final int MANY_ROUNDS = 100;
    private static final int WAIT_SECONDS = 20;
    private static final int MOST_KEPT = 4_096;
    private static final int LATER = 100;
    private static final byte[] LARGE = new byte[100_000];

    /** An argument that the codec writes. */
    public record Note(String text, List<Integer> numbers) {}

    /** What is called near the end of the stack. */
    public interface Target {
        void tell(int number);

        Promise<Integer> add(int a, int b);

        Promise<Integer> read(Note note);

        Promise<Integer> length(byte[] bytes);

        Promise<Integer> never();

        Promise<Integer> told();

        /** Answered by {@link #settle}. */
        Promise<Integer> later();

        /** Settles what waits, where the stack ends. */
        Promise<Integer> settle(long seed);

        Flow.Publisher<Integer> count(int items);
    }

    static final class TargetActor extends Actor implements Target {
        private final ArrayDeque<Promise<Integer>> later = new ArrayDeque<>();
        private int told;

        @Override
        public void tell(int number) {
            told++;
        }

        @Override
        public Promise<Integer> add(int a, int b) {
            return Promise.of(a + b);
        }

        @Override
        public Promise<Integer> read(Note note) {
            return Promise.of(note.numbers().size());
        }

        @Override
        public Promise<Integer> length(byte[] bytes) {
            return Promise.of(bytes.length);
        }

        @Override
        public Promise<Integer> never() {
            return new Promise<>();
        }

        @Override
        public Promise<Integer> told() {
            return Promise.of(told);
        }

        @Override
        public Promise<Integer> later() {
            Promise<Integer> promise = new Promise<>();
            later.add(promise);
            return promise;
        }

        @Override
        public Promise<Integer> settle(long seed) {
            settleFirst(); // so that no class is met for the first time where there is no stack for it
            int overflows = new StackEnd(new Random(seed), this::settleFirst).reach();
            while (!later.isEmpty()) {
                settleFirst();
            }
            return Promise.of(overflows);
        }

        private void settleFirst() {
            Promise<Integer> promise = later.peek();
            if (promise != null && (promise.isDone() || promise.complete(1))) {
                later.remove();
            }
        }

        @Override
        public Flow.Publisher<Integer> count(int items) {
            return Streams.of(() -> IntStream.range(0, items).iterator());
        }
    }

    /** Runs what the test gives it, as an actor. */
    public interface Runner {
        Promise<Integer> run(Supplier<Integer> work);
    }

    static final class RunnerActor extends Actor implements Runner {
        @Override
        public Promise<Integer> run(Supplier<Integer> work) {
            return Promise.of(work.get());
        }
    }

    /** Who overflows. */
    enum Caller {
        PLAIN,
        VIRTUAL,
        ACTOR
    }

    /** What it calls. */
    enum Deed {
        TELL {
            @Override
            void attempt(StackOverflowContract test, Target target) {
                target.tell(1);
                test.told++;
            }
        },
        ASK {
            @Override
            void attempt(StackOverflowContract test, Target target) {
                test.keep(target.add(1, 2));
            }
        },
        OBJECT {
            @Override
            void attempt(StackOverflowContract test, Target target) {
                test.keep(target.read(NOTE));
            }
        },
        PARTS {
            @Override
            void attempt(StackOverflowContract test, Target target) {
                if (test.promises.size() % 8 == 0) {
                    test.keep(target.length(LARGE));
                } else {
                    test.keep(target.add(1, 2));
                }
            }
        },
        CANCEL {
            @Override
            void attempt(StackOverflowContract test, Target target) {
                target.never().cancel(false);
            }
        },
        WRITABLE {
            @Override
            void attempt(StackOverflowContract test, Target target) {
                test.keep(Remote.whenWritable(target));
            }
        },
        STREAM {
            @Override
            void attempt(StackOverflowContract test, Target target) {
                Taker taker = new Taker(Long.MAX_VALUE);
                target.count(3).subscribe(taker);
                test.keep(taker.ended);
            }
        },
        REQUEST {
            @Override
            void attempt(StackOverflowContract test, Target target) {
                test.taker.subscription.request(1);
                test.requested++;
            }
        };

        private static final Note NOTE = new Note("a note", List.of(1, 2, 3));

        abstract void attempt(StackOverflowContract test, Target target);
    }

    /** A subscriber that counts. */
    private static final class Taker implements Flow.Subscriber<Integer> {
        private final long first;
        private final CompletableFuture<Flow.Subscription> begun = new CompletableFuture<>();
        private final CompletableFuture<Object> ended = new CompletableFuture<>();
        private Flow.Subscription subscription;
        private int items; // guarded by this

        Taker(long first) {
            this.first = first;
        }

        @Override
        public void onSubscribe(Flow.Subscription newSubscription) {
            subscription = newSubscription;
            begun.complete(newSubscription);
            try {
                if (first > 0) {
                    newSubscription.request(first);
                }
            } catch (StackOverflowError cutOff) { // in an actor it is told in place, and hears no more after this
                ended.complete(0);
                throw cutOff;
            }
        }

        @Override
        public synchronized void onNext(Integer item) {
            items++;
            notifyAll();
        }

        synchronized void await(int count) throws InterruptedException {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(WAIT_SECONDS);
            while (items < count && !ended.isDone() && System.nanoTime() < end) {
                TimeUnit.SECONDS.timedWait(this, 1);
            }
            assertThat(items).as("items, %s", ended).isGreaterThanOrEqualTo(count);
        }

        @Override
        public void onError(Throwable failure) {
            ended.complete(failure); // such as that it could not be opened for want of stack
        }

        @Override
        public void onComplete() {
            ended.complete(1);
        }
    }

    private final ActorSystem servers = ActorSystem.builder().ioLoops(1).build();
    private final ActorSystem clients = ActorSystem.builder().ioLoops(1).build();
    private final List<CompletableFuture<?>> promises =
            new ArrayList<>(MOST_KEPT); // never grows near the end of a stack
    private int told;
    private int requested;
    private Taker taker = new Taker(0);
    private Client client;
    private Target remote;
    private Target onLoop;
    private Target onThread;
    private Runner runner;

    abstract URI address();

    @BeforeEach
    void connect() {
        Server server = Server.builder(servers)
                .publish("target", Target.class, servers.spawn(Target.class, TargetActor::new))
                .listen(address())
                .start();
        client = Client.builder(clients).connect(server.address());
        remote = client.lookup("target", Target.class);
        onLoop = clients.spawn(Target.class, TargetActor::new);
        onThread = servers.spawn(Target.class, TargetActor::new, SpawnOptions.dedicatedThread());
        runner = clients.spawn(Runner.class, RunnerActor::new, SpawnOptions.dedicatedThread());
    }

    @AfterEach
    void close() {
        clients.close();
        servers.close();
    }

    static Stream<Arguments> cases() {
        return Stream.of(Deed.values())
                .flatMap(deed -> Stream.of(Caller.values()).map(who -> Arguments.of(deed, who)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void remoteCallWithoutStackHarmsNobody(Deed deed, Caller caller) throws Exception {
        overflow(deed, caller, remote, ROUNDS);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "WRITABLE")
    void localCallWithoutStackHarmsNobody(Deed deed) throws Exception {
        overflow(deed, Caller.PLAIN, onLoop, ROUNDS);
        overflow(deed, Caller.PLAIN, onThread, ROUNDS);
    }

    @Tag("slow")
    @ParameterizedTest
    @MethodSource("cases")
    void manyCallsWithoutStackHarmNobody(Deed deed, Caller caller) throws Exception {
        overflow(deed, caller, remote, MANY_ROUNDS);
        if (deed != Deed.WRITABLE) {
            overflow(deed, caller, onLoop, MANY_ROUNDS);
            overflow(deed, caller, onThread, MANY_ROUNDS);
        }
    }

    @Test
    void promiseThatIsSettledWithoutStackIsAnswered() throws Exception {
        settle(ROUNDS);
    }

    @Tag("slow")
    @Test
    void manyPromisesThatAreSettledWithoutStackAreAnswered() throws Exception {
        settle(MANY_ROUNDS);
    }

    private void settle(int rounds) throws Exception {
        begin(remote);
        for (Target target : List.of(remote, onLoop, onThread)) {
            for (int round = 0; round < rounds; round++) {
                long seed = Seed.given() + round;
                for (int i = 0; i < LATER; i++) {
                    keep(target.later());
                }
                get(target.settle(seed));
                try {
                    assertGoesOn(remote);
                } catch (Exception | AssertionError failure) {
                    throw new AssertionError("after round " + round + ", seed " + seed, failure);
                }
            }
        }
    }

    private void overflow(Deed deed, Caller caller, Target target, int rounds) throws Exception {
        long seed = Seed.given();
        begin(target);
        deed.attempt(this, target); // so that no class is met for the first time where there is no stack for it
        StackOverflowContract test = this;
        for (int round = 0; round < rounds; round++) {
            Random random = new Random(seed + round);
            String what = deed + " by " + caller + ", round " + round + ", seed " + seed;
            as(caller, () -> new StackEnd(random, () -> attempt(deed, test, target)).reach());
            try {
                assertGoesOn(target);
            } catch (Exception | AssertionError failure) {
                throw new AssertionError("after " + what, failure);
            }
        }
    }

    private static void attempt(Deed deed, StackOverflowContract test, Target target) {
        try {
            deed.attempt(test, target);
        } catch (CreditExhaustedException mustNotWait) {
            // of an actor
        }
    }

    /** A promise that was handed out must settle. */
    private void keep(CompletableFuture<?> promise) {
        if (promises.size() < MOST_KEPT) {
            promises.add(promise);
        }
    }

    private void begin(Target target) throws Exception {
        told = get(target.told());
        requested = 0;
        taker = new Taker(0);
        target.count(1_000_000).subscribe(taker);
        get(taker.begun);
    }

    private int as(Caller caller, Supplier<Integer> work) throws Exception {
        CompletableFuture<Integer> done = new CompletableFuture<>();
        Runnable task = () -> {
            try {
                done.complete(work.get());
            } catch (Throwable failure) {
                done.completeExceptionally(failure);
            }
        };
        switch (caller) {
            case PLAIN -> new Thread(null, task, "overflowing", 256 * 1024).start();
            case VIRTUAL -> Thread.ofVirtual().start(task);
            case ACTOR -> {
                return get(runner.run(work));
            }
        }
        return get(done);
    }

    private void assertGoesOn(Target target) throws Exception {
        for (Target other : List.of(target, remote, onLoop, onThread)) {
            assertThat(get(other.add(1, 2))).isEqualTo(3);
        }
        assertThat(client.isOpen()).isTrue();
        for (CompletableFuture<?> promise : promises) {
            get(promise);
        }
        promises.clear();
        assertThat(get(target.told())).isGreaterThanOrEqualTo(told);
        taker.subscription.request(1);
        taker.await(++requested);
    }

    private static <T> @Nullable T get(CompletableFuture<T> promise) throws Exception {
        return promise.get(WAIT_SECONDS, TimeUnit.SECONDS);
    }
}
