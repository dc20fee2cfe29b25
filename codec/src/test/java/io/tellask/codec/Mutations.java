package io.tellask.codec;

import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Damages messages where it hurts: heads, counts, back references and whole pieces, drawn from a seed. */
final class Mutations {
    /** First bytes of heads, and varints at the edges of their ranges. */
    private static final byte[][] PIECES = {
        {0},
        {1, 0},
        {1, 1},
        {2},
        {3, 3, 3},
        {79, 7, 0, 0},
        {80},
        {81},
        {(byte) 0xd0, 0x01},
        {26, 1, 0},
        {34, 1, 0},
        {28, 0, 2},
        {33, 2, 0},
        {39},
        {58, 1, 1},
        {127},
        {(byte) 0x80, 0x01},
        {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x07},
        {(byte) 0xff, (byte) 0xff, (byte) 0xff, (byte) 0xff, 0x0f},
        {
            (byte) 0xff,
            (byte) 0xff,
            (byte) 0xff,
            (byte) 0xff,
            (byte) 0xff,
            (byte) 0xff,
            (byte) 0xff,
            (byte) 0xff,
            (byte) 0xff,
            0x01
        },
    };

    private final Random random;

    Mutations(long seed) {
        random = new Random(seed);
    }

    /** One to four changes to a copy of {@code bytes}; {@code others} give pieces to splice in. */
    byte[] mutate(byte[] bytes, List<Corpus> others) {
        byte[] mutated = bytes.clone();
        for (int i = 1 + random.nextInt(4); i > 0 && mutated.length > 1; i--) {
            mutated = change(mutated, others);
        }
        return mutated;
    }

    private byte[] change(byte[] bytes, List<Corpus> others) {
        int from = 1 + random.nextInt(bytes.length - 1);
        int length = Math.min(bytes.length - from, 1 + random.nextInt(8));
        return switch (random.nextInt(7)) {
            case 0 -> replaced(bytes, from, 1, new byte[] {(byte) random.nextInt()});
            case 1 -> replaced(bytes, from, 1, new byte[] {(byte) (bytes[from] + random.nextInt(5) - 2)});
            case 2 -> replaced(bytes, from, 1, piece());
            case 3 -> replaced(bytes, from, 0, piece());
            case 4 -> replaced(bytes, from, length, new byte[0]);
            case 5 -> replaced(bytes, from, 0, range(bytes));
            default ->
                replaced(
                        bytes,
                        from,
                        length,
                        range(others.get(random.nextInt(others.size())).bytes()));
        };
    }

    private byte[] piece() {
        return PIECES[random.nextInt(PIECES.length)];
    }

    private byte[] range(byte[] bytes) {
        int from = random.nextInt(bytes.length);
        return Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + 1 + random.nextInt(24)));
    }

    private static byte[] replaced(byte[] bytes, int from, int length, byte[] by) {
        byte[] result = Arrays.copyOf(bytes, bytes.length - length + by.length);
        System.arraycopy(by, 0, result, from, by.length);
        System.arraycopy(bytes, from + length, result, from + by.length, bytes.length - from - length);
        return result;
    }
}
