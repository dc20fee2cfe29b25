package io.tellask.cli.pauselog;

import java.util.List;

/** Which operations of a JVM are its collector's, where no line of the collector says so. Stateless. */
final class CollectorOperations {
    private static final List<String> OF_COLLECTORS = List.of(
            "G1",
            "GenCollect",
            "Parallel",
            "Serial",
            "Shenandoah",
            "ZMark",
            "ZRelocate",
            "ZVerify",
            "XMark",
            "XRelocate",
            "CollectFor",
            "PendingG1");

    private CollectorOperations() {}

    static boolean includes(String operation) {
        return OF_COLLECTORS.stream().anyMatch(operation::startsWith);
    }
}
