package io.tellask.bench.map;

import io.tellask.store.DurableMap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Ours, with raw bytes as values: checksums and periodic force on, as shipped. */
final class DurableUserMap implements UserMap {
    private final Path folder;
    private final DurableMap<String, byte[]> map;

    /** @param expected entries to make room for beforehand, 0 to let the index grow */
    DurableUserMap(Path folder, int expected) {
        this.folder = folder;
        var builder = DurableMap.builder(folder, String.class, byte[].class);
        this.map = (expected == 0 ? builder : builder.expectedRecords(expected)).open();
    }

    @Override
    public void put(String key, byte[] value) {
        map.put(key, value);
    }

    @Override
    public byte @Nullable [] get(String key) {
        return map.get(key);
    }

    @Override
    public long scan() {
        long[] sum = new long[1];
        map.forEach((key, value) -> sum[0] += MapProcess.digest(key, value));
        return sum[0];
    }

    @Override
    public int size() {
        return Math.toIntExact(map.size());
    }

    @Override
    public long fileBytes() {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(DurableUserMap::sizeOf)
                    .sum();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        map.close();
    }

    private static long sizeOf(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
