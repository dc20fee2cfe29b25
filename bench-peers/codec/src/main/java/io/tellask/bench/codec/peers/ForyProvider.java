package io.tellask.bench.codec.peers;

import io.tellask.bench.codec.Engine;
import io.tellask.bench.codec.Subject;
import org.apache.fory.Fory;
import org.apache.fory.config.ForyBuilder;
import org.apache.fory.memory.MemoryBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Apache Fory with generated code and registered classes: {@code fory} as it is by default, {@code fory-fixed} without
 * number compression, {@code fory-references}, and {@code fory-compatible}, whose messages describe their classes.
 */
public final class ForyProvider implements Engine.Provider {
    private static final int INITIAL_BYTES = 1 << 10;

    /**
     * An instance takes no more classes once it is in use, so that each set of classes has one of its own. Compilation is not
     * left to another thread, so that the first message already runs generated code.
     */
    @Override
    public Engine open(String contender) {
        ForyBuilder builder = Fory.builder()
                .withXlang(false)
                .withCompatible(contender.equals("fory-compatible"))
                .withRefTracking(contender.equals("fory-references"))
                .withCodegen(true)
                .withAsyncCompilation(false)
                .requireClassRegistration(true);
        return (root, types, example) -> {
            Fory fory = (contender.equals("fory-fixed") ? builder.withNumberCompressed(false) : builder).build();
            types.stream()
                    .filter(type -> !type.isArray() && type != String.class)
                    .forEach(fory::register);
            return subject(fory, MemoryBuffer.newHeapBuffer(INITIAL_BYTES));
        };
    }

    private static Subject subject(Fory fory, MemoryBuffer out) {
        return new Subject() {
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
        };
    }
}
