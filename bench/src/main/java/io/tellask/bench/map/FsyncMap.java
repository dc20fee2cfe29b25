package io.tellask.bench.map;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The disk itself: each forced put writes 128 bytes into a file whose blocks are there already, and forces it. Nothing can be read. */
public final class FsyncMap implements UserMap {
    private static final int FILE_BYTES = 64 << 20;
    private static final int RECORD_BYTES = 128;

    private final FileChannel file;
    private final ByteBuffer record = ByteBuffer.allocateDirect(RECORD_BYTES);
    private int position;

    /** Allocates the file's blocks first. */
    public FsyncMap(Path folder, int users, boolean forced, String contender) throws IOException {
        file = FileChannel.open(folder.resolve("log"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        ByteBuffer zeros = ByteBuffer.allocate(1 << 20);
        for (int at = 0; at < FILE_BYTES; at += zeros.capacity()) {
            file.write(zeros.clear(), at);
        }
        file.force(true);
    }

    @Override
    public synchronized void putForced(String key, byte[] value) throws IOException {
        record.clear().putInt(0, value.length);
        file.write(record, position);
        file.force(false);
        position = (position + RECORD_BYTES) % FILE_BYTES;
    }

    @Override
    public void put(String key, byte[] value) {
        throw new UnsupportedOperationException("only forced puts");
    }

    @Override
    public byte[] get(String key) {
        throw new UnsupportedOperationException("only forced puts");
    }

    @Override
    public long scan() {
        throw new UnsupportedOperationException("only forced puts");
    }

    @Override
    public int size() {
        return 0;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
