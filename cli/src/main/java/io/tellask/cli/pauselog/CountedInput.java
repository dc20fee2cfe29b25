package io.tellask.cli.pauselog;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.function.LongConsumer;

/** Tells how many bytes were read. Not thread-safe. */
final class CountedInput extends FilterInputStream {
    private final LongConsumer progress;
    private long count;

    CountedInput(InputStream in, LongConsumer progress) {
        super(in);
        this.progress = progress;
    }

    @Override
    public int read() throws IOException {
        int read = super.read();
        add(read < 0 ? 0 : 1);
        return read;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int read = super.read(target, offset, length);
        add(Math.max(0, read));
        return read;
    }

    private void add(int more) {
        count += more;
        progress.accept(count);
    }
}
