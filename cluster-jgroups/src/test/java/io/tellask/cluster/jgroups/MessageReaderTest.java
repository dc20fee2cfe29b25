package io.tellask.cluster.jgroups;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.Serializable;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.CompositeMessage;
import org.jgroups.EmptyMessage;
import org.jgroups.FragmentedMessage;
import org.jgroups.Message;
import org.jgroups.NioMessage;
import org.jgroups.ObjectMessage;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.AuthHeader;
import org.jgroups.protocols.FragHeader;
import org.jgroups.protocols.raft.AppendEntriesRequest;
import org.jgroups.protocols.raft.ELECTION;
import org.jgroups.protocols.raft.LogEntries;
import org.jgroups.protocols.raft.LogEntry;
import org.jgroups.protocols.raft.RAFT;
import org.jgroups.protocols.raft.RaftHeader;
import org.jgroups.util.ByteArrayDataInputStream;
import org.jgroups.util.ByteArrayDataOutputStream;
import org.jgroups.util.MutableDigest;
import org.jgroups.util.SeqnoList;
import org.jgroups.util.SizeStreamable;
import org.jgroups.util.UUID;
import org.jgroups.util.Util;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No class of a sender's choice comes to life, and nothing is allocated for lengths that are only said. */
class MessageReaderTest {
    private static final AtomicInteger MADE = new AtomicInteger();

    /** What somebody would have made. */
    public static final class Trap implements SizeStreamable, Serializable {
        private static final long serialVersionUID = 1;

        public Trap() {
            MADE.incrementAndGet();
        }

        @Override
        public int serializedSize() {
            return 0;
        }

        @Override
        public void writeTo(DataOutput out) {}

        @Override
        public void readFrom(DataInput in) {}

        private void readObject(java.io.ObjectInputStream in) {
            MADE.incrementAndGet();
        }
    }

    @BeforeAll
    static void numbersOfTheProtocolAreKnown() {
        assertThat(new RAFT()).isNotNull();
    }

    private static byte[] written(Message message) throws IOException {
        ByteArrayDataOutputStream out = new ByteArrayDataOutputStream();
        out.writeShort(message.getType());
        message.writeTo(out);
        return out.getBuffer().getBytes();
    }

    private static Message read(byte[] bytes) throws Exception {
        return MessageReader.read(new ByteArrayDataInputStream(bytes), null, null);
    }

    private static Message trap(String kind) throws Exception {
        return switch (kind) {
            case "object by its name" -> new ObjectMessage(null, new Trap());
            case "serialized object" -> new ObjectMessage(null, (Object) new Trap[] {new Trap()});
            case "serialized bytes" ->
                new BytesMessage(null, Util.objectToByteBuffer(new Trap[] {new Trap()}))
                        .setFlag(Message.Flag.SERIALIZED);
            case "serialized buffer" -> new NioMessage(null).setFlag(Message.Flag.SERIALIZED);
            case "message in a message" -> new CompositeMessage(null, new ObjectMessage(null, new Trap()));
            case "header" -> new EmptyMessage().putHeader((short) 5, new AuthHeader());
            default -> throw new AssertionError(kind);
        };
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "object by its name",
                "serialized object",
                "serialized bytes",
                "serialized buffer",
                "message in a message",
                "header"
            })
    void whatMembersDoNotSendIsRefused(String kind) throws Exception {
        byte[] bytes = written(trap(kind));
        int before = MADE.get();
        assertThatThrownBy(() -> read(bytes)).isInstanceOf(IOException.class);
        assertThat(MADE).hasValue(before);
    }

    @Test
    void theLibraryWouldMakeIt() throws Exception {
        byte[] bytes = written(trap("object by its name"));
        int before = MADE.get();
        Util.messageFromBuffer(bytes, 0, bytes.length);
        assertThat(MADE).hasValue(before + 1);
    }

    @Test
    void whatIsPutTogetherOfFragmentsIsReadTheSameWay() throws Exception {
        FragHeader header = new FragHeader(1, 0, 2).setOriginalType(Message.OBJ_MSG);
        assertThatThrownBy(
                        () -> new MemberFragments().assembleMessage(halves(trap("object by its name")), false, header))
                .isInstanceOf(IOException.class);
        Message whole = new MemberFragments().assembleMessage(halves(entries()), false, header);
        LogEntries entries = whole.getObject();
        assertThat(entries.iterator().next().command()).containsExactly(1, 2, 3);
    }

    private static Message entries() {
        return new ObjectMessage(null, new LogEntries().add(new LogEntry(7, new byte[] {1, 2, 3})));
    }

    private static Message[] halves(Message of) throws Exception {
        of.setSrc(UUID.randomUUID());
        ByteArrayDataOutputStream out = new ByteArrayDataOutputStream();
        of.writeTo(out);
        int length = out.position();
        Message[] halves = new Message[2];
        for (int i = 0; i < 2; i++) {
            byte[] bytes =
                    written(new FragmentedMessage(of, i * (length / 2), i == 0 ? length / 2 : length - length / 2)
                            .setSrc(of.getSrc()));
            halves[i] = read(bytes);
        }
        return halves;
    }

    @Test
    void whatMembersSendIsRead() throws Exception {
        Message bytes = read(written(new BytesMessage(UUID.randomUUID(), new byte[] {4, 5})));
        assertThat(bytes.<byte[]>getObject()).containsExactly(4, 5);
        assertThat(bytes.getDest()).isNotNull();
        assertThat(read(written(new EmptyMessage().setFlag(Message.Flag.OOB))).isFlagSet(Message.Flag.OOB))
                .isTrue();
        assertThat(read(written(entries())).<LogEntries>getObject().size()).isEqualTo(1);
        assertThat(read(written(new ObjectMessage(null, new SeqnoList(100, 7).add(9))))
                        .<SeqnoList>getObject())
                .containsExactly(9L);
        assertThat(read(written(new ObjectMessage(null, new MutableDigest(new Address[] {UUID.randomUUID()}))))
                        .<Object>getObject())
                .isInstanceOf(MutableDigest.class);
        assertThat(read(written(new ObjectMessage(null, null))).<Object>getObject())
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, MessageReader.MOST_TERMS + 1, Long.MAX_VALUE})
    void termsThatNoGroupReachesAreRefused(long term) throws Exception {
        short protocol = ClassConfigurator.getProtocolId(RAFT.class);
        Message usual =
                new EmptyMessage().putHeader(protocol, new AppendEntriesRequest().currTerm(MessageReader.MOST_TERMS));
        assertThat(read(written(usual)).<RaftHeader>getHeader(protocol).currTerm())
                .isEqualTo(MessageReader.MOST_TERMS);

        Message last = new EmptyMessage().putHeader(protocol, new AppendEntriesRequest().currTerm(term));
        byte[] bytes = written(last);
        assertThatThrownBy(() -> read(bytes)).isInstanceOf(IOException.class).hasMessageContaining("term=" + term);
    }

    @Test
    void lengthsBeyondTheBytesAreRefused() throws Exception {
        byte[] bytes = written(new BytesMessage(null, new byte[3]));
        bytes[bytes.length - 7] = 0x7f;
        assertThatThrownBy(() -> read(bytes)).isInstanceOf(IOException.class).hasMessageContaining("length=");
        byte[] entries = written(entries());
        entries[entries.length - 8] = 0x7f;
        assertThatThrownBy(() -> read(entries)).isInstanceOf(IOException.class).hasMessageContaining("length=");
        byte[] missing = written(new ObjectMessage(null, new SeqnoList(100, 7).add(9)));
        missing[missing.length - 28] = 0x7f;
        assertThatThrownBy(() -> read(missing)).isInstanceOf(IOException.class).hasMessageContaining("length=");
    }

    @Test
    void damagedMessagesAreReadOrRefused() throws Exception {
        SplittableRandom random = new SplittableRandom(17);
        byte[][] samples = {written(entries()), written(new BytesMessage(null, new byte[30])), written(trap("header"))};
        int refused = 0;
        for (int round = 0; round < 20_000; round++) {
            byte[] bytes = samples[round % samples.length].clone();
            for (int i = random.nextInt(1, 4); i > 0; i--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            try {
                read(bytes);
            } catch (IOException | ClassNotFoundException | RuntimeException expected) {
                refused++;
            }
        }
        assertThat(refused).isBetween(5_000, 19_999);
    }

    @Test
    void numbersAreThoseOfTheLibrary() {
        assertThat(new ObservedRaft(() -> {}, failure -> {}).getId()).isPositive();
        assertThat(new ELECTION().getId()).isPositive();
        assertThat(ClassConfigurator.getMagicNumber(LogEntries.class)).isEqualTo(MessageReader.ENTRIES);
        assertThat(MessageReader.ELECTIONS)
                .extracting(number ->
                        ClassConfigurator.create(number.shortValue()).getClass().getSimpleName())
                .containsExactly("VoteRequest", "VoteResponse", "LeaderElected");
    }
}
