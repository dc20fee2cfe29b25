package io.tellask.codec.builtin;

import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.Layout;
import io.tellask.codec.graph.TypeCodec;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@link Collections#nCopies}: the number of copies and the element, both references. The copies have no bytes of their
 * own, so the number counts against the slots of the message, and within a key as so many visits of the element.
 */
public final class CopiesCodec extends TypeCodec {
    public static final Class<?> TYPE = Collections.nCopies(1, "").getClass();

    private static final int BYTES_PER_VISIT = 8;

    CopiesCodec(int head) {
        super(TYPE, head, true, true);
    }

    @Override
    public Layout layout() {
        return Layout.TWO_REFERENCES;
    }

    @Override
    public void write(GraphWriter out, Object value) {
        List<?> copies = (List<?>) value;
        out.countSlots(copies.size(), 0);
        out.writeRef(copies.size());
        out.writeRef(copies.isEmpty() ? null : copies.getFirst());
    }

    @Override
    public Object read(GraphReader in) {
        int number = in.reserve();
        if (!(in.readRef() instanceof Integer count) || count < 0) {
            throw in.damaged("class=" + type.getName() + " has no count");
        }
        in.countSlots(count);
        long from = in.in.offset();
        long mark = in.keys.mark();
        @Nullable Object[] element = {in.readRef()};
        int bytes = in.in.bytesSince(from);
        in.keys.visitCopies(count, 1 + bytes / BYTES_PER_VISIT + in.keys.since(mark, bytes), from);
        return in.late.build(number, element, one -> Collections.nCopies(count, one[0]));
    }
}
