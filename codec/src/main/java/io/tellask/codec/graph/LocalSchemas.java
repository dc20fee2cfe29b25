package io.tellask.codec.graph;

import io.tellask.codec.CodecLimits;
import io.tellask.codec.EncodeException;
import java.util.Arrays;

/** Numbers the classes of one message in the order of their first use; reused between messages. Not thread-safe. */
final class LocalSchemas {
    private long[] byOrdinal = new long[16];
    private int epoch = 1;
    private int count;

    int indexOf(DescribedCodec codec) {
        int ordinal = codec.ordinal;
        if (ordinal >= byOrdinal.length) {
            return -1;
        }
        long entry = byOrdinal[ordinal];
        return (int) (entry >>> 32) == epoch ? (int) entry : -1;
    }

    int next(CodecLimits limits) {
        if (count >= limits.schemas()) {
            throw new EncodeException(
                    "encode: schemas=" + (count + 1) + " > limits.schemas=" + limits.schemas() + "; split the message");
        }
        return count++;
    }

    int add(DescribedCodec codec, CodecLimits limits) {
        int index = next(limits);
        if (codec.ordinal >= byOrdinal.length) {
            byOrdinal = Arrays.copyOf(byOrdinal, Math.max(codec.ordinal + 1, 2 * byOrdinal.length));
        }
        byOrdinal[codec.ordinal] = (long) epoch << 32 | index;
        return index;
    }

    void clear() {
        count = 0;
        if (++epoch == 0) {
            epoch = 1;
            Arrays.fill(byOrdinal, 0);
        }
    }
}
