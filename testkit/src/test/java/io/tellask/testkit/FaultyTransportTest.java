package io.tellask.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.actor.IoLoops;
import io.tellask.remote.MemoryTransport;
import io.tellask.remote.Receiver;
import io.tellask.remote.Transport;
import io.tellask.remote.Wire;
import io.tellask.test.Seed;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FaultyTransportTest {
    private static final URI ADDRESS = URI.create("memory://faulty");

    @Test
    void cutsAndDelaysButKeepsEveryByte() {
        for (long seed = Seed.given(); seed < Seed.given() + 100; seed++) {
            Run run = new Run(seed, Faults.none().chunks(100).delay(Duration.ofMillis(3)));
            byte[] sent = run.sendMuch(100_000);
            assertThat(run.server.bytes.toByteArray()).as("seed=" + seed).isEqualTo(sent);
            assertThat(run.server.largestRead).as("seed=" + seed).isBetween(2, 100);
            assertThat(run.client.closings).as("seed=" + seed).isEqualTo(1);
            assertThat(run.server.closings).as("seed=" + seed).isEqualTo(1);
        }
    }

    @Test
    void breaksConnectionAtTheByte() {
        for (long seed = Seed.given(); seed < Seed.given() + 100; seed++) {
            Run run = new Run(seed, Faults.none().chunks(1_000).disconnectAt(12_345));
            byte[] sent = run.sendMuch(100_000);
            byte[] received = run.server.bytes.toByteArray();
            assertThat(received).as("seed=" + seed).hasSize(12_345);
            assertThat(sent).as("seed=" + seed).startsWith(received);
            assertThat(run.client.closings).as("seed=" + seed).isEqualTo(1);
            assertThat(run.server.closings).as("seed=" + seed).isEqualTo(1);
        }
    }

    @Test
    void holdsEverythingBackWhileStalled() {
        Run run = new Run(1, Faults.none().chunks(10).stallAt(500, Duration.ofMinutes(1)));
        run.client.wire.loop().execute(() -> run.client.wire.send(new byte[1_000], 0, 1_000));
        run.simulation.advance(Duration.ofSeconds(59));
        assertThat(run.server.bytes.size()).isBetween(500, 510);
        run.simulation.advance(Duration.ofSeconds(1));
        assertThat(run.server.bytes.size()).isEqualTo(1_000);
        run.simulation.close();
    }

    @Test
    void repeatsHelloOverAnotherConnection() {
        Run run = new Run(1, Faults.none().chunks(3).duplicateAt(8));
        byte[] hello = {3, 0, 0, 1, 'a', 'b', 'c'};
        run.client.wire.loop().execute(() -> {
            run.client.wire.send(hello, 0, hello.length);
            run.client.wire.send(new byte[100], 0, 100);
        });
        run.simulation.runUntilIdle();
        assertThat(run.accepted).hasSize(2);
        assertThat(run.accepted.getFirst().bytes.size()).isEqualTo(107);
        assertThat(run.accepted.getLast().bytes.toByteArray()).isEqualTo(hello);
        assertThat(run.accepted).allMatch(side -> side.closings == 0);
        run.simulation.close();
    }

    @Test
    void bringsLateWhatWasUnderWayWhenTheConnectionBroke() {
        Run run = new Run(1, Faults.none().chunks(7).reorderAt(500, Duration.ofMinutes(1)));
        run.client.wire.loop().execute(() -> run.client.wire.send(new byte[1_000], 0, 1_000));
        run.simulation.advance(Duration.ofSeconds(59));
        assertThat(run.client.closings).isEqualTo(1);
        assertThat(run.server.bytes.size()).isEqualTo(500);
        assertThat(run.server.closings).isZero();
        run.simulation.advance(Duration.ofSeconds(1));
        assertThat(run.server.bytes.size()).isEqualTo(1_000);
        assertThat(run.server.closings).isEqualTo(1);
        run.simulation.close();
    }

    @Test
    void changesNothingWithoutFaults() {
        Run run = new Run(2, Faults.none());
        byte[] sent = run.sendMuch(1_000_000);
        assertThat(run.server.bytes.toByteArray()).isEqualTo(sent);
    }

    private static final class Run {
        final Simulation simulation;
        final SplittableRandom random;
        final List<Side> accepted = new ArrayList<>();
        final Side server;
        Side client;

        Run(long seed, Faults faults) {
            simulation = Simulation.seeded(seed);
            random = new SplittableRandom(seed);
            IoLoops loops = simulation.newSystem("faulty", 2).ioLoops();
            Transport transport = new FaultyTransport(MemoryTransport.isolated(), seed).faults(faults);
            transport.listen(ADDRESS, loops, wire -> {
                accepted.add(new Side(wire));
                return accepted.getLast();
            });
            transport.connect(ADDRESS, loops.all().getFirst(), wire -> client = new Side(wire), failure -> {
                throw failure;
            });
            simulation.runUntilIdle();
            server = accepted.getFirst();
        }

        /** Sends batches as the wire lets it, closes, runs to the end; returns what was sent. */
        byte[] sendMuch(int length) {
            byte[] bytes = new byte[length];
            random.nextBytes(bytes);
            int[] sent = new int[1];
            client.onWritable = () -> {
                while (sent[0] < length && client.wire.isWritable()) {
                    int batch = Math.min(length - sent[0], 1 + random.nextInt(64 * 1024));
                    client.wire.send(bytes, sent[0], batch);
                    sent[0] += batch;
                }
                if (sent[0] == length) {
                    client.wire.close();
                }
            };
            client.wire.loop().execute(client.onWritable);
            simulation.advance(Duration.ofMinutes(1));
            simulation.close();
            return bytes;
        }
    }

    private static final class Side implements Receiver {
        final Wire wire;
        final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private byte[] array = new byte[0];
        Runnable onWritable = () -> {};
        int closings;
        int largestRead;

        Side(Wire wire) {
            this.wire = wire;
        }

        @Override
        public byte[] array(int wanted) {
            array = new byte[wanted];
            return array;
        }

        @Override
        public int offset() {
            return 0;
        }

        @Override
        public void received(int count) {
            bytes.write(array, 0, count);
            largestRead = Math.max(largestRead, count);
        }

        @Override
        public void writable() {
            onWritable.run();
        }

        @Override
        public void closed(Throwable cause) {
            closings++;
        }
    }
}
