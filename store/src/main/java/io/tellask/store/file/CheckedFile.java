package io.tellask.store.file;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/** A file written or read once from start to end, little-endian, with a CRC32C of everything as its last word. Not thread-safe. */
public final class CheckedFile implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 20;

    private final FileChannel channel;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final CRC32C crc = new CRC32C();

    private CheckedFile(FileChannel channel) {
        this.channel = channel;
    }

    public static CheckedFile create(Path file) throws IOException {
        return new CheckedFile(StoreFiles.createNew(file));
    }

    public static CheckedFile open(Path file) throws IOException {
        CheckedFile opened = new CheckedFile(RegularFiles.open(file, StandardOpenOption.READ));
        opened.buffer.limit(0);
        return opened;
    }

    public void writeLong(long value) throws IOException {
        if (buffer.remaining() < Long.BYTES) {
            drain();
        }
        buffer.putLong(value);
    }

    public void write(MemorySegment source) throws IOException {
        for (long at = 0; at < source.byteSize(); ) {
            if (!buffer.hasRemaining()) {
                drain();
            }
            long count = Math.min(buffer.remaining(), source.byteSize() - at);
            MemorySegment.copy(source, at, MemorySegment.ofArray(buffer.array()), buffer.position(), count);
            buffer.position(buffer.position() + (int) count);
            at += count;
        }
    }

    private void drain() throws IOException {
        buffer.flip();
        crc.update(buffer.array(), 0, buffer.limit());
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
        buffer.clear();
    }

    /** The last word, before anything else is read: the checksum of a file that is whole. */
    public long lastWord() throws IOException {
        ByteBuffer word = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        long at = channel.size() - Long.BYTES;
        while (word.hasRemaining()) {
            if (at < 0 || channel.read(word, at + word.position()) < 0) {
                throw new IOException("file ends early");
            }
        }
        return word.getLong(0);
    }

    public void expect(long value) throws IOException {
        long found = readLong();
        if (found != value) {
            throw new IOException("found=" + found + ", expected=" + value);
        }
    }

    /** A number between 0 and a bound. */
    public long readCount(long most) throws IOException {
        long value = readLong();
        if (value < 0 || value > most) {
            throw new IOException("count=" + value + ", limit=" + most);
        }
        return value;
    }

    public long readLong() throws IOException {
        if (buffer.remaining() < Long.BYTES) {
            fill(Long.BYTES);
        }
        return buffer.getLong();
    }

    public byte[] readBytes(int count) throws IOException {
        long left = channel.size() - channel.position() + buffer.remaining();
        if (count > left) {
            throw new IOException("bytes=" + count + " > rest of the file=" + left);
        }
        byte[] bytes = new byte[count];
        read(MemorySegment.ofArray(bytes));
        return bytes;
    }

    void read(MemorySegment target) throws IOException {
        for (long at = 0; at < target.byteSize(); ) {
            if (!buffer.hasRemaining()) {
                fill(1);
            }
            long count = Math.min(buffer.remaining(), target.byteSize() - at);
            MemorySegment.copy(MemorySegment.ofArray(buffer.array()), buffer.position(), target, at, count);
            buffer.position(buffer.position() + (int) count);
            at += count;
        }
    }

    /** Reads on until {@code count} bytes are there; what was consumed enters the checksum. */
    private void fill(int count) throws IOException {
        crc.update(buffer.array(), 0, buffer.position());
        buffer.compact();
        while (buffer.position() < count) {
            if (channel.read(buffer) < 0) {
                throw new IOException("file ends early");
            }
        }
        buffer.flip();
    }

    /** Writes the checksum, which is returned, and forces the file. */
    public long finish() throws IOException {
        drain();
        long value = crc.getValue();
        buffer.putLong(value).flip();
        while (buffer.hasRemaining()) {
            channel.write(buffer);
        }
        channel.force(true);
        return value;
    }

    /** Reads all that follows and compares the checksum, which is at the end; returns it. */
    public long verifyRest() throws IOException {
        long left = channel.size() - channel.position() + buffer.remaining() - Long.BYTES;
        for (; left > 0 && buffer.remaining() <= left; fill(1)) {
            left -= buffer.remaining();
            buffer.position(buffer.limit());
        }
        buffer.position(buffer.position() + (int) Math.max(0, left));
        return verify();
    }

    /** Reads the checksum and compares; returns it. */
    public long verify() throws IOException {
        crc.update(buffer.array(), 0, buffer.position());
        long expected = crc.getValue();
        buffer.compact().flip();
        if (readLong() != expected) {
            throw new IOException("checksum differs");
        }
        return expected;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
