package io.tellask.bench.encoding;

import io.tellask.bench.process.ClassPaths;
import io.tellask.bench.report.BenchOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * One library in one configuration in the codec suite.
 *
 * @param name the name in reports
 * @param home whose class path its processes have
 * @param isJudged whether a goal is computed from it, so that it takes part in each round and each case
 * @param references nanoseconds of encoding and decoding together that it needed when it was measured with care and time,
 *     by the workload's label
 */
record CodecContender(String name, Home home, boolean isJudged, Map<String, Double> references) {
    private static final String MODULE = "bench-codec";
    private static final String CURRENT = "bench-peers-codec";
    private static final String ALLOW_UNSAFE = "--sun-misc-unsafe-memory-access=allow";

    /** A class path and the JVM flags that the libraries on it need. */
    enum Home {
        /** Tellask and the limit, under the flags of any program: none. */
        OWN(MODULE, List.of()),
        /** Kryo, protobuf, Jackson and Java's own streams; Unsafe is only allowed so that nothing warns of it. */
        PEERS(CURRENT, List.of(ALLOW_UNSAFE)),
        /** Fory looks into strings if it may. */
        FORY(CURRENT, List.of(ALLOW_UNSAFE, opens("java.base", "java.lang.invoke"))),
        /** Agrona's buffers do not work without this. */
        SBE(CURRENT, List.of(ALLOW_UNSAFE, opens("java.base", "jdk.internal.misc"))),
        /** FST sets private fields of the JDK. */
        FST_304("bench-peers-fst304", fst()),
        /** The older release, which most programs still have. */
        FST_257("bench-peers-fst257", fst());

        private final String module;

        @SuppressWarnings("ImmutableEnumChecker") // unmodifiable
        private final List<String> jvmFlags;

        Home(String module, List<String> jvmFlags) {
            this.module = module;
            this.jvmFlags = jvmFlags;
        }

        /**
         * The class path of its processes.
         *
         * @throws io.tellask.bench.process.UnavailableException if it has not been built
         */
        String classPath() {
            return this == OWN
                    ? ClassPaths.ofModule(MODULE) + java.io.File.pathSeparator + ClassPaths.own()
                    : ClassPaths.ofModule(module, MODULE);
        }

        /** JVM flags of its processes with the given collector. */
        List<String> jvmFlags(BenchOptions.Collector collector) {
            List<String> flags = new ArrayList<>(collector.jvmFlags());
            flags.addAll(jvmFlags);
            return flags;
        }
    }

    private static String opens(String module, String packageName) {
        return "--add-opens=" + module + "/" + packageName + "=ALL-UNNAMED";
    }

    private static List<String> fst() {
        Stream<String> base = Stream.of("lang", "util", "util.concurrent", "net", "math", "time", "text", "io")
                .map(each -> opens("java.base", "java." + each));
        return Stream.concat(Stream.of(ALLOW_UNSAFE, opens("java.sql", "java.sql")), base)
                .toList();
    }

    OptionalDouble reference(CodecCase workload) {
        Double nanos = references.get(workload.label());
        return nanos == null ? OptionalDouble.empty() : OptionalDouble.of(nanos);
    }
}
