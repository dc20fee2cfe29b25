package io.tellask.cluster;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * How a member takes part in a group.
 *
 * @param group name of the group; members of others are not listened to
 * @param self name of this member, one of {@code members}
 * @param members where the members of the group are found, by name; 1 to 9. Names of hosts are looked up again whenever a member is looked for;
 *     with {@code tls} those of others may have no address yet
 * @param folder of this member alone, where it keeps its log
 * @param forced whether a member says that it has a command only when its disk has it. Otherwise the page cache will do: what was acknowledged
 *     survives the end of processes, but not that of a majority of machines at once
 * @param silence after which a member counts as gone; 100 ms to 1 min
 * @param limits bounds of this member
 * @param tls certificate and authorities of the members, asked for each connection, so that they may change; null for plain text, which is for
 *     members on the loopback interface only
 */
public record LogOptions(
        String group,
        String self,
        Map<String, InetSocketAddress> members,
        Path folder,
        boolean forced,
        Duration silence,
        LogLimits limits,
        @Nullable Supplier<SSLContext> tls) {
    private static final int MOST_MEMBERS = 9;
    private static final int MOST_NAME = 64;

    public LogOptions {
        requireName("group", group);
        requireName("self", self);
        Objects.requireNonNull(members, "members").keySet().forEach(name -> requireName("members", name));
        members = Map.copyOf(members);
        Objects.requireNonNull(folder, "folder");
        LogLimits.require("members", members.size(), 1, MOST_MEMBERS);
        if (!members.containsKey(self)) {
            throw new IllegalArgumentException("cluster: self=" + self + " is none of members=" + members.keySet());
        }
        LogLimits.require(
                "silenceMillis", Objects.requireNonNull(silence, "silence").toMillis(), 100, 60_000);
        Objects.requireNonNull(limits, "limits");
    }

    /** A member with the defaults: page cache, 2 s of silence, {@link LogLimits#defaults}. */
    public static LogOptions of(String group, String self, Map<String, InetSocketAddress> members, Path folder) {
        return new LogOptions(group, self, members, folder, false, Duration.ofSeconds(2), LogLimits.defaults(), null);
    }

    /** The same member, whose disk has a command before it says so. */
    public LogOptions withForced() {
        return new LogOptions(group, self, members, folder, true, silence, limits, tls);
    }

    /** The same member with another time after which others count as gone. */
    public LogOptions withSilence(Duration time) {
        return new LogOptions(group, self, members, folder, forced, Objects.requireNonNull(time, "time"), limits, tls);
    }

    /** The same member with other bounds. */
    public LogOptions withLimits(LogLimits bounds) {
        return new LogOptions(
                group, self, members, folder, forced, silence, Objects.requireNonNull(bounds, "bounds"), tls);
    }

    /**
     * The same member with TLS between members: each shows its certificate, and takes in whoever shows one of an authority that it trusts. So let
     * that authority sign for members of the group only.
     *
     * @param context certificate and authorities, such as {@code TlsTransport.mutualContext} of {@code tellask-netty} gives them; asked for each
     *     connection
     */
    public LogOptions withTls(Supplier<SSLContext> context) {
        return new LogOptions(
                group, self, members, folder, forced, silence, limits, Objects.requireNonNull(context, "context"));
    }

    private static void requireName(String field, String name) {
        if (!Objects.requireNonNull(name, field).matches("[A-Za-z0-9._-]{1," + MOST_NAME + "}")) {
            throw new IllegalArgumentException("cluster: " + field
                    + " has a name that is none: 1 to " + MOST_NAME
                    + " letters, digits, dots, dashes and underscores; length=" + name.length());
        }
    }
}
