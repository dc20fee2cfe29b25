package io.tellask.cluster.jgroups;

import io.tellask.cluster.ClusterException;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.cluster.LogEngine;
import io.tellask.cluster.LogMachine;
import io.tellask.cluster.LogOptions;
import io.tellask.cluster.ReplicatedLog;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jgroups.JChannel;
import org.jgroups.protocols.raft.PersistentState;

/**
 * Replicated logs by jgroups-raft. Thread-safe.
 *
 * <p>With {@link LogOptions#withTls} members take part that have a certificate of an authority which the others trust. Without it they talk in plain
 * text and believe whoever speaks as members do, so all of them must be on the loopback interface.
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
        requireProtected(options);
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

    @Override
    public void found(LogOptions options, LogMachine machine, long lastIndex) {
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(machine, "machine");
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(bytes);
            PersistentState voters = new PersistentState();
            voters.setMembers(List.of(options.self()));
            voters.writeTo(out);
            AppliedMachine.writeContent(lastIndex, machine, out);
            SnapshotFile.found(options.folder(), ByteBuffer.wrap(bytes.toByteArray()));
        } catch (IOException failure) {
            throw new ClusterException(
                    Problem.FAILED,
                    "cluster: group=" + options.group() + ", self=" + options.self() + ", folder=" + options.folder()
                            + ", the group was not founded" + reason(failure),
                    failure);
        }
    }

    private static void requireProtected(LogOptions options) {
        options.members().forEach((name, address) -> {
            if (address.isUnresolved() && (options.tls() == null || name.equals(options.self()))) {
                throw new ClusterException(
                        Problem.INSECURE, // nobody knows whether it is this machine
                        "cluster: member=" + name + ", address=" + address + " has no known host; check its name");
            }
            if (options.tls() == null && !address.getAddress().isLoopbackAddress()) {
                throw new ClusterException(
                        Problem.INSECURE,
                        "cluster: member=" + name + ", address=" + address
                                + " is not on the loopback interface, where others could read and change what members say;"
                                + " give certificates by LogOptions.withTls");
            }
        });
    }

    private static String reason(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null && !(cause instanceof IOException)) {
            cause = cause.getCause();
        }
        return cause.getMessage() == null ? "" : ": " + cause.getMessage();
    }
}
