package io.tellask.cluster.jgroups;

import java.io.DataInput;
import java.io.IOException;
import java.util.BitSet;
import java.util.List;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.EmptyMessage;
import org.jgroups.FragmentedMessage;
import org.jgroups.Header;
import org.jgroups.Message;
import org.jgroups.ObjectMessage;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.FailureDetection;
import org.jgroups.protocols.FragHeader;
import org.jgroups.protocols.MERGE3;
import org.jgroups.protocols.PingHeader;
import org.jgroups.protocols.TpHeader;
import org.jgroups.protocols.UnicastHeader3;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NakAckHeader2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.protocols.raft.AppendEntriesRequest;
import org.jgroups.protocols.raft.AppendEntriesResponse;
import org.jgroups.protocols.raft.InstallSnapshotRequest;
import org.jgroups.protocols.raft.RaftHeader;
import org.jgroups.util.Bits;
import org.jgroups.util.ByteArrayDataInputStream;
import org.jgroups.util.Digest;
import org.jgroups.util.MutableDigest;
import org.jgroups.util.SeqnoList;
import org.jgroups.util.Util;
import org.jspecify.annotations.Nullable;

/**
 * Reads messages from bytes of others, and of those only what members of a group send: their kinds of messages, their headers, their objects, and
 * no lengths beyond what is there.
 *
 * <p>The library's own reading makes an instance of whatever class the bytes name, and hands some bytes to Java's deserialization: for messages
 * with an object, for those that say that their bytes are a serialized one, and for those that are put together of fragments or lie in
 * another message. Here classes are chosen by lists. Stateless.
 *
 * <pre>
 * +-------------+------------+--------------+-----------------+---------------+---------+---------+
 * | type: short | what: byte | flags: short | target, source? | count of      | headers | payload |
 * |             |            |              |                 | headers: short|         |         |
 * +-------------+------------+--------------+-----------------+---------------+---------+---------+
 * </pre>
 */
final class MessageReader {
    private static final int TARGET_IS_THERE = 1;
    private static final int SOURCE_IS_THERE = 2;
    private static final int MOST_HEADERS = 16;
    /** No group has as many elections; a member counts on from the term that it is told, and must not come to the end. */
    static final long MOST_TERMS = 1L << 48;

    private static final int LEAST_ENTRY = 3; // bytes of an entry of the log: term, no command, whether internal

    /** Headers of elections, whose classes are not open to other modules: request, vote, and who was elected. */
    static final List<Integer> ELECTIONS = List.of(3000, 3001, 3005);

    /** Entries of the log, a class that has its number only once the protocol is there. */
    static final short ENTRIES = 2004;

    private static final BitSet HEADERS = numbers(
            new PingHeader(),
            new GMS.GmsHeader(),
            new STABLE.StableHeader(),
            new TpHeader(),
            new FailureDetection.HeartbeatHeader(),
            new MERGE3.MergeHeader(),
            new NakAckHeader2(),
            new UnicastHeader3(),
            new FragHeader(),
            new VERIFY_SUSPECT2.VerifyHeader(),
            new AppendEntriesRequest(),
            new AppendEntriesResponse(),
            new InstallSnapshotRequest());

    private static final short MISSING = ClassConfigurator.getMagicNumber(SeqnoList.class);
    private static final short DIGEST = ClassConfigurator.getMagicNumber(Digest.class);
    private static final short CHANGED_DIGEST = ClassConfigurator.getMagicNumber(MutableDigest.class);

    private MessageReader() {}

    private static BitSet numbers(Header... headers) {
        BitSet numbers = new BitSet();
        for (Header each : headers) {
            numbers.set(each.getMagicId());
        }
        ELECTIONS.forEach(numbers::set);
        return numbers;
    }

    /**
     * Reads a message.
     *
     * @param target where the message does not say its own
     * @param source where the message does not say its own
     * @throws IOException if members send no such thing; other failures mean the same
     */
    static Message read(ByteArrayDataInputStream in, @Nullable Address target, @Nullable Address source)
            throws IOException, ClassNotFoundException {
        Message message = make(in.readShort());
        int what = in.readByte();
        short flags = in.readShort();
        if ((flags & Message.Flag.SERIALIZED.value()) != 0) {
            throw new IOException("a serialized object");
        }
        message.setFlag(flags, false);
        message.setDest((what & TARGET_IS_THERE) != 0 ? Util.readAddress(in) : target);
        message.setSrc((what & SOURCE_IS_THERE) != 0 ? Util.readAddress(in) : source);
        readHeaders(message, in);
        if (!(message instanceof EmptyMessage)) {
            int payload = in.position();
            checkPayload(message.getType(), in);
            in.position(payload);
            message.readPayload(in);
        }
        return message;
    }

    private static Message make(short type) throws IOException {
        return switch (type) {
            case Message.BYTES_MSG -> new BytesMessage();
            case Message.EMPTY_MSG -> new EmptyMessage();
            case Message.OBJ_MSG -> new ObjectMessage();
            case Message.FRAG_MSG -> new FragmentedMessage();
            default -> throw new IOException("type of a message=" + type);
        };
    }

    private static void readHeaders(Message message, DataInput in) throws IOException, ClassNotFoundException {
        int count = in.readShort();
        if (count < 0 || count > MOST_HEADERS) {
            throw new IOException("headers=" + count + ", limit=" + MOST_HEADERS);
        }
        for (int i = 0; i < count; i++) {
            short protocol = in.readShort();
            short number = in.readShort();
            if (number < 0 || !HEADERS.get(number)) {
                throw new IOException("number of a header=" + number);
            }
            Header header = ClassConfigurator.create(number);
            header.readFrom(in);
            if (header instanceof RaftHeader raft && (raft.currTerm() < 0 || raft.currTerm() > MOST_TERMS)) {
                throw new IOException("term=" + raft.currTerm() + ", limit=" + MOST_TERMS);
            }
            message.putHeader(protocol, header);
        }
    }

    private static void checkPayload(short type, ByteArrayDataInputStream in) throws IOException {
        if (type == Message.OBJ_MSG) {
            checkObject(in);
        } else {
            checkLength(in, in.readInt());
        }
    }

    private static int remaining(ByteArrayDataInputStream in) {
        return in.limit() - in.position();
    }

    /** A length of -1 stands for nothing. */
    private static void checkLength(ByteArrayDataInputStream in, int length) throws IOException {
        if (length < -1 || length > remaining(in)) {
            throw new IOException("length=" + length + ", remaining=" + remaining(in));
        }
    }

    private static void checkObject(ByteArrayDataInputStream in) throws IOException {
        if (in.readByte() == 0) {
            return;
        }
        short number = in.readShort();
        if (number == ENTRIES) {
            checkEntries(in);
        } else if (number == MISSING) {
            checkLength(in, Math.ceilDiv(in.readInt(), Long.SIZE) * Long.BYTES);
        } else if (number != DIGEST && number != CHANGED_DIGEST) {
            throw new IOException("number of an object=" + number);
        }
    }

    private static void checkEntries(ByteArrayDataInputStream in) throws IOException {
        int count = Bits.readIntCompressed(in);
        if (count < 0 || count > remaining(in) / LEAST_ENTRY) {
            throw new IOException("entries=" + count + ", remaining=" + remaining(in));
        }
        for (int i = 0; i < count; i++) {
            Bits.readLongCompressed(in);
            if (in.readByte() == 1) {
                int length = in.readInt();
                checkLength(in, length);
                in.advance(Math.max(0, length));
            }
            in.readBoolean();
        }
    }
}
