package io.tellask.cluster;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * How a member takes part in a group.
 *
 * @param group name of the group; members of others are not listened to
 * @param self name of this member, one of {@code members}
 * @param members where the members of the group are found, by name; 1 to 9
 * @param folder of this member alone, where it keeps its log
 * @param forced whether a member says that it has a command only when its disk has it. Otherwise the page cache will do: what was acknowledged
 *     survives the end of processes, but not that of a majority of machines at once
 * @param silence after which a member counts as gone; 100 ms to 1 min
 * @param snapshotBytes bytes of commands after which a snapshot is taken; at least 4,096
 * @param mostPending commands of this member that wait for a majority, at most; 1 to 1,000,000
 * @param commandBytes longest command; 1 to 64 MiB
 */
public record LogOptions(
        String group,
        String self,
        Map<String, InetSocketAddress> members,
        Path folder,
        boolean forced,
        Duration silence,
        long snapshotBytes,
        int mostPending,
        int commandBytes) {
    private static final int MOST_MEMBERS = 9;
    private static final int MOST_NAME = 64;
    private static final int LEAST_SNAPSHOT = 4_096;
    private static final int MOST_PENDING = 1_000_000;
    private static final int MOST_COMMAND_BYTES = 64 << 20;

    public LogOptions {
        Objects.requireNonNull(silence, "silence");
        requireName("group", group);
        requireName("self", self);
        Objects.requireNonNull(members, "members").keySet().forEach(name -> requireName("members", name));
        members = Map.copyOf(new TreeMap<>(members));
        Objects.requireNonNull(folder, "folder");
        require("members", members.size(), 1, MOST_MEMBERS);
        if (!members.containsKey(self)) {
            throw new IllegalArgumentException("cluster: self=" + self + " is none of members=" + members.keySet());
        }
        require("silenceMillis", silence.toMillis(), 100, 60_000);
        require("snapshotBytes", snapshotBytes, LEAST_SNAPSHOT, Long.MAX_VALUE);
        require("mostPending", mostPending, 1, MOST_PENDING);
        require("commandBytes", commandBytes, 1, MOST_COMMAND_BYTES);
    }

    /** A member with the defaults: page cache, 2 s of silence, snapshots after 64 MiB, 4,096 pending commands of up to 1 MiB. */
    public static LogOptions of(String group, String self, Map<String, InetSocketAddress> members, Path folder) {
        return new LogOptions(group, self, members, folder, false, Duration.ofSeconds(2), 64 << 20, 4_096, 1 << 20);
    }

    /** The same member, whose disk has a command before it says so. */
    public LogOptions withForced() {
        return new LogOptions(group, self, members, folder, true, silence, snapshotBytes, mostPending, commandBytes);
    }

    /** The same member with another time after which others count as gone. */
    public LogOptions withSilence(Duration time) {
        return new LogOptions(
                group,
                self,
                members,
                folder,
                forced,
                Objects.requireNonNull(time, "time"),
                snapshotBytes,
                mostPending,
                commandBytes);
    }

    /** The same member with snapshots after another number of bytes. */
    public LogOptions withSnapshotBytes(long bytes) {
        return new LogOptions(group, self, members, folder, forced, silence, bytes, mostPending, commandBytes);
    }

    /** The same member with another limit of commands that wait. */
    public LogOptions withMostPending(int count) {
        return new LogOptions(group, self, members, folder, forced, silence, snapshotBytes, count, commandBytes);
    }

    /** The same member with another longest command. */
    public LogOptions withCommandBytes(int bytes) {
        return new LogOptions(group, self, members, folder, forced, silence, snapshotBytes, mostPending, bytes);
    }

    private static void requireName(String field, String name) {
        if (Objects.requireNonNull(name, field).isEmpty()
                || name.length() > MOST_NAME
                || !name.matches("[A-Za-z0-9._-]+")) {
            throw new IllegalArgumentException("cluster: " + field
                    + " has a name that is none: 1 to " + MOST_NAME
                    + " letters, digits, dots, dashes and underscores; length="
                    + name.length());
        }
    }

    private static void require(String field, long value, long least, long most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException("cluster: " + field + "=" + value + ", allowed=" + least + ".." + most);
        }
    }
}
