package io.tellask.codec.registry;

import io.tellask.codec.ByteReader;
import io.tellask.codec.ByteWriter;
import io.tellask.codec.CodecLimits;
import io.tellask.codec.builtin.SharedValueCodec;
import io.tellask.codec.graph.TypeRegistry;
import io.tellask.codec.message.MessageReader;
import io.tellask.codec.message.MessageWriter;
import io.tellask.codec.message.Pool;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Copies graphs: writes them into memory and reads them back, with immutable values and the codecs of classes handed
 * over instead of written. What a message keeps, a copy keeps: identity, cycles, hooks. Thread-safe.
 */
public final class Copier {
    private static final int RETAINED_BYTES = 1 << 20;

    private final CodecLimits limits;
    private final TypeRegistry table;
    private final Pool<Workshop> workshops = new Pool<>(Workshop::new);

    public Copier(TypeRegistry table, CodecLimits limits) {
        this.table = table;
        this.limits = limits;
    }

    public @Nullable Object copy(Object original) {
        Workshop workshop = workshops.take();
        boolean done = false;
        try {
            Object copy = workshop.copy(original);
            done = true;
            return copy;
        } finally {
            workshops.end(workshop, done && workshop.bytes.array().length <= RETAINED_BYTES);
        }
    }

    /** What one copy needs. */
    private final class Workshop {
        private final List<Object> shared = new ArrayList<>();
        private final ByteWriter bytes = new ByteWriter(256);
        private final ByteReader source = new ByteReader();
        private final MessageWriter writer = MessageWriter.copying(table, limits, shared);
        private final MessageReader reader =
                new MessageReader(table, limits, table.admissionOf(Object.class), SharedValueCodec.BY_HEAD, shared);

        @Nullable
        Object copy(Object original) {
            bytes.clear();
            writer.write(original, original.getClass(), null, bytes);
            source.wrap(bytes.array(), 0, bytes.position());
            Object copy = reader.read(source, Object.class, null);
            shared.clear();
            return copy;
        }
    }
}
