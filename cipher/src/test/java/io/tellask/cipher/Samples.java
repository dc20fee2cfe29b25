package io.tellask.cipher;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;

/** What several tests need. */
final class Samples {
    private Samples() {}

    /** The lines of a table in the resources, split, without comments. */
    static List<String[]> table(String name) throws IOException {
        try (InputStream in = Samples.class.getResourceAsStream(name)) {
            return new String(in.readAllBytes(), StandardCharsets.US_ASCII)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(","))
                    .toList();
        }
    }

    static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits);
    }

    static byte[] bytes(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    static byte[] key(Random random) {
        return bytes(random, StreamAlgorithm.KEY_BYTES);
    }

    static MemorySegment offHeap(Arena arena, byte[] bytes) {
        MemorySegment segment = arena.allocate(Math.max(1, bytes.length)).asSlice(0, bytes.length);
        segment.copyFrom(MemorySegment.ofArray(bytes));
        return segment;
    }
}
