package io.tellask.remote.session;

import io.tellask.codec.EncodingProvider;
import io.tellask.remote.ValueEncoding;
import java.util.Optional;
import java.util.ServiceLoader;

/** Which encodings of values this process has. Stateless. */
public final class Encodings {
    private Encodings() {}

    static Optional<EncodingProvider> find(ValueEncoding chosen) {
        return ServiceLoader.load(EncodingProvider.class, Encodings.class.getClassLoader()).stream()
                .map(ServiceLoader.Provider::get)
                .filter(provider -> provider.name().equals(chosen.id()))
                .findFirst();
    }

    /** Whether sessions of this process may have such values. */
    public static boolean has(ValueEncoding chosen) {
        return chosen == ValueEncoding.BINARY || find(chosen).isPresent();
    }

    /** Says what to do where one is not here. */
    public static String missing(ValueEncoding chosen) {
        return chosen
                + " values are not taken here; add the module io.tellask.codec.text (tellask-codec-text), or choose another"
                + " encoding";
    }
}
