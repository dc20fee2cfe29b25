package io.tellask.cluster.aeron;

import io.tellask.cluster.ClusterException;
import io.tellask.cluster.ClusterException.Problem;
import io.tellask.cluster.LogEngine;
import io.tellask.cluster.LogMachine;
import io.tellask.cluster.LogOptions;
import io.tellask.cluster.ReplicatedLog;
import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Objects;

/**
 * Replicated logs by Aeron Cluster. Thread-safe.
 *
 * <p>The voters are the members of {@link LogOptions#members}, the same list at each; they do not change while the group runs. The JVM needs
 * {@code --add-exports java.base/jdk.internal.misc=ALL-UNNAMED}. A member takes two UDP ports, that of its address and the next one.
 *
 * <p>Members talk in plain text and believe whoever speaks as members do, so their addresses must be those of a loopback interface or of a private
 * network, unless {@link #onAnyNetwork} is used.
 */
public final class AeronEngine implements LogEngine {
    /** Longest command that Aeron carries, {@code LogLimits.commandBytes}: 16 MiB less what is around a command. */
    public static final int MOST_COMMAND_BYTES = (16 << 20) - MemberTerms.AROUND_COMMAND;

    private static final int LAST_PORT = 65_534; // the next one is taken, too

    private final boolean anyNetwork;

    public AeronEngine() {
        this(false);
    }

    private AeronEngine(boolean anyNetwork) {
        this.anyNetwork = anyNetwork;
    }

    /** One whose members may be on any network: others there can read and change what members say, unless something else keeps them out. */
    public static AeronEngine onAnyNetwork() {
        return new AeronEngine(true);
    }

    /**
     * {@inheritDoc}
     *
     * @throws ClusterException also if the option of the JVM is missing, with {@link Problem#INSECURE} if an address is not private or TLS is asked
     *     for, and with {@link Problem#REFUSED} if {@code commandBytes} is over {@link #MOST_COMMAND_BYTES} or a port has none after it
     */
    @Override
    public ReplicatedLog open(LogOptions options, LogMachine machine) {
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(machine, "machine");
        JvmFlag.require();
        requireFits(options);
        requireProtected(options);
        AeronLog log = new AeronLog(options, machine);
        try {
            log.join();
            return log;
        } catch (Throwable failure) { // whatever it is, the folder and the ports are free again
            log.close();
            throw new ClusterException(
                    Problem.FAILED,
                    "cluster: group=" + options.group() + ", self=" + options.self() + ", address="
                            + options.members().get(options.self()) + ", folder=" + options.folder()
                            + ", the member did not start" + reason(failure),
                    failure);
        }
    }

    /** Refused: members cannot be added to a group of Aeron's. */
    @Override
    public void found(LogOptions options, LogMachine machine, long lastIndex) {
        Objects.requireNonNull(options, "options");
        Objects.requireNonNull(machine, "machine");
        throw new ClusterException(
                Problem.REFUSED,
                "cluster: group=" + options.group()
                        + ", a group of Aeron's has fixed voters and is not founded by one of them; take JGroupsEngine for it,"
                        + " or begin all members and put the entries of the backup by a client");
    }

    private static void requireFits(LogOptions options) {
        int bytes = options.limits().commandBytes();
        if (bytes > MOST_COMMAND_BYTES) {
            throw new ClusterException(
                    Problem.REFUSED,
                    "cluster: commandBytes=" + bytes + ", the limit of Aeron=" + MOST_COMMAND_BYTES
                            + "; lower it at every member");
        }
        options.members().forEach((name, address) -> {
            if (address.getPort() == 0 || address.getPort() > LAST_PORT) {
                throw new ClusterException(
                        Problem.REFUSED,
                        "cluster: member=" + name + ", port=" + address.getPort() + ", allowed=1.." + LAST_PORT
                                + ", since the next one is taken, too");
            }
        });
    }

    private void requireProtected(LogOptions options) {
        if (options.tls() != null) {
            throw new ClusterException(
                    Problem.INSECURE,
                    "cluster: self=" + options.self()
                            + ", Aeron has no TLS between members; take JGroupsEngine, or leave out LogOptions.withTls");
        }
        options.members().forEach((name, address) -> {
            if (address.isUnresolved()) {
                throw new ClusterException(
                        Problem.INSECURE, // nobody knows whether it is private
                        "cluster: member=" + name + ", address=" + address + " has no known host; check its name");
            }
            if (!anyNetwork && !isPrivate(address.getAddress())) {
                throw new ClusterException(
                        Problem.INSECURE,
                        "cluster: member=" + name + ", address=" + address
                                + " is neither on a loopback interface nor in a private network, where others could read and"
                                + " change what members say; take JGroupsEngine with TLS, or AeronEngine.onAnyNetwork");
            }
        });
    }

    private static boolean isPrivate(InetAddress address) {
        boolean isUniqueLocal = address instanceof Inet6Address && (address.getAddress()[0] & 0xfe) == 0xfc;
        return isUniqueLocal
                || address.isLoopbackAddress()
                || address.isSiteLocalAddress()
                || address.isLinkLocalAddress();
    }

    private static String reason(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null && !(cause instanceof IOException)) {
            cause = cause.getCause();
        }
        return cause.getMessage() == null ? "" : ": " + cause.getMessage();
    }
}
