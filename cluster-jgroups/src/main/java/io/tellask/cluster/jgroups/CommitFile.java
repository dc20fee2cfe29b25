package io.tellask.cluster.jgroups;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * How far entries are known to be agreed on, so that a member that begins again applies so many at once. It need not be exact: what is missing
 * the leader says. Used by one thread at a time.
 */
final class CommitFile implements AutoCloseable {
    private final Arena arena = Arena.ofShared();
    private final MemorySegment mapped;

    private CommitFile(FileChannel channel) throws IOException {
        mapped = channel.map(FileChannel.MapMode.READ_WRITE, 0, Long.BYTES, arena);
    }

    static CommitFile open(Path file) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            if (channel.size() < Long.BYTES) {
                channel.write(ByteBuffer.allocate(Long.BYTES), 0); // room on the disk before it is mapped
            }
            return new CommitFile(channel);
        }
    }

    long index() {
        return Math.max(0, mapped.get(ValueLayout.JAVA_LONG, 0));
    }

    void write(long index) {
        mapped.set(ValueLayout.JAVA_LONG, 0, index);
    }

    @Override
    public void close() {
        arena.close();
    }
}
