package io.tellask.aeron.calls;

import io.tellask.codec.ByteWriter;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Takes what a {@link TopicReference} is told; {@code toString} says what the reference is to. */
public interface TopicTarget {
    /** Where the arguments are to be written. */
    ByteWriter begin(int method);

    /** They were written. */
    void end(ByteWriter message);

    /** A method was called that returns a stream: what it gives. */
    Flow.@Nullable Publisher<?> stream(int method);
}
