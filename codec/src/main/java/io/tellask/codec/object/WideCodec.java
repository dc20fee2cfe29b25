package io.tellask.codec.object;

import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.schema.ClassShape;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;

/** A codec of the wide form, whose generated bodies take the position and give the one behind them. */
public abstract class WideCodec extends ObjectCodec {
    /** Elements one by one, each with its own count and depth. */
    public final void writeEach(GraphWriter out, ArrayList<?> elements, Class<?> owner) {
        super.writeElements(out, elements, owner);
    }

    /** The counterpart of {@link #writeEach}. */
    public final void readEach(GraphReader in, ArrayList<@Nullable Object> elements, int count) {
        super.readElements(in, elements, count);
    }

    protected WideCodec(ClassShape shape, int ordinal) {
        super(shape, ordinal);
    }

    @Override
    public final void write(GraphWriter out, Object value) {
        out.out.advanceTo(writeAt(out, value, out.out.position()));
    }

    @Override
    public final void writeElements(GraphWriter out, ArrayList<?> elements, Class<?> owner) {
        out.out.advanceTo(writeElementsAt(out, elements, owner, out.out.position()));
    }

    @Override
    public final void readElements(GraphReader in, ArrayList<@Nullable Object> elements, int count) {
        readElementsAt(in, elements, count, in.in.position());
    }

    @Override
    public final @Nullable Object read(GraphReader in) {
        return readAt(in, in.in.position());
    }
}
