package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tellask.actor.ContractException;
import io.tellask.actor.Promise;
import io.tellask.actor.Streams;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.DecodeException;
import io.tellask.remote.Client;
import io.tellask.remote.DisconnectedException;
import io.tellask.remote.Limits;
import io.tellask.remote.TransportException;
import io.tellask.test.Await;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a client takes from a server that sends the frames of a test: as much as the protocol allows, and not one more. */
@Timeout(60)
class CraftedServerTest {
    private static final URI ADDRESS = URI.create("memory://crafted");
    private static final int WINDOW_ITEMS = 1_024;
    private static final int CREDIT_BYTES = 1_024;
    private static final int CANCEL = 0x18;

    private final Rig rig = new Rig();
    private RawPeer server;

    @AfterEach
    void close() {
        rig.close();
    }

    private Office office(Limits limits) {
        return RawPeer.found(rig, ADDRESS, limits, peer -> server = peer);
    }

    /** Sends items that arrive at once, before the subscriber takes the first. */
    private void items(int callId, String... lines) {
        List<Consumer<ByteWriter>> bodies = new ArrayList<>();
        for (String line : lines) {
            bodies.add(out -> {
                out.writeInt32(callId);
                out.writeUtf8(line);
            });
        }
        server.send(RawPeer.ITEM, bodies);
    }

    private int opened(Office office, StreamProbe<String> probe) {
        office.lines(1).subscribe(probe);
        rig.simulation.runUntilIdle();
        return server.callId(RawPeer.OPEN, 1);
    }

    private int openedByActor(Office office, StreamProbe<String> probe) {
        rig.asActor(() -> office.lines(1).subscribe(probe));
        return server.callId(RawPeer.OPEN, 1);
    }

    @Test
    void callerOfAPrimitiveIsToldWhatAnsweredNull() {
        Office office = office(Limits.defaults());
        FutureTask<Integer> call = new FutureTask<>(() -> office.waitFor(1));
        Thread.ofPlatform().daemon().start(call);
        Await.until("the call has arrived", () -> {
            rig.simulation.runUntilIdle();
            return server.kinds().contains(RawPeer.ASK);
        });
        int callId = server.callId(RawPeer.ASK, 1);
        server.send(RawPeer.ANSWER_NULL, out -> out.writeInt32(callId));
        assertThatThrownBy(call::get)
                .cause()
                .isInstanceOf(ContractException.class)
                .hasMessageStartingWith("call: method=waitFor answered null")
                .hasMessageContaining("Integer for int");
    }

    @Test
    void itemThatIsNullEndsItsStreamAndNobodyWaitsForTheRest() {
        Office office = office(Limits.defaults());
        StreamProbe<String> probe = new StreamProbe<>(3);
        int callId = opened(office, probe);

        items(callId, "x", null, "y");

        assertThat(probe.items()).containsExactly("x");
        assertThat(probe.failure().orElseThrow())
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("method=lines")
                .hasMessageContaining("null");
        assertThat(server.kinds()).contains(CANCEL);
        assertThat(server.isClosed()).isFalse();

        Promise<Void> end = Streams.forEach(office.lines(1), 3, line -> {});
        rig.simulation.runUntilIdle();
        items(server.callId(RawPeer.OPEN, 1), (String) null);
        assertThatThrownBy(() -> rig.simulation.await(end)).rootCause().isInstanceOf(DecodeException.class);
    }

    @Test
    void clientTakesTheItemsItGrantedAndClosesOnOneMore() {
        Office office = office(Limits.defaults());
        StreamProbe<String> probe = new StreamProbe<>(3);
        int callId = opened(office, probe);
        for (int i = 0; i < 3; i++) {
            items(callId, "x");
        }
        assertThat(server.isClosed()).isFalse();

        items(callId, "x");

        assertThat(server.closeReason())
                .isEqualTo("item: call id=" + callId
                        + ", items=4 of 3, bytes=18 of 1048576; the peer sent more than it was granted");
        assertThat(probe.items()).hasSize(3);
        assertThat(probe.failure().orElseThrow()).isInstanceOf(DisconnectedException.class);
    }

    @Test
    void clientGrantsAWindowOfItemsToASubscriberThatAsksForAll() {
        Office office = office(Limits.defaults());
        StreamProbe<String> probe = new StreamProbe<>(Long.MAX_VALUE);
        int callId = opened(office, probe);
        for (int i = 0; i < 3 * WINDOW_ITEMS; i++) {
            items(callId, "x"); // each is taken at once, so that there is a new one to send
        }
        assertThat(server.isClosed()).isFalse();
        assertThat(probe.items()).hasSize(3 * WINDOW_ITEMS);
    }

    @Test
    void clientTakesAnItemThatOverdrawsItsBytesAndClosesOnOneMore() {
        Office office = office(Limits.builder().creditBytes(CREDIT_BYTES).build());
        String leavesOne = "x".repeat(CREDIT_BYTES - 1 - 4 - 2); // the call id and the length take the rest
        StreamProbe<String> within = new StreamProbe<>(10);
        items(openedByActor(office, within), leavesOne, "x".repeat(10_000));
        assertThat(server.isClosed()).isFalse();
        assertThat(within.items()).hasSize(2);

        StreamProbe<String> beyond = new StreamProbe<>(10);
        int callId = openedByActor(office, beyond);
        items(callId, leavesOne + "x", "x");

        assertThat(server.closeReason())
                .isEqualTo("item: call id=" + callId
                        + ", items=2 of 10, bytes=1024 of 1024; the peer sent more than it was granted");
    }

    @Test
    void clientTakesAllItemsItGrantedAfterItHasCancelled() {
        Office office = office(Limits.defaults());
        StreamProbe<String> probe = new StreamProbe<>(2);
        int callId = opened(office, probe);
        probe.cancel();
        items(callId, "on its way");
        items(callId, "on its way");
        assertThat(server.isClosed()).isFalse();
        items(callId, "one more");
        assertThat(server.closeReason()).startsWith("item: call id=" + callId + ", items=3 of 2");
        assertThat(probe.items()).isEmpty();
    }

    @Test
    void clientTakesNoHelloForAWelcome() {
        CompletableFuture<RawPeer> accepted = RawPeer.listen(rig, ADDRESS);
        CompletableFuture<Client> connecting =
                Client.builder(rig.here).transport(rig.transport).connectAsync(ADDRESS);
        server = rig.simulation.await(accepted);

        server.send(RawPeer.HELLO, RawPeer::writeHello);

        assertThat(server.closeReason())
                .isEqualTo(
                        "hello: introduction of kind=1, expected=2; a client says HELLO, the server answers WELCOME");
        assertThat(rig.failure(connecting)).isInstanceOf(TransportException.class);
    }

    @Test
    void clientTakesAContractIdOnce() {
        Office office = office(Limits.defaults());
        server.send(RawPeer.CONTRACT, out -> {
            out.writeVarInt(2);
            out.writeUtf8("Other");
            out.writeVarInt(0);
        });
        assertThat(server.isClosed()).isFalse();

        server.send(RawPeer.CONTRACT, RawPeer::writeContract);

        assertThat(server.closeReason())
                .isEqualTo("contracts: contract id=1 is announced twice; the peer is damaged or hostile");
        assertThat(rig.failure(office.echo(1))).isInstanceOf(DisconnectedException.class);
    }
}
