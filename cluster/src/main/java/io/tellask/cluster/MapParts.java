package io.tellask.cluster;

import io.tellask.store.Scan;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Entries of a scan, many in one part. Used by one thread. */
final class MapParts implements Iterator<byte[]>, AutoCloseable {
    private static final int PART_BYTES = 256 << 10;

    private final Scan<byte[], byte[]> scan;
    private byte @Nullable [] next;

    MapParts(Scan<byte[], byte[]> scan) {
        this.scan = scan;
    }

    private byte @Nullable [] read() {
        List<byte[]> entries = new ArrayList<>();
        int bytes = 0;
        while (bytes < PART_BYTES && scan.next()) {
            for (byte[] each : List.of(scan.key(), scan.value())) {
                entries.add(each);
                bytes += Integer.BYTES + each.length;
            }
        }
        if (entries.isEmpty()) {
            return null;
        }
        ByteBuffer part = ByteBuffer.allocate(bytes);
        entries.forEach(each -> part.putInt(each.length).put(each));
        return part.array();
    }

    @Override
    public boolean hasNext() {
        next = next == null ? read() : next;
        return next != null;
    }

    @Override
    public byte[] next() {
        if (!hasNext()) {
            throw new NoSuchElementException();
        }
        byte[] part = Objects.requireNonNull(next);
        next = null;
        return part;
    }

    @Override
    public void close() {
        scan.close();
    }
}
