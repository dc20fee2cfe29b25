package io.tellask.bench.codec.fst;

import io.tellask.bench.codec.Engine;
import io.tellask.bench.codec.Subject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.nustaq.serialization.FSTConfiguration;
import org.nustaq.serialization.FSTObjectInput;
import org.nustaq.serialization.FSTObjectOutput;

/**
 * FST's default configuration with registered classes, its streams used again: {@code fst304} and {@code fst257} without
 * references, and the same with {@code -references}. Which release answers is decided by the class path.
 */
public final class FstProvider implements Engine.Provider {
    @Override
    public Engine open(String contender) {
        boolean references = contender.endsWith("-references");
        return (root, types, example) -> new FstSubject(references, types);
    }

    private static final class FstSubject implements Subject {
        private final FSTConfiguration configuration = FSTConfiguration.createDefaultConfiguration();
        private final FSTObjectOutput out;
        private final FSTObjectInput in;

        /**
         * A configuration takes no classes once it is in use, so that each set of classes has one of its own; and so have
         * its streams, since those that FST keeps for each thread stay with the first configuration that asks.
         */
        FstSubject(boolean references, List<Class<?>> types) {
            configuration.setShareReferences(references);
            configuration.registerClass(types.toArray(Class<?>[]::new));
            out = new FSTObjectOutput(configuration);
            in = new FSTObjectInput(configuration);
        }

        @Override
        public int encode(Object value) {
            out.resetForReUse();
            try {
                out.writeObject(value);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return out.getWritten();
        }

        @Override
        public byte[] encoded() {
            return Arrays.copyOf(out.getBuffer(), out.getWritten());
        }

        @Override
        public @Nullable Object decode(byte[] bytes) {
            try {
                in.resetForReuseUseArray(bytes);
                return in.readObject();
            } catch (IOException | ClassNotFoundException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}
