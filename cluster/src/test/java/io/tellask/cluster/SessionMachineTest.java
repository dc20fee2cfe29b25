package io.tellask.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
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

    private static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits);
    }

    private byte[] snapshot(SessionMachine of) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        of.writeSnapshot(new DataOutputStream(bytes));
        return bytes.toByteArray();
    }

    /** Written by the first build whose servers formed groups in this form: members of it and of this one take part in the same group. */
    @Test
    void entriesAnswersAndSnapshotsHaveTheFormThatEarlierBuildsWrote() throws Exception {
        byte[] open = hex("02");
        byte[] command = hex("01000000000000006407");
        byte[] inSession =
                hex("0300000000000000aa0000000000000001000000000000000100000000000000010000000208090000" + "0000");
        byte[] written = hex("000000000000000300000000000000aa00000001000000000000000100000000000000020000000200000003"
                + "000809000000010000057374617465");
        assertThat(Entries.barrier()).isEqualTo(hex("00"));
        assertThat(Entries.open()).isEqualTo(open);
        assertThat(Entries.command(100, new byte[] {7})).isEqualTo(command);
        assertThat(new Entries.InSession(1, 1, 1, List.of(new byte[] {8, 9}, new byte[0])).bytes(170))
                .isEqualTo(inSession);
        assertThat(MapCommand.encode(List.of(
                        new MapCommand.Step(MapCommand.PUT, new byte[] {1}, new byte[] {2}, 0),
                        new MapCommand.Step(MapCommand.PUT_UNTIL, new byte[] {3}, new byte[] {4}, 5),
                        new MapCommand.Step(MapCommand.REMOVE, new byte[] {6}, null, 0),
                        new MapCommand.Step(MapCommand.REQUIRE, new byte[] {7}, null, 8))))
                .isEqualTo(
                        hex("0100000001010000000102060000000103000000010400000000000000050200000001060300000001070000"
                                + "000000000008"));

        SessionMachine first = new SessionMachine(machine);
        assertThat(first.apply(1, open)).isEqualTo(hex("000000000000000001"));
        assertThat(first.apply(2, command)).isEqualTo(hex("0007"));
        assertThat(first.apply(3, inSession)).isEqualTo(hex("000000030008090000000100"));
        assertThat(snapshot(first)).isEqualTo(written);
        SessionMachine second = new SessionMachine(machine);
        second.readSnapshot(3, new DataInputStream(new ByteArrayInputStream(written)));
        assertThat(snapshot(second)).isEqualTo(written);
        assertThat(second.apply(4, inSession)).as("what is known already").isEqualTo(first.apply(4, inSession));
    }

    @Test
    void whatANewerVersionWroteIsRefused() {
        SessionMachine known = new SessionMachine(machine);
        assertThatThrownBy(() -> known.apply(1, new byte[] {4}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("tag=4, newest known=3")
                .hasMessageContaining("run this member with that version");
        DataInputStream later = new DataInputStream(new ByteArrayInputStream(hex("fffffffffffffffe0000")));
        assertThatThrownBy(() -> known.readSnapshot(1, later))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("form=2, newest known=1")
                .hasMessageContaining("run this member with that version");
    }
}
