package io.tellask.cluster.jgroups;

import io.tellask.remote.LogLimiter;
import io.tellask.text.SafeLog;
import java.io.DataInput;
import java.io.EOFException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.Objects;
import org.jgroups.Address;
import org.jgroups.Message;
import org.jgroups.Version;
import org.jgroups.conf.ClassConfigurator;
import org.jgroups.protocols.TCP;
import org.jgroups.util.AsciiString;
import org.jgroups.util.ByteArrayDataInputStream;
import org.jgroups.util.MessageBatch;
import org.jgroups.util.Util;
import org.jspecify.annotations.Nullable;

/**
 * The transport between members, which believes nothing that others send: frames have a limit, what is in them is read by {@link MessageReader},
 * and a connection that brings anything else ends. Connections come through {@link MemberSockets}. Thread-safe.
 *
 * <p>The transport it stands for ignores the length of a frame, reads from the connection whatever lengths are said in it, and goes on reading
 * somewhere within a frame that it did not understand.
 */
final class MemberTcp extends TCP {
    /** Longest frame. Members collect messages up to 64,000 bytes in a frame, and divide what is longer. */
    static final int FRAME_BYTES = 256 << 10;

    /** Shortest frame: version and flags. */
    static final int LEAST_FRAME = Short.BYTES + 1;

    private static final Logger LOG = System.getLogger("io.tellask.cluster");
    private static final int FIRST_BYTES = 8 << 10;
    private static final int LEAST_MESSAGE = 2 + 1 + 2 + 2; // type, what, flags, count of headers

    private final LogLimiter refusals = new LogLimiter();
    private final ThreadLocal<byte[]> frames = ThreadLocal.withInitial(() -> new byte[FIRST_BYTES]);

    MemberTcp() {
        setId(ClassConfigurator.getProtocolId(TCP.class)); // that of the class it stands for
    }

    @Override
    public void receive(Address sender, DataInput in, int length) throws EOFException {
        byte[] frame;
        try {
            frame = frame(in, length);
        } catch (Unexpected unexpected) {
            throw refuse(sender, unexpected);
        } catch (IOException ended) {
            throw end();
        }
        if (Objects.equals(local_physical_addr, sender)) {
            return; // it has been delivered to itself already
        }
        try {
            deliver(new ByteArrayDataInputStream(frame, 0, length));
        } catch (IOException | ClassNotFoundException | RuntimeException | StackOverflowError damaged) {
            throw refuse(sender, damaged);
        }
    }

    /** What members do not send. */
    private static final class Unexpected extends IOException {
        private static final long serialVersionUID = 1;

        Unexpected(String message) {
            super(message);
        }
    }

    /** Ends a connection without another line in the log. */
    private static EOFException end() {
        return new EOFException();
    }

    private EOFException refuse(Address sender, Throwable why) {
        refusals.log(
                LOG,
                Level.WARNING,
                () -> "cluster: self=" + local_addr + " ended the connection of " + sender
                        + ", which sent what members do not send: " + SafeLog.describe(why)
                        + "; look who else reaches this port, and whether all members have the same version");
        return end();
    }

    /** Reads a frame into an array that the next frame of the thread is read into, too; it grows with the bytes that have come. */
    private byte[] frame(DataInput in, int length) throws IOException {
        if (length < LEAST_FRAME || length > FRAME_BYTES) {
            throw new Unexpected("length of a frame=" + length + ", limit=" + FRAME_BYTES);
        }
        byte[] frame = frames.get();
        int done = 0;
        while (done < length) {
            if (done == frame.length) {
                frame = Arrays.copyOf(frame, 2 * done);
                frames.set(frame);
            }
            int part = Math.min(length, frame.length) - done;
            in.readFully(frame, done, part);
            done += part;
        }
        return frame;
    }

    private void deliver(ByteArrayDataInputStream in) throws IOException, ClassNotFoundException {
        short version = in.readShort();
        if (!Version.isBinaryCompatible(version)) {
            throw new Unexpected("version=" + version);
        }
        byte flags = in.readByte();
        boolean isToAll = (flags & MULTICAST) != 0;
        if ((flags & LIST) != 0) {
            deliverList(in, isToAll);
            return;
        }
        Message message = MessageReader.read(in, null, null);
        if (isToAll || !unicastDestMismatch(message.getDest())) {
            pass(() -> msg_processing_policy.process(message, message.isFlagSet(Message.Flag.OOB)));
            msg_stats.received(message);
        }
    }

    /** Messages from one to one, those out of order apart. */
    private void deliverList(ByteArrayDataInputStream in, boolean isToAll) throws IOException, ClassNotFoundException {
        Address target = Util.readAddress(in);
        Address source = Util.readAddress(in);
        AsciiString group = group(in);
        int count = in.readInt();
        if (count < 0 || count > (in.limit() - in.position()) / LEAST_MESSAGE) {
            throw new Unexpected("messages=" + count);
        }
        MessageBatch regular = null;
        MessageBatch urgent = null;
        for (int i = 0; i < count; i++) {
            Message message = MessageReader.read(in, target, source);
            if (message.isFlagSet(Message.Flag.OOB)) {
                urgent = urgent == null
                        ? new MessageBatch(target, source, group, isToAll, MessageBatch.Mode.OOB, count - i)
                        : urgent;
                urgent.add(message);
            } else {
                regular = regular == null
                        ? new MessageBatch(target, source, group, isToAll, MessageBatch.Mode.REG, count - i)
                        : regular;
                regular.add(message);
            }
        }
        deliver(urgent, true);
        deliver(regular, false);
    }

    private static @Nullable AsciiString group(ByteArrayDataInputStream in) throws IOException {
        short length = in.readShort();
        if (length < 0) {
            return null;
        }
        byte[] name = new byte[Math.min(length, in.limit() - in.position())];
        in.readFully(name);
        return new AsciiString(name);
    }

    private void deliver(@Nullable MessageBatch batch, boolean isUrgent) {
        if (batch != null && !unicastDestMismatch(batch.getDest())) {
            msg_stats.received(batch);
            pass(() -> msg_processing_policy.process(batch, isUrgent));
        }
    }

    private interface Passing {
        void run() throws Exception;
    }

    /** What fails behind here is not the connection's fault. */
    private void pass(Passing passing) {
        try {
            passing.run();
        } catch (Throwable failure) { // an Error would end the thread that reads the connection
            SafeLog.log(
                    LOG, Level.WARNING, "cluster: a message was not delivered: ", String.valueOf(local_addr), failure);
        }
    }
}
