package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tellask.actor.Cancellable;
import io.tellask.codec.Codec;
import io.tellask.codec.DecodeException;
import io.tellask.codec.text.JsonEncoding;
import io.tellask.remote.AccessDeniedException;
import io.tellask.remote.Authenticator;
import io.tellask.remote.Client;
import io.tellask.remote.Credentials;
import io.tellask.remote.Directory.PublishedMethod;
import io.tellask.remote.Health;
import io.tellask.remote.Limits;
import io.tellask.remote.LookupException;
import io.tellask.remote.Operations;
import io.tellask.remote.Operations.Connection;
import io.tellask.remote.Operations.Connections;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.Principal;
import io.tellask.remote.ValueEncoding;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a server tells those who run it. */
@Timeout(120)
class OperationsTest {
    private static final Map<String, Principal> TOKENS =
            Map.of("op", Principal.of("Olga", "operator"), "user", Principal.of("Ada"));

    private static Rig guarded() {
        return new Rig(
                Limits.defaults(),
                new PeerMemory(64 << 20),
                (_, builder) -> builder.authenticator(Authenticator.tokens(TOKENS))
                        .publishOperations(principal -> principal.hasRole("operator")));
    }

    private static Client client(Rig rig, String token) {
        return rig.simulation.await(
                rig.newClient().credentials(Credentials.token(token)).connectAsync(Rig.ADDRESS + "?plaintext=true"));
    }

    private static Operations operations(Rig rig, Client client) {
        return rig.simulation.await(client.lookupAsync(Operations.PUBLISHED_NAME, Operations.class));
    }

    private static Connections list(Rig rig, Operations operations, String where) {
        return rig.simulation.await(operations.connections(where, Operations.MOST_CONNECTIONS));
    }

    @Test
    void isNotPublishedUnlessItIsAskedFor() {
        try (Rig rig = new Rig()) {
            assertThat(rig.failure(rig.connect().lookupAsync(Operations.PUBLISHED_NAME, Operations.class)))
                    .isInstanceOf(LookupException.class);
        }
    }

    @Test
    void callsAreWatchedOnlyWhereTheServerPublishesWhoWatches() {
        try (Rig rig = new Rig()) {
            assertThatExceptionOfType(IllegalStateException.class)
                    .isThrownBy(() -> rig.server.watchCalls((_, _, _, _) -> {}))
                    .withMessageContaining("publish operations");
            assertThat(rig.server.isClosing()).isFalse();
        }
        try (Rig rig = guarded()) {
            List<String> seen = new ArrayList<>();
            Office office = rig.lookup(client(rig, "user"));
            Cancellable watching = rig.server.watchCalls((call, _, _, _) -> seen.add(call.method()));
            rig.simulation.await(office.echo(1));
            assertThat(watching.cancel()).isTrue();
            assertThat(watching.cancel()).isFalse();
            rig.simulation.await(office.echo(2));
            assertThat(seen).containsExactly("echo");
            assertThat(rig.server.statistics().calls()).isEqualTo(3); // and a look-up
        }
    }

    @Test
    void tellsWhoIsConnectedAndWhatTheyDid() {
        try (Rig rig = guarded()) {
            Client ada = client(rig, "user");
            Office office = rig.lookup(ada);
            for (int i = 0; i < 10; i++) {
                rig.simulation.await(office.echo(i));
                office.count(i);
            }
            rig.simulation.advance(Duration.ofSeconds(3));
            Operations operations = operations(rig, client(rig, "op"));

            Connections all = list(rig, operations, "");

            assertThat(all.open()).isEqualTo(2);
            assertThat(all.matching()).isEqualTo(2);
            Connection first = all.connections().getFirst();
            assertThat(first.principal()).isEqualTo("Ada");
            assertThat(first.wire()).isEqualTo("memory");
            assertThat(first.encoding()).isEqualTo("binary");
            assertThat(first.calls()).isEqualTo(21); // and a look-up
            assertThat(first.references()).isEqualTo(1);
            assertThat(first.idle()).isBetween(2_000L, 4_000L);
            assertThat(first.age()).isGreaterThanOrEqualTo(first.idle());
            assertThat(first.in()).isBetween(20L * 5, 2_000L);
            assertThat(first.out()).isBetween(10L * 5, 8_000L);
            assertThat(first.held()).isPositive();
            assertThat(all.connections().get(1).principal()).isEqualTo("Olga");
        }
    }

    @Test
    void sessionThatWaitsForAConnectionIsShownAsSuchAndKeepsItsCounts() {
        try (Rig rig = new Rig(
                Limits.defaults(), new PeerMemory(64 << 20), (_, builder) -> builder.publishOperations(_ -> true))) {
            Operations operations = operations(rig, rig.connect());
            rig.simulation.advance(Duration.ofSeconds(1)); // so that the other one is younger
            RawPeer peer = RawPeer.connect(rig);
            peer.send(RawPeer.HELLO, out -> RawPeer.writeHello(out, RawPeer.RESUMES));
            peer.send(RawPeer.LOOKUP, out -> {
                out.writeInt32(1 << 16);
                out.writeUtf8("office");
            });
            List<Connection> connected = list(rig, operations, "connected=true").connections(); // in any order
            peer.vanish();

            Connections waiting = list(rig, operations, "connected=false");
            assertThat(waiting.connections()).hasSize(1);
            assertThat(waiting.open()).isEqualTo(2);
            assertThat(rig.server.connections()).isEqualTo(1);
            Connection before = waiting.connections().getFirst();
            assertThat(connected).extracting(Connection::in).contains(before.in());
            RawPeer next = RawPeer.connect(rig);
            next.send(
                    RawPeer.HELLO,
                    out -> RawPeer.writeResumingHello(out, peer.welcome().token(), peer.bytesBehindWelcome()));
            next.send(RawPeer.TELL, out -> {
                out.writeVarInt(1);
                out.writeVarInt(RawPeer.methodOf("note"));
                out.writeUtf8("here");
            });

            assertThat(list(rig, operations, "connected=false").connections()).isEmpty();
            Connections open = list(rig, operations, "");
            assertThat(open.open()).isEqualTo(2);
            long in = before.in() + 4 + 2 + 1 + "here".length();
            Connection after = open.connections().stream()
                    .filter(each -> each.in() == in)
                    .findFirst()
                    .orElseThrow();
            assertThat(after.out()).isEqualTo(before.out());
            assertThat(after.calls()).isEqualTo(before.calls() + 1);
            assertThat(after.wire()).isEqualTo("memory");
        }
    }

    @Test
    void conditionsChooseAndLimitsHold() {
        try (Rig rig = guarded()) {
            Operations operations = operations(rig, client(rig, "op"));
            for (int i = 0; i < 4; i++) {
                client(rig, "user");
            }

            assertThat(list(rig, operations, "principal=Ada").matching()).isEqualTo(4);
            assertThat(list(rig, operations, "not principal=Ada and wire=memory")
                            .connections())
                    .extracting(Connection::principal)
                    .containsExactly("Olga");
            Connections two = rig.simulation.await(operations.connections("principal=A*", 2));
            assertThat(two.connections()).hasSize(2);
            assertThat(two.matching()).isEqualTo(4);
            assertThat(two.open()).isEqualTo(5);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, 0, Operations.MOST_CONNECTIONS + 1})
    void numberOfConnectionsIsBounded(int most) {
        try (Rig rig = guarded()) {
            Operations operations = operations(rig, client(rig, "op"));

            assertThat(rig.failure(operations.connections("", most)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("most=" + most + " is not within 1 to 10000");
        }
    }

    @Test
    void wrongConditionIsToldWithItsPosition() {
        try (Rig rig = guarded()) {
            Operations operations = operations(rig, client(rig, "op"));

            assertThat(rig.failure(operations.connections("idle>60s and prot=1", 1)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("where: position=14, found 'prot=1', expected one of the fields [age, ");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void othersAreDenied(boolean json) {
        try (Rig rig = guarded()) {
            Client ada = rig.simulation.await(rig.newClient()
                    .credentials(Credentials.token("user"))
                    .encoding(json ? ValueEncoding.JSON : ValueEncoding.BINARY)
                    .connectAsync(Rig.ADDRESS + "?plaintext=true"));
            Operations operations = operations(rig, ada);

            assertThat(rig.failure(operations.connections("", 1)))
                    .isInstanceOf(AccessDeniedException.class)
                    .hasMessageContaining("principal=Ada may not call Operations.connections");
        }
    }

    @Test
    void listsTenThousandSessions() {
        int sessions = Operations.MOST_CONNECTIONS;
        Limits limits = Limits.builder().connections(sessions + 1).build();
        try (Rig rig =
                new Rig(limits, new PeerMemory(1L << 30), (_, builder) -> builder.publishOperations(_ -> true))) {
            List<RawPeer> peers = new ArrayList<>();
            for (int i = 0; i < sessions; i++) {
                peers.add(RawPeer.connect(rig));
            }
            Client client = rig.connect();
            Operations operations = operations(rig, client);
            Office office = rig.lookup(client);

            CompletableFuture<Connections> listed = operations.connections("", sessions);
            CompletableFuture<Integer> meanwhile = office.echo(1);

            assertThat(rig.simulation.await(meanwhile)).isEqualTo(1);
            Connections all = rig.simulation.await(listed);
            assertThat(all.connections()).hasSize(sessions);
            assertThat(all.matching()).isEqualTo(sessions + 1);
            assertThat(list(rig, operations, "encoding=binary and calls>0").connections())
                    .hasSize(1);
            assertThat(peers).noneMatch(RawPeer::isClosed);
        }
    }

    /** What a hostile server could send for text. */
    @Test
    void recordsTakeNoNullFromAServer() {
        JsonEncoding json = JsonEncoding.of(Codec.standard());
        for (Class<?> type : List.of(
                Connections.class,
                Connection.class,
                Operations.Call.class,
                Health.Report.class,
                PublishedMethod.class)) {
            assertThatExceptionOfType(DecodeException.class)
                    .as(type.getName())
                    .isThrownBy(() -> json.decode("{}".getBytes(StandardCharsets.UTF_8), type))
                    .havingRootCause()
                    .isInstanceOf(NullPointerException.class);
        }
    }
}
