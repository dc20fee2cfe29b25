package io.tellask.codec.builtin;

import io.tellask.codec.graph.GraphReader;
import io.tellask.codec.graph.GraphWriter;
import io.tellask.codec.graph.HeadNumbers;
import io.tellask.codec.graph.Layout;
import io.tellask.codec.graph.TypeCodec;
import org.jspecify.annotations.Nullable;

/**
 * Hands an immutable value of the JDK from an original to its copy, instead of its bytes. Only within {@code Copier};
 * no message has its head.
 */
public final class SharedValueCodec extends TypeCodec {
    private static final int HEAD = BuiltIns.BY_HEAD.length - 1;

    /** The built-in types by head, and this one. */
    public static final @Nullable TypeCodec[] BY_HEAD = BuiltIns.BY_HEAD.clone();

    static {
        BY_HEAD[HEAD] = new SharedValueCodec(Object.class);
    }

    private SharedValueCodec(Class<?> type) {
        super(type, HEAD, false);
    }

    /** What stands in a copier's table for {@code builtIn}: itself, unless its objects are immutable. */
    public static TypeCodec over(TypeCodec builtIn) {
        boolean immutable = builtIn.layout().body() == Layout.Body.VALUE && !builtIn.tracked;
        return immutable || builtIn.head == HeadNumbers.STRING ? new SharedValueCodec(builtIn.type) : builtIn;
    }

    @Override
    public void write(GraphWriter out, Object value) {
        out.strings.writeShared(value);
    }

    @Override
    public Object read(GraphReader in) {
        return in.strings.readShared();
    }
}
