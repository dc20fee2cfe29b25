package io.tellask.codec.object;

import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.graph.TypeRegistry;
import io.tellask.codec.schema.ClassShape;
import io.tellask.codec.schema.Descriptor;
import io.tellask.codec.schema.EvolvedShape;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Reads objects that another version of their class wrote: through handles at first, with generated code once the
 * version has proved common, so that a sender of ever new descriptors makes no classes. Thread-safe.
 */
final class EvolvedCodec extends ObjectCodec {
    private static final int USES_BEFORE_GENERATING = 64;

    private final ClassShape local;
    private final TypeRegistry table;
    private final Reader compact = new Reader(false);
    private final Reader wide = new Reader(true);

    EvolvedCodec(ClassShape local, Descriptor remote, int ordinal, TypeRegistry table) {
        super(EvolvedShape.of(local, remote), ordinal);
        this.local = local;
        this.table = table;
    }

    @Override
    public void write(GraphWriter out, Object value) {
        throw new IllegalStateException("class=" + type.getName() + " is written in this side's version");
    }

    @Override
    public @Nullable Object read(GraphReader in) {
        return (in.wide ? wide : compact).read(in);
    }

    /** Reads messages of one form. */
    private final class Reader {
        private final boolean isWide;
        private final AtomicInteger uses = new AtomicInteger();
        private volatile @Nullable TypeCodec generated;

        Reader(boolean isWide) {
            this.isWide = isWide;
        }

        @Nullable
        Object read(GraphReader in) {
            TypeCodec fast = generated;
            if (fast != null) {
                in.unbacked.takeObject(shape.unbackedSlots(), in);
                return fast.read(in);
            }
            if (uses.incrementAndGet() == USES_BEFORE_GENERATING && table.mayGenerateReader()) {
                ClassShape straight = EvolvedShape.withStraightConstructor(local, shape);
                generated = straight == null ? null : CodecGenerator.generateReader(straight, ordinal, table, isWide);
            }
            return readFields(in);
        }
    }
}
