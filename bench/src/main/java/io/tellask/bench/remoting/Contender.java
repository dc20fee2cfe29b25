package io.tellask.bench.remoting;

import io.tellask.bench.spi.Case;
import java.util.List;
import java.util.OptionalDouble;

/** One of the things compared: two main classes and the class path of their processes. */
interface Contender {
    /** The name in reports: ours begin with {@code tellask}, hand-written limits with {@code limit-}. */
    String name();

    /**
     * The class path of both processes.
     *
     * @throws io.tellask.bench.process.UnavailableException if it has not been built
     */
    String classPath();

    /** JVM flags of both processes; ours has none. */
    List<String> jvmFlags();

    /** Main class that calls {@link io.tellask.bench.spi.ServiceProcess#run}. */
    String serviceMain();

    /** Main class that calls {@link io.tellask.bench.spi.CallerProcess#run}. */
    String callerMain();

    /** Tells whether it takes part in a case. */
    boolean supports(Case workload);

    /**
     * CPU nanoseconds per message, both processes together, that this contender needed when it was measured with care
     * and time. A run that needs more than {@value RemotingBench#VOID_RATIO} times as much compares against a badly
     * tuned or badly warmed peer.
     */
    OptionalDouble referenceCpuNanos(Case workload);
}
