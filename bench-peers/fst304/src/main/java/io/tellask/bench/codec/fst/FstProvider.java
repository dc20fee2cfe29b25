package io.tellask.bench.codec.fst;

import io.tellask.bench.codec.Engine;
import io.tellask.bench.codec.Subject;
import java.io.IOException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.nustaq.serialization.FSTConfiguration;
import org.nustaq.serialization.FSTObjectInput;
import org.nustaq.serialization.FSTObjectOutput;

/**
 * FST's default configuration with registered classes, its streams used again: {@code fst304} and {@code fst257} without
 * references, and the same with {@code -references}. Which release answers is decided by the class path.
 */
public final class FstProvider implements Engine.Provider {
    /**
     * A configuration takes no classes once it is in use, so that each set of classes has one of its own; and so have
     * its streams, since those that FST keeps for each thread stay with the first configuration that asks.
     */
    @Override
    public Engine open(String contender) {
        return (root, types, example) -> {
            FSTConfiguration configuration = FSTConfiguration.createDefaultConfiguration();
            configuration.setShareReferences(contender.endsWith("-references"));
            configuration.registerClass(types.toArray(Class<?>[]::new));
            return subject(new FSTObjectOutput(configuration), new FSTObjectInput(configuration));
        };
    }

    private static Subject subject(FSTObjectOutput out, FSTObjectInput in) {
        return new Subject() {
            @Override
            public int encode(Object value) throws IOException {
                out.resetForReUse();
                out.writeObject(value);
                return out.getWritten();
            }

            @Override
            public byte[] encoded() {
                return Arrays.copyOf(out.getBuffer(), out.getWritten());
            }

            @Override
            public @Nullable Object decode(byte[] bytes) throws IOException, ClassNotFoundException {
                in.resetForReuseUseArray(bytes);
                return in.readObject();
            }
        };
    }
}
