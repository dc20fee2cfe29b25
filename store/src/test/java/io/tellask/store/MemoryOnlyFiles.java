package io.tellask.store;

import io.tellask.store.file.StoreFiles;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Files that are never forced: for tests that open many stores and cut no power. */
class MemoryOnlyFiles extends StoreFiles {
    @Override
    public void force(MemorySegment range) throws IOException {}

    @Override
    public void force(FileChannel channel) throws IOException {}

    @Override
    public void forceDirectory(Path directory) throws IOException {}

    @Override
    public void overwrite(Path file, byte[] content) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(content), 0);
        }
    }
}
