package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Actor;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.remote.AccessDeniedException;
import io.tellask.remote.Authenticator;
import io.tellask.remote.CallLog;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.Client;
import io.tellask.remote.Credentials;
import io.tellask.remote.IncomingCall;
import io.tellask.remote.Interceptor;
import io.tellask.remote.Limits;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.Principal;
import io.tellask.remote.RateLimit;
import io.tellask.remote.RoleRules;
import io.tellask.remote.Session;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Flow;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Each call is seen once before it is executed, and once when it has ended; what an interceptor refuses is not executed. */
@Timeout(60)
class InterceptorTest {
    private final List<String> seen = new ArrayList<>();
    private Rig rig;

    /** Writes down what it sees, and refuses what begins with the method named {@code refused}. */
    private final class Recording implements Interceptor {
        private final RuntimeException refusal;
        private final String refused;

        Recording(String refused, RuntimeException refusal) {
            this.refused = refused;
            this.refusal = refusal;
        }

        @Override
        public void before(IncomingCall call) {
            seen.add("> " + call.contract().getSimpleName() + "." + call.method());
            if (call.method().equals(refused)) {
                throw refusal;
            }
        }

        @Override
        public void after(IncomingCall call, Throwable failure) {
            seen.add("< " + call.method()
                    + (failure == null ? "" : " " + failure.getClass().getSimpleName()));
        }
    }

    private Office office(Interceptor interceptor) {
        rig = new Rig(
                Limits.builder().creditMessages(8).build(),
                new PeerMemory(64 << 20),
                (system, builder) -> builder.interceptor(interceptor)
                        .publish(
                                "in place",
                                InPlace.class,
                                system.spawn(
                                        InPlace.class,
                                        InPlaceActor::new,
                                        SpawnOptions.on(system.ioLoops().all().getFirst())))
                        .publish("visitor", Visitor.class, system.spawn(Visitor.class, () -> InterceptorTest::visit))
                        .authenticator(Authenticator.tokens(
                                Map.of("a", Principal.of("ada", "admin"), "b", Principal.of("bob")))));
        return officeOf("a");
    }

    private Office officeOf(String token) {
        return rig.lookup(connect(token));
    }

    private Client connect(String token) {
        return rig.simulation.await(
                rig.newClient().credentials(Credentials.token(token)).connectAsync(Rig.ADDRESS));
    }

    @AfterEach
    void close() {
        rig.close();
    }

    private static Interceptor allowing() {
        return call -> {};
    }

    @Test
    void eachKindOfCallIsSeenBeforeAndAfter() {
        Office office = office(new Recording("nothing", new AccessDeniedException("no")));

        rig.asActor(() -> office.note("x"));
        rig.simulation.await(office.echo(1));
        Promise<Integer> later = office.later(2);
        rig.simulation.runUntilIdle();
        assertThat(seen).containsExactly("> Office.note", "< note", "> Office.echo", "< echo", "> Office.later");
        rig.clerk.pending.getFirst().complete(2);
        rig.simulation.await(later);
        Office.Room room = rig.simulation.await(office.room());
        rig.simulation.await(room.number());

        assertThat(seen.subList(5, seen.size()))
                .containsExactly("< later", "> Office.room", "< room", "> Room.number", "< number");
    }

    @Test
    void callsInPlaceAreSeenBeforeAndAfter() {
        office(new Recording("refused", new AccessDeniedException("call: no")));
        Client client = connect("a");
        InPlace actor = rig.simulation.await(client.lookupAsync("in place", InPlace.class));

        rig.asActor(() -> actor.tell("x"));
        rig.asActor(() -> actor.tell("fails"));
        rig.asActor(actor::refused);
        assertThat(rig.simulation.await(actor.ask())).isEqualTo(1);

        assertThat(seen)
                .containsExactly(
                        "> InPlace.tell",
                        "< tell",
                        "> InPlace.tell",
                        "< tell IllegalStateException",
                        "> InPlace.refused",
                        "> InPlace.ask",
                        "< ask");
    }

    /** Runs on the loop that reads its calls. */
    public interface InPlace {
        void tell(String text);

        void refused();

        Promise<Integer> ask();
    }

    private static final class InPlaceActor extends Actor implements InPlace {
        private int told;

        @Override
        public void tell(String text) {
            if (text.equals("fails")) {
                throw new IllegalStateException("as asked for");
            }
            told++;
        }

        @Override
        public void refused() {
            told += 100;
        }

        @Override
        public Promise<Integer> ask() {
            return Promise.of(told);
        }
    }

    @Test
    void endsOfStreamsAndFailuresAreSeen() {
        Office office = office(new Recording("nothing", new AccessDeniedException("no")));
        StreamProbe<Integer> numbers = new StreamProbe<>(1);
        office.numbers(3).subscribe(numbers);
        rig.simulation.runUntilIdle();
        assertThat(seen).containsExactly("> Office.numbers");
        numbers.request(9);
        rig.simulation.runUntilIdle();
        assertThat(seen).containsExactly("> Office.numbers", "< numbers");

        Promise<Integer> failing = office.later(1);
        rig.simulation.runUntilIdle();
        rig.clerk.pending.getFirst().completeExceptionally(new IllegalStateException("broken"));
        rig.failure(failing);

        assertThat(seen.getLast()).isEqualTo("< later IllegalStateException");
    }

    @Test
    void callsThatAreGivenUpAndThoseOfAnEndedSessionEnd() {
        Office office = office(new Recording("nothing", new AccessDeniedException("no")));
        Promise<Integer> cancelled = office.later(1);
        rig.simulation.runUntilIdle();
        rig.asActor(() -> cancelled.cancel(false));
        assertThat(seen).containsExactly("> Office.later", "< later CancellationException");

        Client client = connect("a");
        Promise<Integer> open = rig.lookup(client).later(2);
        StreamProbe<Integer> ticks = new StreamProbe<>(1);
        rig.lookup(client).ticks().subscribe(ticks);
        rig.simulation.runUntilIdle();
        rig.leave(client);

        assertThat(open).isCompletedExceptionally();
        assertThat(seen.subList(2, seen.size()))
                .containsExactlyInAnyOrder(
                        "> Office.later",
                        "> Office.ticks",
                        "< later CancellationException",
                        "< ticks CancellationException");
    }

    @Test
    void refusedCallsAreNotExecutedAndGiveTheirCreditBack() {
        Office office = office(new Recording("count", new AccessDeniedException("call: not this one")));

        for (int i = 0; i < 40; i++) { // five windows of credit
            rig.asActor(() -> office.count(1));
        }

        assertThat(rig.clerk.counted).isEmpty();
        assertThat(seen).hasSize(40).containsOnly("> Office.count");
        assertThat(rig.simulation.await(office.echo(3))).isEqualTo(3);
    }

    @Test
    void refusalArrivesAsItIs() {
        Office office = office(new Recording("echo", new AccessDeniedException("call: not this one")));
        StreamProbe<Integer> ticks = new StreamProbe<>(1);

        assertThat(rig.failure(office.echo(1)))
                .isInstanceOf(AccessDeniedException.class)
                .hasMessage("call: not this one");
        assertThat(rig.simulation.await(office.total())).isZero();

        rig.close();
        Office second = office(new Recording("ticks", new CallRefusedException("call: too many")));
        second.ticks().subscribe(ticks);
        rig.simulation.runUntilIdle();
        assertThat(ticks.failure().orElseThrow())
                .isInstanceOf(CallRefusedException.class)
                .hasMessage("call: too many");
    }

    @Test
    void interceptorThatFailsRefusesWithoutDetails() {
        Office office = office(new Recording("echo", new IllegalStateException("jdbc://secret")));

        assertThat(rig.failure(office.echo(1)))
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("see the log of the other side")
                .hasMessageNotContaining("secret");
        assertThat(rig.simulation.await(office.total())).isZero();
    }

    @Test
    void failureToldOfAnEndHarmsNobody() {
        Office office = office(new Interceptor() {
            @Override
            public void before(IncomingCall call) {}

            @Override
            public void after(IncomingCall call, Throwable failure) {
                throw new IllegalStateException("broken");
            }
        });

        office.note("x");
        assertThat(rig.simulation.await(office.echo(3))).isEqualTo(3);
        assertThat(rig.clerk.lines).containsExactly("x");
    }

    @Test
    void rolesSayWhoMayCallWhat() {
        Office admins = office(RoleRules.builder()
                .role("admin", Office.class)
                .everybody(Office.Room.class)
                .build());
        Office.Room room = rig.simulation.await(admins.room());
        assertThat(rig.simulation.await(room.number())).isPositive();

        assertThat(rig.failure(officeOf("b").echo(1)))
                .isInstanceOf(AccessDeniedException.class)
                .hasMessage("call: principal=bob may not call Office.echo; ask whoever runs the server for a role"
                        + " that may");
    }

    @Test
    void ratesAreCountedForEachPrincipalOverItsConnections() {
        Office first = office(RateLimit.perPrincipal(1, 4));
        Office second = officeOf("a");
        IntStream.range(0, 2).forEach(i -> rig.simulation.await(first.echo(i)));
        IntStream.range(0, 2).forEach(i -> rig.simulation.await(second.echo(i)));

        assertThat(rig.failure(second.echo(9)))
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("principal=ada calls more often than rate=1.0 a second, burst=4");
        assertThat(rig.simulation.await(officeOf("b").echo(5))).isEqualTo(5);
    }

    @Test
    void laterRefusalIsToldToThoseThatLetTheCallGoOn() {
        Interceptor refusing = call -> {
            throw new AccessDeniedException("call: no");
        };
        Office office = office(Interceptor.all(
                new Recording("nothing", new AccessDeniedException("")),
                allowing(),
                CallLog.to(System.getLogger("io.tellask.test.calls"), System.Logger.Level.DEBUG),
                refusing));

        assertThat(rig.failure(office.echo(1))).isInstanceOf(AccessDeniedException.class);

        assertThat(seen).containsExactly("> Office.echo", "< echo AccessDeniedException");
    }

    @Test
    void clientSeesTheCallsOfItsServer() {
        office(allowing());
        List<String> calls = new ArrayList<>();
        Client client = rig.simulation.await(rig.newClient()
                .credentials(Credentials.token("a"))
                .publish("room", Office.Room.class, rig.here.spawn(Office.Room.class, () -> () -> Promise.of(4)))
                .interceptor(call -> calls.add(call.method() + " by " + call.principal()))
                .connectAsync(Rig.ADDRESS));
        Visitor visitor = rig.simulation.await(client.lookupAsync("visitor", Visitor.class));

        assertThat(rig.simulation.await(visitor.visit())).isEqualTo(4);
        assertThat(calls).containsExactly("number by anonymous");
    }

    /** Calls its caller's room. */
    public interface Visitor {
        Promise<Integer> visit();
    }

    private static Promise<Integer> visit() {
        Session session = Session.current().orElseThrow();
        return session.lookup("room", Office.Room.class).thenCompose(Office.Room::number);
    }

    @Test
    void whatIsKeptOfCallsUnderWayIsCountedUntilTheyEnd() {
        Office office = office(allowing());
        rig.simulation.await(office.total());
        List<Promise<Integer>> asked = new ArrayList<>();
        long before = rig.server.statistics().memory().heldBytes();
        for (int i = 0; i < 1_000; i++) {
            asked.add(office.later(i));
            rig.simulation.runUntilIdle();
        }
        assertThat(rig.server.statistics().memory().heldBytes() - before).isGreaterThan(1_000 * (112 + 200));

        rig.clerk.pending.forEach(pending -> pending.complete(1));
        asked.forEach(rig.simulation::await);

        assertThat(rig.server.statistics().memory().heldBytes() - before).isLessThan(20_000);
    }

    /** What never ends counts as given up. */
    @Test
    void endOfTheServerEndsCallsThatWait() {
        Office office = office(new Recording("nothing", new AccessDeniedException("no")));
        Flow.Publisher<Integer> ticks = office.ticks();
        ticks.subscribe(new StreamProbe<>(1));
        office.later(1);
        rig.simulation.runUntilIdle();

        rig.server.close();
        rig.simulation.advance(java.time.Duration.ofSeconds(5));

        assertThat(seen).contains("< later " + CancellationException.class.getSimpleName());
        assertThat(Session.current()).isEmpty();
    }
}
