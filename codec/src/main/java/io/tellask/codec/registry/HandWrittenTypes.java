package io.tellask.codec.registry;

import io.tellask.codec.graph.TypeCodec;
import io.tellask.codec.graph.TypeRegistry;
import io.tellask.codec.schema.Descriptor;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The codecs of types that an application writes by hand. Thread-safe. */
public interface HandWrittenTypes {
    /** The codec of a class that the application writes by hand, or null; it takes the next of {@code ordinals}. */
    @Nullable
    TypeCodec custom(Class<?> type, AtomicInteger ordinals);

    /** What reads {@code remote} where the application reads its name by hand, or null. */
    @Nullable
    TypeCodec customReader(Descriptor remote, TypeRegistry registry);

    /** The type that the application writes by hand under this name, or null. */
    @Nullable
    Class<?> customNamed(String name);
}
