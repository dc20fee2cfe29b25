package io.tellask.cli.serve;

import io.tellask.actor.ActorSystem;
import io.tellask.cli.server.ServerAddress;
import io.tellask.cli.terminal.CommandFailure;
import io.tellask.cluster.LogOptions;
import io.tellask.cluster.jgroups.JGroupsEngine;
import io.tellask.kv.GroupMembers;
import io.tellask.kv.KeyValueGroup;
import io.tellask.kv.KeyValueOptions;
import io.tellask.store.Durability;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** The options of {@code tellask serve} that make it a member of a group, which keeps the maps at all of its members. */
final class ClusterOption {
    private static final String GROUP = "kv";
    private static final java.util.logging.Logger ENGINE_LOG = java.util.logging.Logger.getLogger("org.jgroups");
    private static final ServerAddress ADDRESSES =
            new ServerAddress(7411, "tellask", "tls", "ws", "wss"); // of what members connect to
    private static final Pattern MEMBER = Pattern.compile("([^=]+)=([^=/]+):([0-9]{1,5})=(.+?)(?:=(redis:.+))?");

    @Option(
            names = "--cluster",
            paramLabel = "MEMBER,…",
            split = ",",
            description =
                    "Be one of several servers that all have the maps: all members, each as NAME=HOST:PORT=URI, where the others reach"
                            + " it and where clients do, such as a=127.0.0.1:7601=tellask://127.0.0.1:7501. The same at all of"
                            + " them; three or five. With =redis://HOST:PORT behind each they serve clients of Redis Cluster,"
                            + " too.")
    private List<String> members = List.of();

    @Option(
            names = "--cluster-file",
            paramLabel = "FILE",
            description =
                    "The members from a file, one a line, in place of --cluster. What begins with # is a comment.")
    private @Nullable Path file;

    @Option(names = "--member", paramLabel = "NAME", description = "Which of the members of --cluster this one is.")
    private @Nullable String self;

    @Option(
            names = "--found-from",
            paramLabel = "BACKUP",
            description =
                    "Found a new group of this member alone with the maps of a folder that 'tellask cluster backup' wrote. Its"
                            + " directory must be empty or missing. Then start the others one after the other, with empty"
                            + " directories and without this option, and 'tellask cluster add' each before the next one.")
    private @Nullable Path backup;

    @Mixin
    private MemberAccessOption access = new MemberAccessOption();

    private final Map<String, InetSocketAddress> peers = new TreeMap<>();
    private final Map<String, URI> services = new TreeMap<>();
    private final Map<String, URI> redis = new TreeMap<>();

    /** Whether this is to be a member of a group. */
    boolean isGiven() {
        return !members.isEmpty() || file != null;
    }

    /** Refuses what does not fit together; afterwards the members are known. */
    void check(CommandSpec spec) throws IOException {
        if (!isGiven()) {
            if (self != null) {
                throw refused(
                        spec,
                        "--member=" + self + " without --cluster: a member of what? Name all members by --cluster");
            }
            if (backup != null || access.isGiven()) {
                throw refused(
                        spec,
                        "--found-from, --cluster-certificate, --cluster-key, --cluster-trust and --tls-trust are for"
                                + " members of a group; name all members by --cluster");
            }
            return;
        }
        if (file != null && !members.isEmpty()) {
            throw refused(spec, "--cluster and --cluster-file both name the members; leave one out");
        }
        for (String member : file == null ? members : lines(file)) {
            add(member, spec);
        }
        if (!redis.isEmpty() && redis.size() < services.size()) {
            throw refused(
                    spec,
                    "--cluster: only members=" + redis.keySet()
                            + " have an address for clients of Redis; give each one or none");
        }
        if (self == null || !services.containsKey(self)) {
            throw refused(
                    spec,
                    (self == null ? "--member is missing for one" : "--member=" + self + " is none")
                            + " of the members " + services.keySet()
                            + "; say which of them this one is by --member NAME");
        }
        for (String other : List.of("--key-file", "--key-env", "--resp")) {
            if (spec.commandLine().getParseResult().hasMatchedOption(other)) {
                throw refused(
                        spec, other + " with --cluster: members of a group do not have it; leave one of the two out");
            }
        }
        access.check(peers, spec);
    }

    private static List<String> lines(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .toList();
        }
    }

    private void add(String member, CommandSpec spec) {
        Matcher parts = MEMBER.matcher(member);
        if (!parts.matches()) {
            throw refused(
                    spec,
                    "--cluster: member='" + member + "' is not as a=127.0.0.1:7601=tellask://127.0.0.1:7501"
                            + " (name, address for members, address for clients)");
        }
        String name = parts.group(1);
        try {
            if (peers.put(name, new InetSocketAddress(parts.group(2), Integer.parseInt(parts.group(3)))) != null) {
                throw refused(spec, "--cluster: member=" + name + " is named twice; give each another name");
            }
            services.put(name, ADDRESSES.convert(parts.group(4)));
            if (parts.group(5) != null) {
                redis.put(name, new RedisAddress().convert(parts.group(5)));
            }
        } catch (IllegalArgumentException | TypeConversionException wrong) {
            throw refused(spec, "--cluster: member=" + name + ": " + wrong.getMessage());
        }
    }

    private static ParameterException refused(CommandSpec spec, String reason) {
        return new ParameterException(spec.commandLine(), reason);
    }

    /** Where this member listens for clients. */
    URI address() {
        return Objects.requireNonNull(services.get(String.valueOf(self)), "checked before");
    }

    /**
     * Joins the group, or founds one.
     *
     * @param token that the servers of members ask for, or null
     */
    KeyValueGroup open(
            ActorSystem system,
            Path directory,
            Durability durability,
            KeyValueOptions options,
            @Nullable String token) {
        if (ENGINE_LOG.getLevel() == null) {
            ENGINE_LOG.setLevel(
                    java.util.logging.Level.WARNING); // at INFO it tells each step of joining, in words of its own
        }
        LogOptions log = access.applyTo(LogOptions.of(GROUP, String.valueOf(self), peers, directory.resolve("log")));
        LogOptions durable = durability == Durability.FORCED ? log.withForced() : log;
        GroupMembers members = new GroupMembers(services, settings -> access.applyTo(settings, token));
        Path state = directory.resolve("state");
        if (backup == null) {
            return KeyValueGroup.open(system, new JGroupsEngine(), durable, state, members, options);
        }
        CommandFailure.unless(
                !Files.exists(state) && !Files.exists(log.folder()),
                "--found-from: a member has been in dir=" + directory
                        + "; leave the option out to go on with it, or give an empty --dir");
        KeyValueGroup.restore(backup, state);
        return KeyValueGroup.found(system, new JGroupsEngine(), durable, state, members, options);
    }

    /** Where clients of Redis reach the members; empty where they are not served. */
    Map<String, URI> redisAddresses() {
        return redis;
    }

    /** Where this member listens for clients of Redis, or null. */
    @Nullable
    URI redisAddress() {
        return redis.get(String.valueOf(self));
    }

    @Override
    public String toString() {
        return "member=" + self + " of " + services.keySet();
    }
}
