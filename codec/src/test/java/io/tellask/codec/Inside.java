package io.tellask.codec;

import io.tellask.codec.registry.TypeTable;
import io.tellask.codec.schema.Descriptor;

/** What the codec's own package shows to the tests of the packages below it. */
public final class Inside {
    private Inside() {}

    public static TypeTable tableOf(Codec codec) {
        return codec.table();
    }

    public static boolean isTracking(Codec codec) {
        return codec.tracksReferences();
    }

    public static ClassDescription describe(Descriptor descriptor) {
        return ClassDescription.of(descriptor);
    }
}
