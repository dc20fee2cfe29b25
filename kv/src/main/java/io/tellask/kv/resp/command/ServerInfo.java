package io.tellask.kv.resp.command;

import io.tellask.kv.resp.client.Client;
import io.tellask.kv.resp.client.Engine;
import io.tellask.kv.resp.client.GroupLink;
import io.tellask.kv.resp.client.Statistics;
import io.tellask.kv.resp.database.Database;
import io.tellask.kv.resp.message.MatchCost;
import io.tellask.kv.resp.message.Request;
import io.tellask.remote.PeerMemory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What INFO tells, in sections of lines {@code name:value}. Stateless. */
final class ServerInfo {
    /** The version of Redis whose replies the server gives. */
    static final String REDIS_VERSION = "7.0.15";

    private static final Set<String> WHOLE = Set.of("all", "default", "everything");

    private ServerInfo() {}

    /** What it takes to write a section, beside looking at clients and databases: some ask the operating system. */
    private static final int SECTION_STEPS = 128 << 10;

    /** What it takes to see which sections are asked for. */
    private static final int NAMES_STEPS = 8 << 10;

    private static final Map<String, Function<Engine, String>> SECTIONS = sections();

    /** The sections that a request names, or all. Others are not worked out. */
    static String of(Client client, Request request) {
        client.looks(NAMES_STEPS);
        Engine engine = client.engine();
        Set<String> wanted = IntStream.range(1, request.count())
                .mapToObj(i -> request.text(i).toLowerCase(Locale.ROOT))
                .collect(Collectors.toSet());
        boolean whole = wanted.isEmpty() || wanted.stream().anyMatch(WHOLE::contains);
        return SECTIONS.entrySet().stream()
                .filter(section -> whole || wanted.contains(section.getKey().toLowerCase(Locale.ROOT)))
                .map(section -> {
                    client.looks(steps(engine));
                    return "# " + section.getKey() + "\r\n" + section.getValue().apply(engine);
                })
                .collect(Collectors.joining("\r\n"));
    }

    private static long steps(Engine engine) {
        return SECTION_STEPS
                + (long) MatchCost.PATTERN * engine.clients().count()
                + (long) MatchCost.KEY * engine.databases().count();
    }

    private static Map<String, Function<Engine, String>> sections() {
        Map<String, Function<Engine, String>> sections = new LinkedHashMap<>();
        sections.put("Server", ServerInfo::server);
        sections.put("Clients", ServerInfo::clients);
        sections.put("Memory", ServerInfo::memory);
        sections.put("Persistence", ServerInfo::persistence);
        sections.put("Stats", ServerInfo::statistics);
        sections.put("Replication", ServerInfo::replication);
        sections.put("CPU", engine -> processor());
        sections.put("Cluster", engine -> lines(Map.of("cluster_enabled", engine.group() != null ? "1" : "0")));
        sections.put("Keyspace", ServerInfo::keyspace);
        return sections;
    }

    private static String server(Engine engine) {
        Map<String, Object> facts = new LinkedHashMap<>();
        long upSeconds = (engine.clock().millis() - engine.startMillis()) / 1000;
        facts.put("redis_version", REDIS_VERSION);
        facts.put("redis_git_sha1", "00000000");
        facts.put("redis_git_dirty", 0);
        facts.put("redis_mode", engine.group() != null ? "cluster" : "standalone");
        facts.put("server_name", "tellask");
        facts.put(
                "os",
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"));
        facts.put("arch_bits", "64");
        facts.put("java_version", Runtime.version());
        facts.put("process_id", ProcessHandle.current().pid());
        facts.put("run_id", engine.runId());
        facts.put("tcp_port", engine.address().replaceFirst(".*:", ""));
        facts.put("server_time_usec", engine.clock().millis() * 1_000);
        facts.put("uptime_in_seconds", upSeconds);
        facts.put("uptime_in_days", upSeconds / 86_400);
        facts.put("executable", ProcessHandle.current().info().command().orElse(""));
        facts.put("config_file", "");
        return lines(facts);
    }

    private static String clients(Engine engine) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("connected_clients", engine.clients().count());
        facts.put("cluster_connections", 0);
        facts.put("maxclients", engine.limits().clients());
        facts.put("blocked_clients", 0);
        facts.put("tracking_clients", 0);
        facts.put(
                "pubsub_clients",
                engine.clients().all().stream()
                        .filter(client -> client.subscriptions() > 0)
                        .count());
        return lines(facts);
    }

    private static String memory(Engine engine) {
        Map<String, Object> facts = new LinkedHashMap<>();
        Runtime runtime = Runtime.getRuntime();
        long used = runtime.totalMemory() - runtime.freeMemory();
        facts.put("used_memory", used);
        facts.put("used_memory_human", human(used));
        facts.put("maxmemory", 0);
        facts.put("maxmemory_human", human(0));
        facts.put("maxmemory_policy", "noeviction");
        facts.put("mem_clients_normal", engine.clients().heldBytes());
        PeerMemory.Statistics peers = engine.memory().statistics();
        facts.put("mem_clients_limit", peers.limitBytes());
        facts.put("mem_peers", peers.heldBytes());
        facts.put("mem_peers_largest", peers.largestBytes());
        facts.put("evicted_clients", peers.closedConnections());
        return lines(facts);
    }

    private static String persistence(Engine engine) {
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("loading", 0);
        facts.put("rdb_changes_since_last_save", 0);
        facts.put("rdb_bgsave_in_progress", 0);
        facts.put("rdb_last_save_time", engine.startMillis() / 1000);
        facts.put("rdb_last_bgsave_status", "ok");
        facts.put("aof_enabled", 1);
        facts.put("aof_rewrite_in_progress", 0);
        facts.put("aof_last_bgrewrite_status", "ok");
        List<Database> readOnly = engine.databases().readOnly();
        facts.put("aof_last_write_status", readOnly.isEmpty() ? "ok" : "err");
        facts.put("durability", engine.databases().durability().name().toLowerCase(Locale.ROOT));
        facts.put(
                "databases_not_served",
                engine.databases().damages().stream()
                        .map(damage -> "db" + damage.database())
                        .collect(Collectors.joining(",")));
        facts.put(
                "databases_read_only",
                readOnly.stream().map(database -> "db" + database.index()).collect(Collectors.joining(",")));
        return lines(facts);
    }

    private static String statistics(Engine engine) {
        Statistics counts = engine.statistics();
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("total_connections_received", counts.connections());
        facts.put("total_commands_processed", counts.commands());
        facts.put(
                "instantaneous_ops_per_sec",
                counts.commandsPerSecond(engine.clock().millis()));
        facts.put("rejected_connections", counts.rejectedConnections());
        facts.put("junk_connections", counts.junkConnections());
        facts.put("throttled_auth_attempts", counts.throttledAttempts());
        facts.put("expired_keys", counts.expiredKeys());
        facts.put("evicted_keys", 0);
        facts.put("keyspace_hits", counts.hits());
        facts.put("keyspace_misses", counts.misses());
        facts.put("pubsub_channels", engine.channels().count());
        facts.put("pubsub_patterns", engine.channels().patterns());
        facts.put("total_error_replies", counts.errors());
        facts.put("damaged_reads", engine.databases().damagedReads());
        return lines(facts);
    }

    private static String replication(Engine engine) {
        GroupLink group = engine.group();
        if (group != null) {
            return lines(GroupRole.facts(group));
        }
        Map<String, Object> facts = new LinkedHashMap<>();
        facts.put("role", "master");
        facts.put("connected_slaves", 0);
        facts.put("master_failover_state", "no-failover");
        facts.put("master_replid", engine.runId());
        facts.put("master_repl_offset", 0);
        facts.put("repl_backlog_active", 0);
        return lines(facts);
    }

    /** Bytes as Redis writes them for people: {@code 1.50M}. */
    static String human(long bytes) {
        double amount = bytes;
        String units = "BKMGTP";
        int unit = 0;
        while (amount >= 1024 && unit < units.length() - 1) {
            amount /= 1024;
            unit++;
        }
        return unit == 0 ? bytes + "B" : String.format(Locale.ROOT, "%.2f%c", amount, units.charAt(unit));
    }

    private static String processor() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .map(used -> lines(Map.of("used_cpu_total", used.toNanos() / 1e9)))
                .orElse("");
    }

    private static String keyspace(Engine engine) {
        Map<String, Object> facts = new LinkedHashMap<>();
        for (Database database : engine.databases().all()) {
            if (database.damage().isEmpty() && database.size() > 0) {
                facts.put(
                        "db" + database.index(),
                        "keys=" + database.size() + ",expires=" + database.expiring() + ",avg_ttl=0");
            }
        }
        return lines(facts);
    }

    private static String lines(Map<String, ?> facts) {
        return facts.entrySet().stream()
                .map(fact -> fact.getKey() + ":" + fact.getValue() + "\r\n")
                .collect(Collectors.joining());
    }
}
