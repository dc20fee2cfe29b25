package io.tellask.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

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
    private static final String ALLOW_UNSAFE = "--sun-misc-unsafe-memory-access=allow";

    /** A module with contenders, and the JVM flags that its libraries need. */
    enum Home {
        /** Tellask and the limit, under the flags of any program: none. */
        OWN(MODULE, List.of()),
        /** Libraries of today. */
        PEERS(
                "bench-peers-codec",
                List.of(
                        ALLOW_UNSAFE,
                        "--add-opens=java.base/java.lang=ALL-UNNAMED",
                        "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED",
                        "--add-opens=java.base/java.util=ALL-UNNAMED"));

        private final String module;
        private final List<String> jvmFlags;

        Home(String module, List<String> jvmFlags) {
            this.module = module;
            this.jvmFlags = jvmFlags;
        }

        /**
         * The class path of its processes.
         *
         * @throws Contender.UnavailableException if it has not been built
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

    OptionalDouble reference(CodecCase workload) {
        Double nanos = references.get(workload.label());
        return nanos == null ? OptionalDouble.empty() : OptionalDouble.of(nanos);
    }
}
