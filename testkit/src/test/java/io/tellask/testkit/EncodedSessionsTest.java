package io.tellask.testkit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.Promise;
import io.tellask.codec.Codec;
import io.tellask.codec.Encoding;
import io.tellask.codec.text.CborEncoding;
import io.tellask.codec.text.JsonEncoding;
import io.tellask.remote.Client;
import io.tellask.remote.DisconnectedException;
import io.tellask.remote.Limits;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.TransportException;
import io.tellask.remote.ValueEncoding;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions whose values are JSON or CBOR: how they are agreed on, and what hostile peers send in them. */
@Timeout(60)
class EncodedSessionsTest {
    private static final int CBOR = 64;
    private static final int JSON = 128;
    private static final int CALL_ID = 2 << 16 | 1;

    private static RawPeer introduced(Rig rig, int features) {
        RawPeer peer = RawPeer.connect(rig);
        peer.send(RawPeer.HELLO, out -> RawPeer.writeHello(out, features));
        peer.send(RawPeer.LOOKUP, out -> {
            out.writeInt32(1 << 16);
            out.writeUtf8("office");
        });
        return peer;
    }

    private static void ask(RawPeer peer, String method, byte[] argument) {
        ask(peer, CALL_ID, method, argument);
    }

    private static void ask(RawPeer peer, int callId, String method, byte[] argument) {
        peer.send(RawPeer.ASK, out -> {
            out.writeVarInt(1);
            out.writeInt32(callId);
            out.writeVarInt(RawPeer.methodOf(method));
            out.writeByteArray(argument);
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "cbor", "binary"})
    void addressChoosesTheEncoding(String encoding) {
        try (Rig rig = new Rig()) {
            Client client = rig.simulation.await(
                    rig.newClient().encoding(ValueEncoding.CBOR).connectAsync(Rig.ADDRESS + "?encoding=" + encoding));

            assertThat(rig.simulation.await(rig.lookup(client).echo(7))).isEqualTo(7);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"xml", "JSON", "", "json&encoding=cbor"})
    void addressWithAnotherEncodingIsRefused(String encoding) {
        try (Rig rig = new Rig()) {
            assertThatThrownBy(() -> rig.newClient().connectAsync(Rig.ADDRESS + "?encoding=" + encoding))
                    .isInstanceOfSatisfying(
                            TransportException.class,
                            failure -> assertThat(failure.problem()).isEqualTo(TransportException.Problem.BAD_ADDRESS))
                    .hasMessageContaining("encoding is ");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "cbor"})
    void sessionGoesOnOverAnotherConnection(String encoding) {
        try (Rig rig = new Rig()) {
            Client client = rig.simulation.await(rig.newClient().connectAsync(Rig.ADDRESS + "?encoding=" + encoding));
            Office office = rig.lookup(client);
            Promise<Integer> pending = office.later(7);
            rig.simulation.runUntilIdle();
            rig.transport.breakConnections();
            office.note("written while there is no connection");
            assertThat(rig.server.statistics().waitingSessions()).isZero();
            rig.simulation.advance(Duration.ofSeconds(1));
            assertThat(rig.clerk.lines).containsExactly("written while there is no connection");
            rig.clerk.answerPending();

            assertThat(rig.simulation.await(pending)).isEqualTo(7);
            assertThat(rig.simulation.await(office.echo(8))).isEqualTo(8);
            assertThat(client.isConnected()).isTrue();
            assertThat(rig.server.statistics().sessionsOpened()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"json", "cbor"})
    void reconnectingClientKeepsItsReferencesAfterARestart(String encoding) {
        try (Rig rig = new Rig()) {
            Client client = rig.simulation.await(
                    rig.newClient().reconnecting().connectAsync(Rig.ADDRESS + "?encoding=" + encoding));
            Office office = rig.lookup(client);
            assertThat(rig.simulation.await(office.echo(1))).isEqualTo(1);
            rig.leaveServer();
            rig.simulation.runUntilIdle();
            assertThat(rig.failure(office.echo(2))).isInstanceOf(DisconnectedException.class);
            Office.Clerk clerk = ReconnectTest.startAgain(rig, Rig.ADDRESS);
            rig.simulation.advance(Duration.ofSeconds(20));

            assertThat(rig.simulation.await(office.echo(3))).isEqualTo(3);
            office.note("again");
            rig.simulation.runUntilIdle();
            assertThat(clerk.lines).containsExactly("again");
        }
    }

    @Test
    void helloWithTwoEncodingsIsRefused() {
        try (Rig rig = new Rig()) {
            assertThat(introduced(rig, CBOR | JSON).closeReason()).contains("cbor and json; choose one of the two");
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = ValueEncoding.class,
            names = {"CBOR", "JSON"})
    void olderServerIsRefusedByTheClient(ValueEncoding encoding) {
        try (Rig rig = new Rig()) {
            URI old = URI.create("memory://old");
            CompletableFuture<RawPeer> accepted = RawPeer.listen(rig, old);
            CompletableFuture<Client> connecting =
                    rig.newClient().encoding(encoding).connectAsync(old);
            RawPeer server = rig.simulation.await(accepted);
            server.send(RawPeer.WELCOME, out -> RawPeer.writeHello(out, 0));

            assertThat(rig.failure(connecting))
                    .isInstanceOf(TransportException.class)
                    .hasMessageContaining("the server takes no " + encoding.id() + " values");
            assertThat(server.closeReason()).contains("takes no " + encoding.id());
        }
    }

    @Test
    void serverThatChoosesByItselfIsRefusedByTheClient() {
        try (Rig rig = new Rig()) {
            URI odd = URI.create("memory://odd");
            CompletableFuture<RawPeer> accepted = RawPeer.listen(rig, odd);
            CompletableFuture<Client> connecting = rig.newClient().connectAsync(odd);
            rig.simulation.await(accepted).send(RawPeer.WELCOME, out -> RawPeer.writeHello(out, JSON));

            assertThat(rig.failure(connecting))
                    .isInstanceOf(TransportException.class)
                    .hasMessageContaining("the server takes no binary values");
        }
    }

    @Test
    void argumentsAndResultsAreJson() {
        try (Rig rig = new Rig()) {
            RawPeer peer = introduced(rig, JSON);
            ask(peer, "echo", "42".getBytes(UTF_8));

            assertThat(peer.answers()).containsExactly("42");
        }
    }

    static Stream<String> wrongArguments() {
        return Stream.of(
                "",
                "\"3\"",
                "3.5",
                "1e400",
                "2147483648",
                "null",
                "[3]",
                "{}",
                "[",
                "3 4",
                "nul",
                "'3'",
                "{\"@remote\":0}",
                "{\"@class\":\"java.lang.Thread\"}",
                "\u0000",
                "1".repeat(6_000),
                "[".repeat(40_000),
                "{\"a\":1,\"a\":2}");
    }

    @ParameterizedTest
    @MethodSource("wrongArguments")
    void wrongArgumentRefusesTheCallAlone(String text) {
        try (Rig rig = new Rig()) {
            RawPeer peer = introduced(rig, JSON);
            ask(peer, "echo", text.getBytes(UTF_8));
            ask(peer, CALL_ID + 1, "echo", "5".getBytes(UTF_8));

            assertThat(peer.isClosed()).isFalse();
            assertThat(peer.failures()).singleElement().asString().contains("Office.echo(0)");
            assertThat(peer.answers()).containsExactly("5");
        }
    }

    /** Nothing, wrong types, unknown tags and simple values, what ends early or claims to be long, and keys that stand twice. */
    static Stream<byte[]> wrongCbor() {
        byte[] deep = new byte[40_000];
        Arrays.fill(deep, (byte) 0x81);
        return Stream.concat(
                Stream.of(
                                "",
                                "6178",
                                "f93c01",
                                "f6",
                                "8103",
                                "a0",
                                "c503",
                                "d81d00",
                                "f8ff",
                                "ff",
                                "1a0001",
                                "5b7fffffffffffffff",
                                "9b7fffffffffffffff",
                                "1b0000000080000000",
                                "c249010000000000000000",
                                "a201010102",
                                "a16740636c6173736a6a6176612e6c616e67",
                                "a1674072656d6f746500",
                                "61ff",
                                "0303")
                        .map(HexFormat.of()::parseHex),
                Stream.of(deep));
    }

    @ParameterizedTest
    @MethodSource("wrongCbor")
    void wrongCborRefusesTheCallAlone(byte[] argument) {
        try (Rig rig = new Rig()) {
            RawPeer peer = introduced(rig, CBOR);
            ask(peer, "echo", argument);
            ask(peer, CALL_ID + 1, "echo", new byte[] {5});

            assertThat(peer.isClosed()).isFalse();
            assertThat(peer.failures()).singleElement().asString().contains("Office.echo(0)");
            assertThat(peer.answers()).containsExactly("\u0005");
        }
    }

    @Test
    void argumentThatIsNoUtf8OrMissingIsRefused() {
        try (Rig rig = new Rig()) {
            RawPeer peer = introduced(rig, JSON);
            ask(peer, "echo", "\"\u00ff\"".getBytes(ISO_8859_1));
            ask(peer, CALL_ID + 1, "echo", null);

            assertThat(peer.failures()).hasSize(2);
            assertThat(peer.failures().get(0)).contains("no UTF-8");
            assertThat(peer.failures().get(1)).contains("an argument has no text");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"@class\":\"java.lang.ProcessBuilder\",\"command\":[\"sh\"]}",
                "{\"@class\":\"io.tellask.testkit.EncodedSessionsTest\"}",
                "{\"@class\":\"java.lang.invoke.SerializedLambda\",\"@items\":[]}",
                "[{\"@remote\":1}]"
            })
    void classesThatAreNotGrantedAreRefused(String text) {
        try (Rig rig = new Rig()) {
            RawPeer peer = introduced(rig, JSON);
            peer.send(RawPeer.TELL, out -> {
                out.writeVarInt(1);
                out.writeVarInt(RawPeer.methodOf("keep"));
                out.writeByteArray(text.getBytes(UTF_8));
            });
            ask(peer, "echo", "5".getBytes(UTF_8));

            assertThat(rig.clerk.counted).isEmpty();
            assertThat(peer.answers()).containsExactly("5");
        }
    }

    static Stream<Encoding> encodings() {
        return Stream.of(JsonEncoding.of(Codec.standard()), CborEncoding.of(Codec.standard()));
    }

    @ParameterizedTest
    @MethodSource("encodings")
    void heapOfTextsIsReservedAndGivenBack(Encoding encoding) {
        PeerMemory memory = new PeerMemory(8 << 20);
        byte[] bomb =
                encoding.encode(Stream.generate(ArrayList::new).limit(20_000).toList(), Object.class);
        try (Rig rig = new Rig(Limits.defaults(), memory)) {
            RawPeer peer = introduced(rig, encoding instanceof JsonEncoding ? JSON : CBOR);
            long before = memory.statistics().heldBytes();
            for (int i = 0; i < 20 && !peer.isClosed(); i++) {
                peer.send(RawPeer.TELL, out -> {
                    out.writeVarInt(1);
                    out.writeVarInt(RawPeer.methodOf("keep"));
                    out.writeByteArray(bomb);
                });
            }

            assertThat(rig.clerk.counted).isEmpty();
            if (!peer.isClosed()) {
                rig.simulation.runUntilIdle();
                assertThat(memory.statistics().heldBytes()).isLessThan(before + 64 * 1024);
            }
        }
    }
}
