package io.tellask.codec.graph;

import io.tellask.codec.schema.Descriptor;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A description as a key: equal to one of the same bytes. Immutable. */
public final class DescriptorKey {
    public final Descriptor descriptor;
    private final int hash;

    public DescriptorKey(Descriptor descriptor) {
        this.descriptor = descriptor;
        this.hash = Arrays.hashCode(descriptor.bytes);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof DescriptorKey key && descriptor.sameAs(key.descriptor);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    @Override
    public String toString() {
        return descriptor.toString();
    }
}
