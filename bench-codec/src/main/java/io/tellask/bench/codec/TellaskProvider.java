package io.tellask.bench.codec;

import io.tellask.codec.Codec;
import io.tellask.codec.Schema;
import java.util.List;
import java.util.Optional;

/** Tellask in the configurations that the comparison names. */
public final class TellaskProvider implements EngineProvider {
    @Override
    public Optional<Engine> open(String contender) {
        return Optional.ofNullable(
                switch (contender) {
                    case "tellask" -> session(false, Schema.COMPATIBLE);
                    case "tellask-references" -> session(true, Schema.COMPATIBLE);
                    case "tellask-strict" -> session(false, Schema.STRICT);
                    case "tellask-strict-references" -> session(true, Schema.STRICT);
                    case "tellask-standalone" -> standalone(false);
                    case "tellask-standalone-references" -> standalone(true);
                    default -> null;
                });
    }

    private static Engine session(boolean references, Schema schema) {
        return (root, types, example) -> new TellaskSession(codec(references, schema, types), root);
    }

    private static Engine standalone(boolean references) {
        return (root, types, example) -> new TellaskStandalone(codec(references, Schema.COMPATIBLE, types), root);
    }

    private static Codec codec(boolean references, Schema schema, List<Class<?>> types) {
        return Codec.builder()
                .allow(types.toArray(Class<?>[]::new))
                .trackReferences(references)
                .schema(schema)
                .build();
    }
}
