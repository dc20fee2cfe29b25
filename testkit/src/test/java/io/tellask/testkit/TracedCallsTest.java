package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.actor.Streams;
import io.tellask.remote.Client;
import io.tellask.remote.IncomingCall;
import io.tellask.remote.Interceptor;
import io.tellask.remote.Limits;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Remote;
import io.tellask.remote.Server;
import io.tellask.remote.TraceContext;
import io.tellask.test.Seed;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Flow;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Traces over three processes: one calls the desk of a second, which calls the archive of a third. */
class TracedCallsTest {
    private static final Limits LIMITS = Limits.builder().frameBytes(1_024).build();
    private static final TraceContext TRACE =
            TraceContext.parse("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01", "vendor=" + "x".repeat(505));
    private static final TraceContext OTHER = TraceContext.start();

    private final Simulation simulation = Simulation.seeded(Seed.given());
    private final FaultyTransport transport = new FaultyTransport(MemoryTransport.isolated(), simulation.seed());
    private final List<Optional<TraceContext>> seen = new ArrayList<>(); // of each call of the archive, in turn
    private final List<IncomingCall> intercepted = new ArrayList<>(); // of the archive
    private final Desk desk;
    private @Nullable TraceContext span; // that the archive's interceptor has calls executed with

    /** The third. */
    public interface Archive {
        Promise<Integer> soon();

        Promise<Integer> count(byte[] question);

        Promise<Long> sum(long a, long b, long c, long d);

        Promise<Archive> other();

        Flow.Publisher<Integer> numbers(byte[] question);

        Promise<Integer> total(Flow.Publisher<Integer> numbers);

        void note(byte[] line);

        void see(Archive other, byte[] line);
    }

    private final class Keeper extends Actor implements Archive {
        @Override
        public Promise<Integer> soon() {
            seen.add(TraceContext.current());
            Promise<Integer> answer = new Promise<>();
            timers().after(Duration.ofMillis(200), () -> answer.complete(1));
            return answer;
        }

        @Override
        public Promise<Integer> count(byte[] question) {
            seen.add(TraceContext.current());
            return Promise.of(question.length);
        }

        @Override
        public Promise<Long> sum(long a, long b, long c, long d) {
            seen.add(TraceContext.current());
            return Promise.of(a + b + c + d);
        }

        @Override
        public Promise<Archive> other() {
            return soon().thenApply(_ -> self(Archive.class));
        }

        @Override
        public Flow.Publisher<Integer> numbers(byte[] question) {
            seen.add(TraceContext.current());
            return Streams.of(List.of(1, 2, 3));
        }

        @Override
        public Promise<Integer> total(Flow.Publisher<Integer> numbers) {
            seen.add(TraceContext.current());
            int[] sum = new int[1];
            return Streams.forEach(numbers, 2, number -> sum[0] += number).thenApply(_ -> sum[0]);
        }

        @Override
        public void note(byte[] line) {
            seen.add(TraceContext.current());
        }

        @Override
        public void see(Archive other, byte[] line) {
            seen.add(TraceContext.current());
        }
    }

    /** What the desk does with its archive. */
    private interface Task extends Function<Clerk, Promise<?>> {}

    /** The second: runs the task of a number. */
    public interface Desk {
        Promise<Integer> run(int task);

        void tell(int task);
    }

    private final List<Task> tasks = new ArrayList<>();

    private final class Clerk extends Actor implements Desk {
        final Archive archive;
        final Promise<Integer> gate = new Promise<>();
        final @Nullable Desk helper; // another of the same system

        Clerk(Archive archive, @Nullable Desk helper) {
            this.archive = archive;
            this.helper = helper;
        }

        @Override
        public Promise<Integer> run(int task) {
            return Promise.from(tasks.get(task).apply(this)).thenApply(_ -> 1);
        }

        @Override
        public void tell(int task) {
            tasks.get(task).apply(this);
        }

        Promise<Integer> ask() {
            return archive.count(new byte[1]);
        }

        void after(int millis, Runnable task) {
            timers().after(Duration.ofMillis(millis), task);
        }
    }

    TracedCallsTest() {
        ActorSystem third = simulation.newSystem("third");
        Interceptor watching = call -> {
            intercepted.add(call);
            if (span != null) {
                call.carryOn(span);
            }
        };
        publish(third, "archive", Archive.class, third.spawn(Archive.class, Keeper::new), watching);
        ActorSystem second = simulation.newSystem("second");
        Archive archive = lookup(second, "archive", Archive.class);
        Desk helper = second.spawn(Desk.class, () -> new Clerk(archive, null));
        Desk published = second.spawn(Desk.class, () -> new Clerk(archive, helper), SpawnOptions.ioLoop());
        publish(second, "desk", Desk.class, published, call -> {});
        desk = lookup(simulation.newSystem("first"), "desk", Desk.class);
    }

    private <C> void publish(ActorSystem system, String name, Class<C> contract, C actor, Interceptor interceptor) {
        Server.builder(system)
                .publish(name, contract, actor)
                .interceptor(interceptor)
                .transport(transport)
                .limits(LIMITS)
                .listen("memory://" + name)
                .start();
    }

    private <C> C lookup(ActorSystem system, String name, Class<C> contract) {
        Client client = simulation.await(Client.builder(system)
                .transport(transport)
                .limits(LIMITS)
                .connectAsync(URI.create("memory://" + name)));
        return simulation.await(client.lookupAsync(name, contract));
    }

    @AfterEach
    void close() {
        simulation.close();
    }

    private int task(Task task) {
        tasks.add(task);
        return tasks.size() - 1;
    }

    /** Runs a task at the desk, with a trace. */
    private Promise<Integer> begin(Task task) {
        Promise<Integer> answer = TRACE.call(() -> desk.run(task(task)));
        simulation.runUntilIdle();
        return answer;
    }

    private void assertAllTraced(int calls) {
        assertThat(seen).containsExactlyElementsOf(Collections.nCopies(calls, Optional.of(TRACE)));
    }

    @Test
    void callsOfEachKindCarryTheTraceOn() {
        begin(Clerk::ask);
        begin(clerk -> clerk.archive.sum(1, 2, 3, Long.MAX_VALUE));
        begin(clerk -> Remote.withDeadline(clerk.archive, Duration.ofSeconds(1)).count(new byte[1]));
        begin(clerk -> Streams.forEach(clerk.archive.numbers(new byte[1]), 2, _ -> {}));
        begin(clerk -> clerk.archive.total(Streams.of(List.of(1, 2))));
        begin(clerk -> {
            clerk.archive.note(new byte[1]);
            clerk.archive.see(clerk.archive, new byte[1]);
            return Promise.of(1);
        });
        assertAllTraced(7);
    }

    @Test
    void callsOfAnyLengthCarryTheTraceOn() {
        int calls = 0;
        for (int bytes = 380; bytes < 1_000; bytes++, calls += 3) { // from one frame, with its trace, to fragments
            byte[] body = new byte[bytes];
            begin(clerk -> {
                clerk.archive.note(body);
                clerk.archive.see(clerk.archive, body);
                return clerk.archive.count(body);
            });
        }
        for (int bytes : new int[] {400, 450, 900, 5_000, 100_000}) {
            begin(clerk -> Streams.forEach(clerk.archive.numbers(new byte[bytes]), 2, _ -> {}));
            calls++;
        }
        simulation.advance(Duration.ofSeconds(1));
        assertAllTraced(calls);
    }

    @Test
    void callAheadOfItsActorCarriesTheTraceOn() {
        begin(clerk -> clerk.archive.other().pipelined().count(new byte[1]));
        simulation.advance(Duration.ofMillis(250));
        desk.run(task(clerk -> clerk.archive.other().pipelined().count(new byte[1])));
        simulation.advance(Duration.ofMillis(250));
        assertThat(seen).containsExactly(Optional.of(TRACE), Optional.of(TRACE), Optional.empty(), Optional.empty());
    }

    @Test
    void functionsAttachedMeanwhileCarryTheTraceOn() {
        begin(clerk -> clerk.archive
                .soon()
                .thenCompose(_ -> clerk.archive.soon())
                .thenCombine(Promise.of(1), (_, _) -> clerk.ask())
                .thenCompose(last -> last));
        simulation.advance(Duration.ofMillis(450));
        assertAllTraced(3);
    }

    @Test
    void actorsInBetweenCarryTheTraceOn() {
        int asked = task(Clerk::ask);
        int later = task(clerk -> clerk.archive.soon().thenCompose(_ -> clerk.ask()));
        begin(clerk -> {
            clerk.helper.tell(asked);
            return clerk.helper.run(later);
        });
        TRACE.run(() -> desk.tell(task(clerk -> clerk.helper.run(asked))));
        simulation.advance(Duration.ofMillis(250));
        assertAllTraced(4);
    }

    @Test
    void timersAndCallsWithoutTraceHaveNone() {
        begin(clerk -> {
            clerk.after(10, clerk::ask);
            return Promise.of(1);
        });
        simulation.advance(Duration.ofMillis(20));
        desk.run(task(Clerk::ask));
        desk.run(task(clerk -> {
            clerk.helper.tell(task(Clerk::ask));
            return clerk.helper.run(task(Clerk::ask));
        }));
        simulation.runUntilIdle();
        assertThat(seen).containsExactlyElementsOf(Collections.nCopies(4, Optional.empty()));
    }

    @Test
    void functionKeepsTheTraceOfItsOwnCallWhoeverSettlesItsPromise() {
        Task wait = clerk -> clerk.gate.thenCompose(_ -> clerk.ask());
        desk.run(task(wait));
        begin(wait);
        OTHER.run(() -> desk.run(task(clerk -> {
            clerk.gate.complete(1);
            return clerk.ask();
        })));
        simulation.runUntilIdle();
        assertThat(seen).containsExactlyInAnyOrder(Optional.empty(), Optional.of(TRACE), Optional.of(OTHER));
    }

    @Test
    void actorChangesTheTraceOfSomeCalls() {
        begin(clerk -> {
            OTHER.run(clerk::ask);
            return OTHER.call(() -> clerk.gate.thenCompose(_ -> clerk.ask())).thenCombine(clerk.ask(), (_, _) -> 1);
        });
        desk.run(task(clerk -> {
            clerk.gate.complete(1);
            return Promise.of(1);
        }));
        simulation.runUntilIdle();
        assertThat(seen).containsExactly(Optional.of(OTHER), Optional.of(TRACE), Optional.of(OTHER));
    }

    @Test
    void interceptorSeesTheTraceAndHasTheCallExecutedWithAnother() {
        begin(clerk -> {
            clerk.archive.note(new byte[1]);
            return clerk.ask();
        });
        span = OTHER;
        begin(clerk -> {
            clerk.archive.note(new byte[100_000]);
            return clerk.ask();
        });
        desk.run(task(Clerk::ask));
        simulation.runUntilIdle();
        assertThat(intercepted)
                .extracting(IncomingCall::trace)
                .containsExactly(
                        Optional.of(TRACE),
                        Optional.of(TRACE),
                        Optional.of(TRACE),
                        Optional.of(TRACE),
                        Optional.empty());
        assertThat(seen)
                .containsExactly(
                        Optional.of(TRACE),
                        Optional.of(TRACE),
                        Optional.of(OTHER),
                        Optional.of(OTHER),
                        Optional.of(OTHER));
    }
}
