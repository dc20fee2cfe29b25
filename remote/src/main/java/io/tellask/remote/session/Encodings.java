package io.tellask.remote.session;

import io.tellask.codec.EncodingProvider;
import io.tellask.remote.ValueEncoding;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Which encodings of values this process has: looked for once. Stateless. */
public final class Encodings {
    private Encodings() {}

    private static final class Found {
        private static final Map<String, EncodingProvider> BY_NAME =
                ServiceLoader.load(EncodingProvider.class, Encodings.class.getClassLoader()).stream()
                        .map(ServiceLoader.Provider::get)
                        .collect(Collectors.toMap(EncodingProvider::name, each -> each, (first, _) -> first));
    }

    static @Nullable EncodingProvider find(ValueEncoding chosen) {
        return Found.BY_NAME.get(chosen.id());
    }

    /** Whether sessions of this process may have such values. */
    public static boolean has(ValueEncoding chosen) {
        return chosen == ValueEncoding.BINARY || find(chosen) != null;
    }

    /** Says what to do where one is not here. */
    public static String missing(ValueEncoding chosen) {
        return chosen
                + " values are not taken here; add the module io.tellask.codec.text (tellask-codec-text), or choose another"
                + " encoding";
    }
}
