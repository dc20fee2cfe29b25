package io.tellask.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionMachineTest {
    private final List<Long> times = new ArrayList<>();
    private final List<Long> indexes = new ArrayList<>();
    private int flushes;
    private final StateMachine machine = new StateMachine() {
        @Override
        public byte[] apply(long index, long millis, byte[] command) {
            times.add(millis);
            indexes.add(index);
            return command;
        }

        @Override
        public void flush() {
            flushes++;
        }

        @Override
        public byte[] query(byte[] question) {
            return question;
        }

        @Override
        public void writeSnapshot(DataOutput out) throws IOException {
            out.writeUTF("state");
        }

        @Override
        public void readSnapshot(long index, DataInput in) throws IOException {
            assertThat(in.readUTF()).isEqualTo("state");
        }
    };

    @Test
    void timeDoesNotGoBackAndEachCommandHasItsIndex() throws Exception {
        SessionMachine first = new SessionMachine(machine);
        long session = 1;
        first.apply(session, Entries.open());
        first.apply(2, Entries.command(100, new byte[] {7}));
        first.apply(3, Entries.command(50, new byte[0])); // of a leader whose clock is late
        first.apply(4, new Entries.InSession(session, 1, 1, List.of(new byte[0])).bytes(70));
        first.apply(5, new Entries.InSession(session, 2, 1, List.of(new byte[0], new byte[0])).bytes(200));
        first.apply(6, Entries.barrier());
        assertThat(times).containsExactly(100L, 100L, 100L, 200L, 200L);
        assertThat(indexes).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(flushes).isEqualTo(4);

        ByteArrayOutputStream snapshot = new ByteArrayOutputStream();
        first.writeSnapshot(new DataOutputStream(snapshot));
        SessionMachine second = new SessionMachine(machine);
        second.readSnapshot(6, new DataInputStream(new ByteArrayInputStream(snapshot.toByteArray())));
        second.apply(7, new Entries.InSession(session, 4, 4, List.of(new byte[0])).bytes(150));
        assertThat(times).endsWith(200L).hasSize(6);
        assertThat(indexes).endsWith(6L);
    }
}
