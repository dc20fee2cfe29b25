package io.tellask.cli.hostile;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/** Damages bytes. Stateless. */
final class Mutation {
    private static final int[] EDGES = {0, 1, 0x7f, 0x80, 0xff, '\r', '\n', '$', '*', '-', '9'};

    private Mutation() {}

    /** One of the given pieces, most often damaged. */
    static byte[] of(List<byte[]> pieces, SplittableRandom random) {
        byte[] piece = pieces.get(random.nextInt(pieces.size())).clone();
        return switch (random.nextInt(6)) {
            case 0 -> piece;
            case 1 -> Arrays.copyOf(piece, random.nextInt(piece.length + 1));
            case 2 -> Arrays.copyOf(piece, piece.length + random.nextInt(100));
            case 3 ->
                NativeFrames.join(
                        Arrays.copyOf(piece, random.nextInt(piece.length + 1)),
                        pieces.get(random.nextInt(pieces.size())));
            default -> changed(piece, random);
        };
    }

    private static byte[] changed(byte[] piece, SplittableRandom random) {
        for (int i = random.nextInt(3); i >= 0; i--) {
            int at = random.nextInt(piece.length);
            piece[at] = (byte)
                    (random.nextBoolean() ? piece[at] ^ 1 << random.nextInt(8) : EDGES[random.nextInt(EDGES.length)]);
        }
        return piece;
    }
}
