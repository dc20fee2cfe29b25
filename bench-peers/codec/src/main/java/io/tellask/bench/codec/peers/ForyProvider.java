package io.tellask.bench.codec.peers;

import io.tellask.bench.codec.Engine;
import io.tellask.bench.codec.Subject;
import java.util.List;
import org.apache.fory.Fory;
import org.apache.fory.config.ForyBuilder;
import org.apache.fory.memory.MemoryBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Apache Fory with generated code and registered classes: {@code fory} as it is by default, {@code fory-fixed} without
 * number compression, {@code fory-references}, and {@code fory-compatible}, whose messages describe their classes.
 */
public final class ForyProvider implements Engine.Provider {
    @Override
    public Engine open(String contender) {
        return switch (contender) {
            case "fory" -> engine(builder());
            case "fory-fixed" -> engine(builder().withNumberCompressed(false));
            case "fory-references" -> engine(builder().withRefTracking(true));
            case "fory-compatible" -> engine(builder().withCompatible(true));
            default -> throw new IllegalArgumentException("no such contender: contender=" + contender);
        };
    }

    /** Compilation is not left to another thread, so that the first message already runs generated code. */
    private static ForyBuilder builder() {
        return Fory.builder()
                .withXlang(false)
                .withCompatible(false)
                .withRefTracking(false)
                .withCodegen(true)
                .withAsyncCompilation(false)
                .requireClassRegistration(true);
    }

    /** An instance takes no more classes once it is in use, so that each set of classes has one of its own. */
    private static Engine engine(ForyBuilder builder) {
        return (root, types, example) -> new ForySubject(builder.build(), types);
    }

    private static final class ForySubject implements Subject {
        private static final int INITIAL_BYTES = 1 << 10;

        private final Fory fory;
        private final MemoryBuffer out = MemoryBuffer.newHeapBuffer(INITIAL_BYTES);

        ForySubject(Fory fory, List<Class<?>> types) {
            this.fory = fory;
            types.stream()
                    .filter(type -> !type.isArray() && type != String.class)
                    .forEach(fory::register);
        }

        @Override
        public int encode(Object value) {
            out.writerIndex(0);
            fory.serialize(out, value);
            return out.writerIndex();
        }

        @Override
        public byte[] encoded() {
            return out.getBytes(0, out.writerIndex());
        }

        @Override
        public @Nullable Object decode(byte[] bytes) {
            return fory.deserialize(bytes);
        }
    }
}
