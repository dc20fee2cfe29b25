package io.tellask.codec.graph;

import io.tellask.codec.CodecLimits;
import io.tellask.codec.EncodeException;
import io.tellask.codec.NotInPlaceException;
import io.tellask.codec.schema.Descriptor;
import io.tellask.codec.trust.Admission;
import io.tellask.text.SafeText;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The heads of classes that are not built in, as {@link GraphWriter} gives them: the writer's counterpart of {@link
 * Heads}.
 *
 * <p>Between the messages of one session the heads of one byte are kept, with the class of the last root: a root of
 * the same class then begins with two bytes that are known. Not thread-safe.
 */
final class DescribedHeads {
    private static final byte[] NONE = {};

    private final GraphWriter graph;
    private final CodecLimits limits;
    private final LocalSchemas locals = new LocalSchemas();
    private final Map<Descriptor, Integer> descriptions = new HashMap<>();
    private @Nullable Descriptor lastDescribed;
    private long schemaBytes;

    /** Heads of one byte by a class's ordinal, where the session gave them and the declared type admits the class. */
    byte[] bytes = NONE;

    private byte[] sessionBytes = NONE;

    /** Those of them whose objects may be written in place. */
    private byte[] placeBytes = NONE;

    private int[] sessionIds = {};
    private @Nullable Admission sessionAdmission;

    DescribedHeads(GraphWriter graph, CodecLimits limits) {
        this.graph = graph;
        this.limits = limits;
    }

    /** Begins a message; what the session named before stays known while the same session goes on. */
    void begin(@Nullable WriteScope scope, Admission admission) {
        if (scope == null || scope.mode() != Header.SESSION) {
            bytes = NONE;
            return;
        }
        if (scope.ids() != sessionIds || admission != sessionAdmission) {
            sessionIds = scope.ids();
            sessionAdmission = admission;
            sessionBytes = NONE;
            placeBytes = NONE;
            graph.forgetRoot();
        }
        bytes = ofSession();
    }

    private byte[] ofSession() {
        return graph.isInPlace() ? placeBytes : sessionBytes;
    }

    /** Keeps the root of the message that was written last, if the session gave it a head of one byte. */
    void keepRoot(DescribedCodec codec, @Nullable WriteScope scope) {
        boolean same = scope != null && scope.ids() == sessionIds && bytes == ofSession();
        if (same && codec.ordinal < bytes.length && bytes[codec.ordinal] != 0) {
            int begin = Header.ofPlainSession(graph.isWide()) | bytes[codec.ordinal] << Byte.SIZE;
            graph.keepRoot(codec, (short) begin, sessionIds);
        }
    }

    /** Forgets what a message described. */
    void clear() {
        locals.clear();
        if (!descriptions.isEmpty()) {
            descriptions.clear();
        }
        lastDescribed = null;
        schemaBytes = 0;
        bytes = ofSession();
    }

    /** The head of one byte that the session gave a class, or 0. */
    int byteOf(TypeCodec codec) {
        byte[] known = bytes;
        return codec instanceof DescribedCodec described && described.ordinal < known.length
                ? known[described.ordinal]
                : 0;
    }

    void write(DescribedCodec codec) {
        byte[] known = bytes;
        int ordinal = codec.ordinal;
        if (ordinal < known.length && known[ordinal] != 0) {
            graph.out.writeByte(known[ordinal]);
        } else {
            writeOther(codec, graph.scope());
        }
    }

    private void writeOther(DescribedCodec codec, @Nullable WriteScope scope) {
        if (scope != null && scope.mode() == Header.SESSION) {
            writeOfSession(codec, scope);
            return;
        }
        if (graph.isInPlace()) {
            throw NotInPlaceException.CODE; // the message would carry a description
        }
        int local = locals.indexOf(codec);
        if (local >= 0) {
            graph.out.writeVarInt(HeadNumbers.FIRST_DESCRIBED + local);
            return;
        }
        requireEncodable(codec);
        local = locals.add(codec, limits);
        graph.out.writeVarInt(HeadNumbers.FIRST_DESCRIBED + local);
        if (graph.strings.areShared()) {
            graph.strings.writeShared(codec);
        } else if (scope == null) {
            writeDescriptor(codec.descriptor);
        } else {
            scope.announceFingerprint(codec);
            graph.out.writeInt64(codec.descriptor.fingerprint());
        }
    }

    private void requireEncodable(DescribedCodec codec) {
        Admission admission = graph.admission();
        if (!admission.isEncodable(codec.ordinal)) {
            admission.requireEncodable(codec.type, codec.ordinal, codec.isCustom());
        }
    }

    private void writeOfSession(DescribedCodec codec, WriteScope session) {
        if (graph.isInPlace()) {
            requireInPlace(codec, session);
        } else {
            requireEncodable(codec);
            if (!session.knows(codec)) {
                codec.meetMembers(graph.table, graph.isWide());
            }
        }
        int head = HeadNumbers.FIRST_DESCRIBED + session.idOf(codec);
        if (head <= Byte.MAX_VALUE) {
            keepByte(codec.ordinal, (byte) head);
        }
        graph.out.writeVarInt(head);
    }

    private void requireInPlace(DescribedCodec codec, WriteScope session) {
        if (!codec.isInPlace()) {
            throw NotInPlaceException.CODE;
        }
        if (!session.knows(codec) || !graph.admission().isEncodable(codec.ordinal)) {
            throw NotInPlaceException.NEW;
        }
    }

    private void keepByte(int ordinal, byte head) {
        byte[] kept = ofSession();
        if (ordinal >= kept.length) {
            kept = Arrays.copyOf(kept, Math.max(ordinal + 1, 16));
            if (graph.isInPlace()) {
                placeBytes = kept;
            } else {
                sessionBytes = kept;
            }
            bytes = kept;
        }
        kept[ordinal] = head;
    }

    /**
     * The head of a class: its fixed number, or what the scope gave it, with the descriptor where the message carries
     * it.
     */
    void writeHead(TypeCodec codec) {
        int head = codec.head;
        if (head != TypeCodec.DESCRIBED && head < HeadNumbers.FIRST_DESCRIBED) {
            graph.out.writeByte(head);
        } else if (head != TypeCodec.DESCRIBED) {
            graph.out.writeByte(HeadNumbers.EXTENDED);
            graph.out.writeByte(head - HeadNumbers.EXTENDED_BASE);
        } else if (codec instanceof DescribedCodec described) {
            write(described);
        } else {
            codec.writeHead(graph);
        }
    }

    /** The head of a class that is known by its description only. */
    void write(Descriptor description) {
        if (graph.isInPlace()) {
            throw NotInPlaceException.CODE;
        }
        WriteScope scope = graph.scope();
        if (scope != null && scope.mode() == Header.SESSION) {
            graph.out.writeVarInt(HeadNumbers.FIRST_DESCRIBED + scope.idOf(description));
            return;
        }
        Integer local = descriptions.get(description);
        if (local != null) {
            graph.out.writeVarInt(HeadNumbers.FIRST_DESCRIBED + local);
            return;
        }
        local = locals.next(limits);
        descriptions.put(description, local);
        graph.out.writeVarInt(HeadNumbers.FIRST_DESCRIBED + local);
        if (scope == null) {
            writeDescriptor(description);
        } else {
            scope.idOf(description);
            graph.out.writeInt64(description.fingerprint());
        }
    }

    private void writeDescriptor(Descriptor descriptor) {
        schemaBytes += descriptor.heapBytes;
        if (schemaBytes > limits.schemaBytes()) {
            throw new EncodeException("encode: schemaBytes=" + schemaBytes + " > limits.schemaBytes="
                    + limits.schemaBytes() + ", class=" + SafeText.of(descriptor.className)
                    + "; split the message or raise the limit on both sides");
        }
        byte[] described = descriptor.bytesAfter(lastDescribed);
        lastDescribed = descriptor;
        graph.out.writeVarInt(described.length);
        graph.out.writeBytes(described, 0, described.length);
    }

    /** Numbers the classes of one message in the order of their first use; reused between messages. Not thread-safe. */
    private static final class LocalSchemas {
        private long[] byOrdinal = new long[16];
        private int epoch = 1;
        private int count;

        int indexOf(DescribedCodec codec) {
            int ordinal = codec.ordinal;
            if (ordinal >= byOrdinal.length) {
                return -1;
            }
            long entry = byOrdinal[ordinal];
            return (int) (entry >>> 32) == epoch ? (int) entry : -1;
        }

        int next(CodecLimits limits) {
            if (count >= limits.schemas()) {
                throw new EncodeException("encode: schemas=" + (count + 1) + " > limits.schemas=" + limits.schemas()
                        + "; split the message");
            }
            return count++;
        }

        int add(DescribedCodec codec, CodecLimits limits) {
            int index = next(limits);
            if (codec.ordinal >= byOrdinal.length) {
                byOrdinal = Arrays.copyOf(byOrdinal, Math.max(codec.ordinal + 1, 2 * byOrdinal.length));
            }
            byOrdinal[codec.ordinal] = (long) epoch << 32 | index;
            return index;
        }

        void clear() {
            count = 0;
            if (++epoch == 0) {
                epoch = 1;
                Arrays.fill(byOrdinal, 0);
            }
        }
    }
}
