package io.tellask.remote.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.SpawnOptions;
import io.tellask.remote.Client;
import io.tellask.remote.Limits;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.Receiver;
import io.tellask.remote.Server;
import io.tellask.remote.Wire;
import io.tellask.test.Await;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a flight recording has of sessions. Other tests of this JVM are recorded as well, so each has names of its own. */
class FlightEventsTest {
    private static final AtomicInteger NUMBERS = new AtomicInteger();
    private static final String SLOW_CALL = "io.tellask.SlowCall";
    private static final String CREDIT_WAIT = "io.tellask.CreditWait";
    private static final String DISCONNECTION = "io.tellask.Disconnection";
    private static final String SESSION_END = "io.tellask.SessionEnd";

    @TempDir
    private Path folder;

    private final URI address = URI.create("memory://flight-" + NUMBERS.incrementAndGet());
    private final MemoryTransport transport = MemoryTransport.isolated();
    private final ActorSystem system = ActorSystem.builder().ioLoops(2).build();
    private final PeerMemory memory = new PeerMemory(64 << 20);
    private final Promise<Integer> pending = new Promise<>();
    private final CountDownLatch mayGoOn = new CountDownLatch(1);
    private final Recording recording = new Recording();
    private final Pilot local = system.spawn(Pilot.class, Flying::new, SpawnOptions.dedicatedThread());

    /** What is called. */
    public interface Pilot {
        Promise<Integer> fast();

        Promise<Integer> slow(int millis);

        Promise<Integer> later();

        Promise<Integer> fail();

        void note();

        void block();
    }

    private final class Flying extends Actor implements Pilot {
        @Override
        public Promise<Integer> fast() {
            return Promise.of(1);
        }

        @Override
        public Promise<Integer> slow(int millis) {
            Promise<Integer> answer = new Promise<>();
            timers().after(Duration.ofMillis(millis), () -> answer.complete(millis));
            return answer;
        }

        @Override
        public Promise<Integer> later() {
            return pending;
        }

        @Override
        public Promise<Integer> fail() {
            throw new IllegalStateException("failed");
        }

        @Override
        public void note() {}

        @Override
        public void block() {
            try {
                mayGoOn.await();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Server serve(Limits limits) {
        return Server.builder(system)
                .publish("pilot", Pilot.class, local)
                .transport(transport)
                .limits(limits)
                .memory(memory)
                .listen(address)
                .start();
    }

    private Client connect() {
        return Client.builder(system)
                .transport(transport)
                .memory(new PeerMemory(64 << 20))
                .connect(address);
    }

    private static Pilot pilot(Client client) {
        return client.lookup("pilot", Pilot.class);
    }

    /** The event is known before a recording starts: a loop of another test could make it known while one does. */
    private void record(String event, Duration threshold) {
        FlightRecorder.register(SlowCallEvent.class);
        recording.enable(event).withThreshold(threshold);
        recording.start();
    }

    private List<RecordedEvent> recorded(String event) throws IOException {
        recording.stop();
        Path file = folder.resolve("flight.jfr");
        recording.dump(file);
        return RecordingFile.readAllEvents(file).stream()
                .filter(each -> each.getEventType().getName().equals(event))
                .toList();
    }

    /** Of the remote calls that were answered, once the actor has done with them. */
    private List<RecordedEvent> calls() throws IOException {
        local.fast().join();
        return recorded(SLOW_CALL).stream()
                .filter(call -> call.getString("contract").equals(Pilot.class.getName()))
                .toList();
    }

    @AfterEach
    void close() {
        mayGoOn.countDown();
        recording.close();
        system.close();
    }

    @Test
    void callThatTakesLongerThanTheThresholdIsRecorded() throws Exception {
        serve(Limits.defaults());
        Pilot pilot = pilot(connect());
        record(SLOW_CALL, Duration.ofMillis(150));
        assertThat(pilot.fast().join()).isEqualTo(1);
        assertThat(pilot.slow(200).join()).isEqualTo(200);
        assertThat(calls()).singleElement().satisfies(call -> {
            assertThat(call.getString("method")).isEqualTo("slow");
            assertThat(call.getString("outcome")).isEqualTo("done");
            assertThat(call.getString("principal")).isEqualTo("anonymous");
            assertThat(call.getString("peer")).startsWith("memory");
            assertThat(call.getDuration()).isBetween(Duration.ofMillis(150), Duration.ofSeconds(30));
        });
    }

    @Test
    void eachOutcomeIsRecorded() throws Exception {
        serve(Limits.defaults());
        Client client = connect();
        Pilot pilot = pilot(client);
        record(SLOW_CALL, Duration.ZERO);
        pilot.fast().join();
        pilot.note();
        assertThatThrownBy(() -> pilot.fail().join()).hasMessageContaining("failed");
        pilot.later().cancel(false);
        pilot.later();
        pilot.fast().join();
        client.close();
        Await.until("the session has ended", () -> memory.statistics().connections() == 0);
        assertThat(calls())
                .extracting(call -> call.getString("method") + " " + call.getString("outcome"))
                .containsExactlyInAnyOrder(
                        "fast done", "note done", "fail failed", "later given_up", "later given_up", "fast done");
    }

    @Test
    void recordingThatBeginsAndEndsMeanwhileLeavesNothing() {
        serve(Limits.defaults());
        Pilot pilot = pilot(connect());
        pilot.fast().join();
        long before = memory.heldBytes();
        Promise<Integer> early = pilot.later();
        record(SLOW_CALL, Duration.ZERO);
        Promise<Integer> recorded = pilot.later();
        pilot.fast().join();
        recording.stop();
        assertThat(memory.heldBytes()).isGreaterThan(before);
        Promise<Integer> late = pilot.later();
        pending.complete(7);
        assertThat(early.join() + recorded.join() + late.join()).isEqualTo(21);
        pilot.fast().join();
        Await.until("memory is given back", () -> memory.heldBytes() <= before);
    }

    @Test
    void breaksOfConnectionsAreRecordedUntilTheyAreMended() throws Exception {
        serve(Limits.defaults());
        record(DISCONNECTION, Duration.ZERO);
        Transcript breaking = new Transcript(transport);
        Client client = Client.builder(system).transport(breaking).connect(address);
        Pilot pilot = pilot(client);
        breaking.breakConnections();
        pilot.fast().join();
        Await.until("both sides have gone on", () -> breaking.count("HELLO") == 2);
        client.close();
        List<RecordedEvent> breaks = recorded(DISCONNECTION);
        assertThat(breaks).anySatisfy(one -> {
            assertThat(one.getString("side")).isEqualTo("client");
            assertThat(one.getString("peer")).isEqualTo(address.toString());
            assertThat(one.getString("outcome")).isEqualTo("resumed");
            assertThat(one.getString("cause")).contains("ended without a goodbye");
        });
    }

    @Test
    void endsOfSessionsAreRecordedWithTheirReasons() throws Exception {
        Server server = serve(Limits.defaults());
        record(SESSION_END, Duration.ZERO);
        Client client = connect();
        String peer = client.peer();
        client.close();
        client.whenEnded().join();
        CompletableFuture<Wire> raw = new CompletableFuture<>();
        transport.connect(
                address,
                system.ioLoops().all().getFirst(),
                wire -> {
                    raw.complete(wire);
                    return new Silent();
                },
                raw::completeExceptionally);
        Wire wire = raw.join();
        byte[] other = "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        wire.loop().execute(() -> wire.send(other, 0, other.length));
        Await.until(
                "both have ended",
                () -> server.statistics().junkConnections() == 1
                        && memory.statistics().connections() == 0);
        List<RecordedEvent> ends = recorded(SESSION_END);
        assertThat(ends).anySatisfy(end -> {
            assertThat(end.getString("side")).isEqualTo("client");
            assertThat(end.getString("peer")).isEqualTo(peer);
            assertThat(end.getString("reason")).isEmpty();
            assertThat(end.getBoolean("introduced")).isTrue();
        });
        assertThat(ends).anySatisfy(end -> {
            assertThat(end.getString("side")).isEqualTo("server");
            assertThat(end.getString("reason")).contains("HTTP");
            assertThat(end.getBoolean("introduced")).isFalse();
        });
    }

    @Test
    void waitForCreditIsRecorded() throws Exception {
        serve(Limits.builder().creditMessages(2).build());
        Client client = connect();
        Pilot pilot = pilot(client);
        record(CREDIT_WAIT, Duration.ZERO);
        pilot.block();
        pilot.note();
        Thread waiting = Thread.ofVirtual().start(pilot::note);
        Await.parked(waiting);
        mayGoOn.countDown();
        waiting.join();
        assertThat(recorded(CREDIT_WAIT))
                .filteredOn(wait -> wait.getString("peer").equals(client.peer()))
                .anySatisfy(wait -> assertThat(wait.getString("outcome")).isEqualTo("granted"));
    }

    private static final class Silent implements Receiver {
        @Override
        public byte[] array(int bytes) {
            return new byte[bytes];
        }

        @Override
        public int offset() {
            return 0;
        }

        @Override
        public void received(int bytes) {}

        @Override
        public void writable() {}

        @Override
        public void closed(Throwable cause) {}
    }

    @Test
    void recordingThatDoesNotAskForCallsHasNone() throws Exception {
        serve(Limits.defaults());
        Pilot pilot = pilot(connect());
        recording.enable(SESSION_END);
        recording.start();
        assertThat(pilot.slow(150).join()).isEqualTo(150);
        assertThat(calls()).isEmpty();
    }
}
