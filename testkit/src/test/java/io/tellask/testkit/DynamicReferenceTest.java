package io.tellask.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Actor;
import io.tellask.actor.ActorSystem;
import io.tellask.actor.Promise;
import io.tellask.actor.Streams;
import io.tellask.codec.ByteReader;
import io.tellask.remote.CallRefusedException;
import io.tellask.remote.Client;
import io.tellask.remote.DeadlineExceededException;
import io.tellask.remote.DisconnectedException;
import io.tellask.remote.DynamicReference;
import io.tellask.remote.LookupException;
import io.tellask.remote.MethodSignature;
import io.tellask.remote.Server;
import io.tellask.remote.ValueEncoding;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls of actors whose interface the caller does not have. */
@Timeout(60)
class DynamicReferenceTest {
    /** The feature of a hello. */
    private static final int JSON_VALUES = 128;

    private final Rig rig = new Rig().choosing(ValueEncoding.JSON);
    private final Client client = rig.connect();
    private final DynamicReference office = rig.simulation.await(client.lookupDynamic("office"));

    @AfterEach
    void close() {
        rig.close();
    }

    private MethodSignature method(String name) {
        return office.methods().stream()
                .filter(each -> each.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static byte[] json(String text) {
        return text.getBytes(UTF_8);
    }

    private static String text(DynamicReference.Value value) {
        return new String(value.text(), UTF_8);
    }

    private String ask(String name, String... arguments) {
        byte[][] texts =
                List.of(arguments).stream().map(DynamicReferenceTest::json).toArray(byte[][]::new);
        return text(rig.simulation.await(office.ask(method(name), texts)));
    }

    @Test
    void methodsAreThoseThatThePeerAnnounced() {
        assertThat(office.contract()).isEqualTo(Office.class.getName());
        assertThat(office.methods()).extracting(MethodSignature::call).contains("echo(int)", "length(byte[])");
        assertThat(office).hasToString(office.toString()).asString().contains("Office");
    }

    @Test
    void asksTellsAndStreamsTakeAndGiveTexts() {
        assertThat(ask("echo", "42")).isEqualTo("42");
        assertThat(ask("length", "\"AQID\"")).isEqualTo("3");
        assertThat(ask("waitFor", "7")).isEqualTo("7");
        office.tell(method("note"), json("\"a line\""));
        office.tell(method("count"), json("5"));
        assertThat(ask("total")).isEqualTo("5");
        assertThat(rig.clerk.lines).containsExactly("a line");
        List<DynamicReference.Value> items =
                rig.simulation.await(Streams.collect(office.stream(method("lines"), json("3"))));
        assertThat(items)
                .extracting(DynamicReferenceTest::text)
                .containsExactly("\"line 0\"", "\"line 1\"", "\"line 2\"");
    }

    @Test
    void referenceThatComesBackIsDynamicToo() {
        DynamicReference room = rig.simulation.await(office.ask(method("room"))).reference();

        assertThat(room.contract()).isEqualTo(Office.Room.class.getName());
        assertThat(text(rig.simulation.await(room.ask(room.methods().getFirst()))))
                .isEqualTo("101");
    }

    @Test
    void wrongArgumentsAreRefusedByTheirPlace() {
        assertThat(rig.failure(office.ask(method("echo"), json("\"x\""))))
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("Office.echo(0)");
        assertThat(rig.failure(office.ask(method("echo"), json("{"))))
                .isInstanceOf(CallRefusedException.class)
                .hasMessageContaining("the text is no JSON");
        assertThat(ask("echo", "1")).isEqualTo("1");
    }

    @Test
    void callsThatDoNotFitTheContractAreRefusedHere() {
        assertThatThrownBy(() -> office.ask(method("echo"))).hasMessageContaining("takes arguments=1, given=0");
        assertThatThrownBy(() -> office.ask(method("note"), json("1"))).hasMessageContaining("use tell or stream");
        assertThatThrownBy(() -> office.tell(method("echo"), json("1"))).hasMessageContaining("use ask or stream");
        assertThatThrownBy(() -> office.stream(method("echo"), json("1"))).hasMessageContaining("use tell or ask");
        assertThatThrownBy(() -> office.ask(MethodSignature.parse("echo(long)int"), json("1")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("echo(long) is no method of contract=" + Office.class.getName());
    }

    @Test
    void deadlineIsItsOwn() {
        DynamicReference hasty = office.withDeadline(Duration.ofMillis(50));
        var answer = hasty.ask(method("later"), json("1"));
        rig.simulation.runUntilIdle();
        rig.simulation.advance(Duration.ofSeconds(1));

        assertThat(rig.failure(answer)).isInstanceOf(DeadlineExceededException.class);
    }

    /** A later version of the office: its methods have other numbers, and some are gone. */
    interface LaterOffice {
        Promise<Integer> add(int a, int b);

        Promise<Integer> echo(int value);
    }

    private static final class LaterClerk extends Actor implements LaterOffice {
        @Override
        public Promise<Integer> add(int a, int b) {
            return Promise.of(a + b);
        }

        @Override
        public Promise<Integer> echo(int value) {
            return Promise.of(-value);
        }
    }

    @Test
    void thatOfAReconnectingClientStandsForTheNameAfterARestart() {
        Client again = rig.simulation.await(rig.newClient().reconnecting().connectAsync(Rig.ADDRESS));
        DynamicReference lasting = rig.simulation.await(again.lookupDynamic("office"));
        DynamicReference impatient = lasting.withDeadline(Duration.ofSeconds(7));
        assertThat(text(rig.simulation.await(lasting.ask(method("echo"), json("4")))))
                .isEqualTo("4");
        rig.leaveServer();
        rig.simulation.runUntilIdle();
        assertThat(rig.failure(lasting.ask(method("echo"), json("5")))).isInstanceOf(DisconnectedException.class);
        ActorSystem system = rig.simulation.newSystem("again");
        Server.builder(system)
                .publish("office", LaterOffice.class, system.spawn(LaterOffice.class, LaterClerk::new))
                .transport(rig.transport)
                .listen(Rig.ADDRESS)
                .start();
        rig.simulation.advance(Duration.ofSeconds(20));

        assertThat(lasting.contract()).isEqualTo(LaterOffice.class.getName());
        assertThat(lasting.methods()).extracting(MethodSignature::call).containsExactly("add(int,int)", "echo(int)");
        assertThat(text(rig.simulation.await(lasting.ask(method("echo"), json("6")))))
                .isEqualTo("-6");
        assertThat(text(rig.simulation.await(impatient.ask(impatient.methods().getFirst(), json("1"), json("2")))))
                .isEqualTo("3");
        assertThatThrownBy(() -> lasting.tell(method("note"), json("\"gone\"")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is no method of contract=" + LaterOffice.class.getName());
    }

    /** The next session may be at an address with another encoding, where calls without the interface cannot be. */
    @Test
    void thatOfAReconnectingClientFailsInASessionOfTheBinaryForm() throws Exception {
        URI second = URI.create("memory://second");
        List<URI> addresses = List.of(URI.create(Rig.ADDRESS + "?encoding=json"), second);
        Client again = rig.simulation.call(() ->
                rig.choosing(ValueEncoding.BINARY).newClient().reconnecting().connect(addresses));
        DynamicReference lasting = rig.simulation.await(again.lookupDynamic("office"));
        Office typed = rig.lookup(again);
        rig.leaveServer();
        ReconnectTest.startAgain(rig, second);
        rig.simulation.advance(Duration.ofSeconds(20));

        assertThat(again.isConnected()).isTrue();
        assertThat(rig.simulation.await(typed.echo(1))).isEqualTo(1);
        assertThat(rig.failure(lasting.ask(method("echo"), json("1")))).isInstanceOf(DisconnectedException.class);
        assertThatThrownBy(() -> again.lookupDynamic("office")).hasMessageContaining("connect with encoding=json");
    }

    @Test
    void sessionInTheBinaryFormHasNone() {
        Client binary = rig.choosing(ValueEncoding.BINARY).connect();

        assertThatThrownBy(() -> binary.lookupDynamic("office"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("connect with encoding=json");
        assertThat(rig.failure(client.lookupDynamic("nobody"))).isInstanceOf(LookupException.class);
    }

    @Test
    void malformedSignatureLeavesTheOthersUsable() {
        URI address = URI.create("memory://crafted");
        CompletableFuture<RawPeer> accepted = RawPeer.listen(rig, address);
        CompletableFuture<Client> connecting = rig.newClient().connectAsync(address);
        RawPeer peer = rig.simulation.await(accepted);
        peer.send(RawPeer.WELCOME, out -> RawPeer.writeHello(out, JSON_VALUES));
        CompletableFuture<DynamicReference> found =
                rig.simulation.await(connecting).lookupDynamic("crafted");
        rig.simulation.runUntilIdle();
        peer.send(RawPeer.CONTRACT, out -> {
            out.writeVarInt(1);
            out.writeUtf8("c.Crafted");
            out.writeVarInt(3);
            List.of("broken", "good(int)int", ")also(").forEach(out::writeUtf8);
        });
        peer.send(RawPeer.ANSWER_REFERENCE, out -> {
            out.writeInt32(peer.callId(RawPeer.LOOKUP, 0));
            out.writeVarInt(1);
            out.writeVarInt(1);
        });
        DynamicReference crafted = rig.simulation.await(found);
        assertThat(crafted.methods()).extracting(MethodSignature::call).containsExactly("good(int)");
        crafted.ask(crafted.methods().getFirst(), json("1"));
        rig.simulation.runUntilIdle();
        ByteReader ask = peer.bodies(RawPeer.ASK).getLast();
        ask.readVarInt();
        ask.readInt32();
        assertThat(ask.readVarInt()).as("number of the method").isEqualTo(1);
    }
}
