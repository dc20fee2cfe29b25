package io.tellask.cli.terminal;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Unpacks a file that is packed whole, in one part or several: what follows the last one is refused, where the class of the JDK leaves it unread. Not thread-safe. */
public final class PackedInput extends GZIPInputStream {
    private static final int TRAILER_BYTES = 8;

    private final Counted source;

    /** What was read of the file when the buffer was filled last: it holds the bytes before. */
    private long filledTo;

    private PackedInput(Counted source, int bufferBytes) throws IOException {
        super(source, bufferBytes);
        this.source = source;
    }

    /** Unpacks a file from its start; throws {@link ZipException} or {@link EOFException} if it does not begin as a packed one. */
    public static PackedInput of(InputStream file, int bufferBytes) throws IOException {
        return new PackedInput(new Counted(file), bufferBytes);
    }

    @Override
    protected void fill() throws IOException {
        super.fill();
        filledTo = source.count;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int count = super.read(target, offset, length);
        if (count < 0) {
            requireEnd();
        }
        return count;
    }

    /** The JDK looks for a further part, so that it may have read on. */
    private void requireEnd() throws IOException {
        long end = filledTo - inf.getRemaining() + TRAILER_BYTES;
        if (source.count > end || source.read() >= 0) {
            throw new ZipException("something follows the packed part");
        }
    }

    private static final class Counted extends FilterInputStream {
        private long count;

        Counted(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int read = super.read();
            count += read < 0 ? 0 : 1;
            return read;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            int read = super.read(target, offset, length);
            count += Math.max(0, read);
            return read;
        }
    }
}
