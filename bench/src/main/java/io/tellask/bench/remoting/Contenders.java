package io.tellask.bench.remoting;

import static io.tellask.bench.spi.Case.ASK;
import static io.tellask.bench.spi.Case.LATENCY_IDLE;
import static io.tellask.bench.spi.Case.TELL;

import io.tellask.bench.process.ClassPaths;
import io.tellask.bench.spi.Case;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;

/** The contenders of the remoting suite, in the order in which they take turns. */
final class Contenders {
    private static final String TELLASK = "io.tellask.bench.tellask.";
    private static final String LIMITS = "io.tellask.bench.limit.";
    private static final String PEKKO = "io.tellask.bench.pekko.";
    private static final String GRPC = "io.tellask.bench.grpc.";

    /** Where a peer has not been measured with care and time. */
    private static final double UNKNOWN = Double.NaN;

    private Contenders() {}

    static List<Contender> all() {
        return List.of(
                new Local("tellask", TELLASK + "Tellask", EnumSet.allOf(Case.class), List.of()),
                new Local("limit-wire", LIMITS + "Wire", EnumSet.of(TELL, ASK, LATENCY_IDLE), List.of()),
                new Local("limit-object", LIMITS + "Object", EnumSet.of(TELL, ASK), List.of("-XX:+UseParallelGC")),
                new Peer(
                        "pekko",
                        "bench-peers-pekko",
                        PEKKO + "Pekko",
                        PEKKO + "Pekko",
                        Map.of(TELL, 4_303.0, ASK, 16_079.0, LATENCY_IDLE, UNKNOWN)),
                new Peer(
                        "grpc-bidi",
                        "bench-peers-grpc",
                        GRPC + "Grpc",
                        GRPC + "Bidi",
                        Map.of(TELL, 1_099.0, ASK, 2_959.0)),
                new Peer(
                        "grpc-unary",
                        "bench-peers-grpc",
                        GRPC + "Grpc",
                        GRPC + "Unary",
                        Map.of(ASK, 21_961.0, LATENCY_IDLE, UNKNOWN)));
    }

    /**
     * A contender of this module, on the class path of this process.
     *
     * @param mains prefix of the two main classes, which end in {@code Service} and {@code Caller}
     */
    private record Local(String name, String mains, Set<Case> cases, List<String> jvmFlags) implements Contender {
        @Override
        public String classPath() {
            return ClassPaths.own();
        }

        @Override
        public String serviceMain() {
            return mains + "Service";
        }

        @Override
        public String callerMain() {
            return mains + "Caller";
        }

        @Override
        public boolean supports(Case workload) {
            return cases.contains(workload);
        }

        @Override
        public OptionalDouble referenceCpuNanos(Case workload) {
            return OptionalDouble.empty();
        }
    }

    /**
     * A contender of another module, on a class path of its own.
     *
     * @param service main class of the receiving process, without its ending {@code Service}
     * @param caller main class of the calling process, without its ending {@code Caller}
     * @param references the cases it supports, with its reference CPU nanoseconds per message or {@link #UNKNOWN}
     */
    private record Peer(String name, String module, String service, String caller, Map<Case, Double> references)
            implements Contender {
        private static final List<String> FLAGS = List.of(
                "-Xms512m", "-Xmx2g", "--sun-misc-unsafe-memory-access=allow", "--enable-native-access=ALL-UNNAMED");

        @Override
        public String classPath() {
            return ClassPaths.ofModule(module);
        }

        @Override
        public List<String> jvmFlags() {
            return FLAGS;
        }

        @Override
        public String serviceMain() {
            return service + "Service";
        }

        @Override
        public String callerMain() {
            return caller + "Caller";
        }

        @Override
        public boolean supports(Case workload) {
            return references.containsKey(workload);
        }

        @Override
        public OptionalDouble referenceCpuNanos(Case workload) {
            double nanos = references.getOrDefault(workload, UNKNOWN);
            return Double.isNaN(nanos) ? OptionalDouble.empty() : OptionalDouble.of(nanos);
        }
    }
}
