package io.tellask.cli.pauselog;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * The chunks of a flight recording, each of which begins with its own length: the JDK's readers end without a word where a
 * later one is cut. Source of the layout: {@code jfrChunkWriter.cpp} of OpenJDK, version 2 of the format.
 */
final class RecordingChunks {
    private static final int HEADER_BYTES = 68;
    private static final int MAGIC = 0x464c5200; // FLR and a zero
    private static final int SIZE_AT = 8;
    private static final int STATE_AT = 64;

    private RecordingChunks() {}

    /**
     * Goes from head to head.
     *
     * @throws IOException if a chunk does not end within the file or is not finished, or something else follows one
     */
    static void requireWhole(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            ByteBuffer head = ByteBuffer.allocate(HEADER_BYTES);
            long length = channel.size();
            long start = 0;
            do {
                head.clear();
                while (head.hasRemaining() && channel.read(head, start + head.position()) > 0) {
                    // goes on until the head is there or the file ends
                }
                if (head.hasRemaining()) {
                    throw new IOException("cut off at byte " + length + ", within the head of a chunk");
                }
                long size = head.getLong(SIZE_AT);
                if (head.getInt(0) != MAGIC || size < HEADER_BYTES) {
                    throw new IOException("damaged: no chunk begins at byte " + start);
                }
                if (size > length - start) {
                    throw new IOException("cut off at byte " + length + ", within a chunk that would end "
                            + (size - (length - start)) + " bytes later");
                }
                if (head.get(STATE_AT) != 0) {
                    throw new IOException("not finished: its process writes it still, or was killed");
                }
                start += size;
            } while (start < length);
        }
    }
}
