package io.tellask.aeron.calls;

import io.tellask.codec.ByteWriter;

/** Takes what a {@link TopicReference} is told; {@code toString} says what the reference is to. */
public interface TopicTarget {
    /** Where the arguments are to be written. */
    ByteWriter begin(int method);

    /** They were written. */
    void end(ByteWriter message);
}
