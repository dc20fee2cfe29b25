package io.tellask.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.remote.AccessDeniedException;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.Client;
import io.tellask.remote.Interceptor;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Server;
import io.tellask.test.Await;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is measured of calls, and by which tags. */
class CallMetersTest {
    private static final URI ADDRESS = URI.create("memory://metered");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final MemoryTransport transport = MemoryTransport.isolated();
    private final ActorSystem system = ActorSystem.builder().ioLoops(1).build();
    private final Promise<Integer> pending = new Promise<>();
    private final Office office;

    /** What is called. */
    public interface Office {
        Promise<Integer> echo(int number);

        Promise<Integer> echo(String number);

        Promise<Integer> never();

        Promise<Integer> fail();

        Promise<Integer> denied();

        Promise<Integer> refused();

        void note(String line);

        Promise<Office> other();
    }

    private final class Clerk implements Office {
        @Override
        public Promise<Integer> echo(int number) {
            return Promise.of(number);
        }

        @Override
        public Promise<Integer> echo(String number) {
            return Promise.of(number.length());
        }

        @Override
        public Promise<Integer> never() {
            return pending;
        }

        @Override
        public Promise<Integer> fail() {
            throw new IllegalStateException("failed");
        }

        @Override
        public Promise<Integer> denied() {
            throw new AssertionError("not called");
        }

        @Override
        public Promise<Integer> refused() {
            throw new AssertionError("not called");
        }

        @Override
        public void note(String line) {
            if (line.isEmpty()) {
                throw new IllegalArgumentException("empty");
            }
        }

        @Override
        public Promise<Office> other() {
            return Promise.of(system.spawn(Office.class, Clerk::new));
        }
    }

    CallMetersTest() {
        Interceptor guard = call -> {
            switch (call.method()) {
                case "denied" -> throw new AccessDeniedException("call: not you");
                case "refused" -> throw new CallRefusedException("call: too often");
                default -> {}
            }
        };
        Server.builder(system)
                .publish("office", Office.class, system.spawn(Office.class, Clerk::new))
                .interceptor(Interceptor.all(CallMeters.of(registry), guard))
                .transport(transport)
                .listen(ADDRESS)
                .start();
        office = connect();
    }

    private Office connect() {
        return Client.builder(system).transport(transport).connect(ADDRESS).lookup("office", Office.class);
    }

    @AfterEach
    void close() {
        system.close();
    }

    private long count(String method, String outcome) {
        Timer known = registry.find("tellask.calls")
                .tags("contract", Office.class.getName(), "method", method, "outcome", outcome)
                .timer();
        return known == null ? 0 : known.count();
    }

    private double active() {
        return registry.get("tellask.calls.active").gauge().value();
    }

    @Test
    void callsAreCountedByMethodAndOutcome() {
        for (int i = 0; i < 3; i++) {
            office.echo(i).join();
        }
        office.echo("text").join();
        assertThatThrownBy(() -> office.fail().join()).hasMessageContaining("failed");
        assertThatThrownBy(() -> office.denied().join()).hasMessageContaining("not you");
        assertThatThrownBy(() -> office.refused().join()).hasMessageContaining("too often");
        office.note("line");
        office.note("");
        Await.until("the tells were executed", () -> count("note", "failed") == 1);
        Await.until("no call is under way", () -> active() == 0);
        assertThat(count("echo", "done")).isEqualTo(4);
        assertThat(count("note", "done")).isEqualTo(1);
        assertThat(count("fail", "failed")).isEqualTo(1);
        assertThat(count("denied", "denied")).isEqualTo(1);
        assertThat(count("refused", "refused")).isEqualTo(1);
        assertThat(registry.get("tellask.calls")
                        .tags("method", "echo", "outcome", "done")
                        .timer()
                        .totalTime(TimeUnit.NANOSECONDS))
                .isPositive();
        assertThat(registry.get("tellask.calls.bytes")
                        .tag("method", "echo")
                        .summary()
                        .totalAmount())
                .isPositive();
    }

    @Test
    void callUnderWayIsActiveUntilItIsGivenUp() {
        Promise<Integer> never = office.never();
        Await.until("the call is under way", () -> active() == 1);
        never.cancel(false);
        Await.until("it was given up", () -> count("never", "given_up") == 1);
        assertThat(active()).isZero();
    }

    @Test
    void manyPeersAndActorsAddNoMeters() {
        office.echo(1).join();
        office.other().join();
        int before = registry.getMeters().size();
        for (int i = 0; i < 20; i++) {
            Office other = connect().other().join();
            assertThat(other.echo(i).join()).isEqualTo(i);
        }
        assertThat(registry.getMeters()).hasSize(before);
    }
}
