package io.tellask.kv.resp;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.Dispatcher;
import io.tellask.kv.KeyValueOptions;
import io.tellask.kv.RespLimits;
import io.tellask.kv.resp.client.Engine;
import io.tellask.kv.resp.command.Commands;
import io.tellask.kv.resp.database.EngineSettings;
import io.tellask.kv.resp.loop.DepartedClients;
import io.tellask.remote.PeerMemory;
import io.tellask.remote.Receiver;
import io.tellask.remote.Wire;
import java.nio.file.Path;
import java.time.InstantSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client that leaves many names behind does not hold up the loop, and its memory counts until they are gone. */
class DeparturesTest {
    private static final int NAMES = 3 * DepartedClients.NAMES_AT_ONCE + 100;

    @TempDir
    private Path directory;

    private final HandLoop loop = new HandLoop();
    private final PeerMemory memory = new PeerMemory(256 << 20);
    private Engine engine;

    @BeforeEach
    void open() {
        EngineSettings settings =
                new EngineSettings(directory, 1, KeyValueOptions.defaults(), RespLimits.defaults(), memory, null);
        engine = new Engine(settings, Commands.table(), loop, InstantSource.system());
    }

    private Receiver clientWithNames(String command) {
        Receiver client = new Acceptor(engine).accept(new Deaf());
        for (int i = 0; i < NAMES; i++) {
            sends(client, command, "name" + i);
        }
        loop.turnUntilIdle();
        assertThat(memory.heldBytes()).isGreaterThan(300L * NAMES);
        return client;
    }

    private static void sends(Receiver client, String... words) {
        byte[] request = RespPeer.encoded(words).getBytes(ISO_8859_1);
        byte[] target = client.array(request.length);
        System.arraycopy(request, 0, target, client.offset(), request.length);
        client.received(request.length);
    }

    @ParameterizedTest
    @ValueSource(strings = {"SUBSCRIBE", "PSUBSCRIBE", "WATCH"})
    void takesNamesBackInPortionsBetweenWhichSocketsAreServed(String command) {
        Receiver client = clientWithNames(command);
        client.closed(null);
        assertThat(engine.clients().count()).isZero();
        long portion = 300L * DepartedClients.NAMES_AT_ONCE;
        for (int turn = 0; turn < NAMES / DepartedClients.NAMES_AT_ONCE; turn++) {
            long held = memory.heldBytes();
            assertThat(held).as("held before turn " + turn).isPositive();
            loop.turn();
            assertThat(held - memory.heldBytes()).as("given back in a turn").isBetween(1L, 2 * portion);
        }
        loop.turnUntilIdle();
        assertThat(memory.heldBytes()).isZero();
        assertThat(engine.channels().count()).isZero();
        assertThat(engine.channels().patterns()).isZero();
        assertThat(engine.watched().isEmpty()).isTrue();
        engine.close();
    }

    @Test
    void takesMoreBackAtOnceWhereMemoryIsTight() {
        Receiver client = clientWithNames("WATCH");
        memory.limit(memory.heldBytes() * 3 / 2);
        client.closed(null);
        loop.turn();
        assertThat(memory.heldBytes()).isZero();
        engine.close();
    }

    @Test
    void aNameCountsUntilItsClientHasGone() {
        Receiver client = new Acceptor(engine).accept(new Deaf());
        long before = memory.heldBytes();
        sends(client, "CLIENT", "SETNAME", "x".repeat(1_000));
        assertThat(memory.heldBytes() - before).isGreaterThanOrEqualTo(1_000);
        client.closed(null);
        loop.turnUntilIdle();
        assertThat(memory.heldBytes()).isZero();
        engine.close();
    }

    @Test
    void takesBackWhatIsLeftWhenTheServerEnds() {
        Receiver client = clientWithNames("SUBSCRIBE");
        client.closed(null);
        assertThat(memory.heldBytes()).isPositive();
        engine.close();
        assertThat(memory.heldBytes()).isZero();
    }

    @Test
    void whatAClientHeldIsGivenBackOnceHoweverOftenItEnds() {
        Receiver staying = clientWithNames("SUBSCRIBE");
        long held = memory.heldBytes();
        Receiver leaving = clientWithNames("WATCH");
        leaving.closed(null);
        loop.turn();
        leaving.closed(null);
        ((Connection) leaving).abort();
        ((Connection) leaving).endForMemory();
        loop.turnUntilIdle();
        leaving.closed(null);
        loop.turnUntilIdle();
        assertThat(memory.heldBytes()).isEqualTo(held);
        staying.closed(null);
        loop.turnUntilIdle();
        assertThat(memory.heldBytes()).isZero();
        engine.close();
    }

    @Test
    void aClientThatHasGoneIsToldNothing() {
        Receiver client = clientWithNames("SUBSCRIBE");
        client.closed(null);
        byte[] last = ("name" + (NAMES - 1)).getBytes(ISO_8859_1);
        assertThat(engine.channels().publish(last, new byte[1])).isZero();
        engine.close();
    }

    /** A wire that takes everything and keeps nothing. */
    private final class Deaf implements Wire {
        @Override
        public Dispatcher loop() {
            return loop;
        }

        @Override
        public void send(byte[] bytes, int offset, int length) {}

        @Override
        public boolean isWritable() {
            return true;
        }

        @Override
        public void reading(boolean wanted) {}

        @Override
        public void close() {}

        @Override
        public String peer() {
            return "127.0.0.1:1";
        }
    }
}
