package io.tellask.struct;

import io.tellask.text.SafeText;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * The first bytes of a file of structs, numbers as little-endian. Stateless.
 *
 * <pre>
 * +----------+--------+-------------+--------+------------------+------------ - -
 * | TLKSTRUC | digest | struct size | length | zeros            | structs
 * | 8        | 8      | 8           | 8      | 32               | size * length
 * +----------+--------+-------------+--------+------------------+------------ - -
 * </pre>
 */
final class ArrayHeader {
    static final int BYTES = 64;

    private static final long MAGIC = 0x435552_54534b4c54L; // TLKSTRUC
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

    private ArrayHeader() {}

    static void write(StructType<?> type, MemorySegment file, long length) {
        file.set(LONG, 8, type.layout().digest());
        file.set(LONG, 16, type.layout().sizeBytes());
        file.set(LONG, 24, length);
        file.set(LONG, 0, MAGIC);
    }

    /** The bytes of the structs in a file that has these, and all of them. */
    static long require(StructType<?> type, Path name, FileChannel file) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(BYTES).order(ByteOrder.LITTLE_ENDIAN);
        while (header.hasRemaining() && file.read(header, header.position()) >= 0) {}
        if (header.hasRemaining() || header.getLong(0) != MAGIC) {
            throw new StructLayoutException("struct array: file=" + SafeText.of(name.toString()) + " of " + file.size()
                    + " bytes, limit=one that begins with" + " TLKSTRUC; open a file that StructArray.create has made");
        }
        try {
            type.layout().requireDigest(header.getLong(8));
        } catch (StructLayoutException other) {
            throw new StructLayoutException(
                    "struct array: file=" + SafeText.of(name.toString()) + ", " + other.getMessage());
        }
        int size = type.layout().sizeBytes();
        long length = header.getLong(24);
        long bytes = file.size() - BYTES;
        if (header.getLong(16) != size || bytes % size != 0 || bytes / size != length) {
            throw new StructLayoutException("struct array: file=" + SafeText.of(name.toString()) + ", length=" + length
                    + " structs of " + size + " bytes, limit=" + bytes
                    + " bytes behind the header; the file is cut off or damaged: restore it");
        }
        return bytes;
    }
}
