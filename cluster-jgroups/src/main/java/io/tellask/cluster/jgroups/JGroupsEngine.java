package io.tellask.cluster.jgroups;

import io.tellask.cluster.ClusterException;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.cluster.LogEngine;
import io.tellask.cluster.LogMachine;
import io.tellask.cluster.LogOptions;
import io.tellask.cluster.ReplicatedLog;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Objects;
import java.util.function.Consumer;
import org.jgroups.JChannel;
import org.jspecify.annotations.Nullable;

/**
 * Replicated logs by jgroups-raft. Thread-safe.
 *
 * <p>Members talk in plain text and believe whoever reaches their port, so all of them must be on the loopback interface.
 */
public final class JGroupsEngine implements LogEngine {
    private final Consumer<JChannel> prepared;

    public JGroupsEngine() {
        this(channel -> {});
    }

    /** One whose channels somebody changes before they connect: tests put faults between their protocols. */
    JGroupsEngine(Consumer<JChannel> prepared) {
        this.prepared = prepared;
    }

    @Override
    public ReplicatedLog open(LogOptions options, LogMachine machine) {
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(machine, "machine");
        options.members().forEach(JGroupsEngine::requireLoopback);
        JGroupsLog log = new JGroupsLog(options, machine, prepared);
        try {
            log.connect();
            return log;
        } catch (Throwable failure) { // whatever it is, the folder and the port are free again
            log.close();
            throw new ClusterException(
                    Problem.FAILED,
                    "cluster: group=" + options.group() + ", self=" + options.self() + ", address="
                            + options.members().get(options.self()) + ", folder=" + options.folder()
                            + ", the member did not start" + reason(failure),
                    failure);
        }
    }

    private static void requireLoopback(String name, @Nullable InetSocketAddress address) {
        if (address == null || address.isUnresolved() || !address.getAddress().isLoopbackAddress()) {
            throw new ClusterException(
                    Problem.FAILED,
                    "cluster: member=" + name + ", address=" + address
                            + " is not on the loopback interface, and others could read and change what members say");
        }
    }

    private static String reason(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null && !(cause instanceof IOException)) {
            cause = cause.getCause();
        }
        return cause.getMessage() == null ? "" : ": " + cause.getMessage();
    }
}
