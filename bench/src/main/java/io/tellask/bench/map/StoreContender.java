package io.tellask.bench.map;

import io.tellask.bench.process.ChildProcess;
import io.tellask.bench.process.ClassPaths;
import java.util.ArrayList;
import java.util.List;

/**
 * One map in one configuration in the store suite, in processes of its own.
 *
 * @param name the name in reports
 * @param home whose class path its processes have
 * @param opening the class that opens its map
 * @param jvmFlags what the library needs
 * @param heapBytesPerUser what its Java heap must be able to hold, 0 for the JVM's default
 * @param abilities the groups of cases that it takes part in
 */
record StoreContender(
        String name,
        Home home,
        String opening,
        List<String> jvmFlags,
        int heapBytesPerUser,
        List<StorePlan.Group> abilities) {

    /** Where a contender's classes are. */
    enum Home {
        OWN,
        PEERS
    }

    private static final String MODULE = "bench-peers-store";
    private static final String MAIN = "io.tellask.bench.map.MapProcess";
    private static final long LEAST_HEAP_MEGABYTES = 1_024;

    /**
     * The command line of its process.
     *
     * @throws io.tellask.bench.process.UnavailableException if its module is not built
     */
    ChildProcess start(int users) throws java.io.IOException {
        String classPath = home == Home.OWN ? ClassPaths.own() : ClassPaths.ofModule(MODULE);
        return ChildProcess.start(name, classPath, jvmFlags(users), List.of(MAIN, opening));
    }

    /** JVM flags of its process for a map of a size. */
    List<String> jvmFlags(int users) {
        List<String> flags = new ArrayList<>(jvmFlags);
        if (heapBytesPerUser > 0) {
            long megabytes = Math.max(LEAST_HEAP_MEGABYTES, (long) users * heapBytesPerUser >> 20);
            flags.add("-Xms" + megabytes + "m");
            flags.add("-Xmx" + megabytes + "m");
        }
        return flags;
    }
}
