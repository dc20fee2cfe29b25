package io.tellask.bench.map;

import io.tellask.bench.harness.ChildProcess;
import io.tellask.bench.harness.Contender;
import io.tellask.bench.harness.Contender.Home;
import io.tellask.bench.harness.Figure;
import io.tellask.bench.harness.Goal;
import io.tellask.bench.harness.Options;
import io.tellask.bench.harness.Report;
import io.tellask.bench.harness.Run;
import io.tellask.bench.harness.Suite;
import io.tellask.bench.harness.Turns;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What does a durable map cost beside a {@link java.util.HashMap} and beside the embedded maps that people use? Users of about 60 bytes are
 * inserted, read and updated at random over all of them, missed, and scanned; then come the space on disk, the heap, reopening after a clean
 * close and after {@code kill -9}, and puts that wait for the disk. The HashMap is fair: its keys are equal to the ones asked for but never
 * the same objects, and it copies values in and out.
 *
 * <p>Command: {@code tellask bench store}. CPU nanoseconds are those of the process; the calling thread's are in the JSON as
 * {@code callerCpuNanos}. Not shown: several threads that read, cold pages, maps larger than memory.
 */
public final class StoreSuite implements Suite {
    static final Duration PATIENCE = Duration.ofMinutes(9);
    /** What was read in a turn, added up. */
    static final String CHECKSUM = "checksums";
    /** CPU nanoseconds of the calling thread per operation. */
    static final String CALLER_CPU = "callerCpuNanos";
    /** Bytes a user of the records that hold an entry. */
    static final String LIVE_BYTES = "liveRecordBytes";

    static final String TELLASK = "tellask";
    static final String LIMIT = "limit-hashmap";
    /** The disk, without a map. */
    static final String FSYNC = "limit-fsync";
    /** The one peer whose callers share a force. */
    static final String ROCKSDB = "rocksdb";

    /** Cases that are measured together: a turn on a new map, opening a filled one, puts that wait for the disk. */
    static final String OPERATIONS = "operations";

    static final String REOPEN = "reopen";
    static final String FORCE = "force";
    static final Map<String, List<String>> CASES = Map.of(
            OPERATIONS,
            List.of(
                    "insert",
                    "get",
                    "get-miss",
                    "get-batch",
                    "update",
                    "scan",
                    "scan-records",
                    "space",
                    "compact",
                    "heap",
                    "full-gc"),
            REOPEN,
            List.of("reopen-clean", "reopen-killed"),
            FORCE,
            List.of("force-1", "force-64", "force-64-virtual", "force-512", "force-512-virtual"));

    private static final int ROUNDS = 5;
    private static final int THOUSAND = 1_000;
    private static final int MILLION = 1_000_000;
    private static final String MAIN = MapProcess.class.getName();
    private static final String OWN = "io.tellask.bench.map.";
    private static final String PEERS = OWN + "peers.";
    private static final Home PEERS_HOME = Home.of("bench-peers/store");
    private static final String ALLOW_UNSAFE = "--sun-misc-unsafe-memory-access=allow";
    private static final String ALLOW_NATIVE = "--enable-native-access=ALL-UNNAMED";
    private static final List<String> LMDB_FLAGS =
            List.of(opens("java.nio"), opens("sun.nio.ch"), ALLOW_UNSAFE, ALLOW_NATIVE);
    /** What it does not start without on JDK 25; the property keeps it from calling home. */
    private static final List<String> CHRONICLE_FLAGS = List.of(
            opens("java.lang"),
            opens("java.lang.reflect"),
            opens("sun.nio.ch"),
            "--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED",
            ALLOW_UNSAFE,
            ALLOW_NATIVE,
            "-Dchronicle.analytics.disable=true");
    /** Bytes a user that a Java heap must hold: a HashMap with room for the collector; caches and garbage of maps with pages on the heap. */
    private static final Map<String, Integer> HEAP_BYTES = Map.of(LIMIT, 560, "mvstore", 300);

    private static final long LEAST_HEAP_MEGABYTES = 1_024;

    @Override
    public List<Contender> contenders() {
        return List.of(
                own(TELLASK, "DurableUserMap$Opening").in(OPERATIONS, REOPEN, FORCE),
                own(LIMIT, "HashUserMap$Opening").in(OPERATIONS),
                // told nothing of the number of users, so that its index grows
                own("tellask-growing", "DurableUserMap$GrowingOpening").in(OPERATIONS),
                own(FSYNC, "FsyncMap$Opening").in(FORCE),
                peer("chronicle", "ChronicleUserMap$Opening", CHRONICLE_FLAGS),
                peer("lmdb", "LmdbUserMap$Opening", LMDB_FLAGS),
                // with a transaction for a thousand puts
                peer("lmdb-batch", "LmdbUserMap$BatchOpening", LMDB_FLAGS).in(OPERATIONS),
                peer(ROCKSDB, "RocksUserMap$Opening", List.of(ALLOW_NATIVE)),
                peer("mapdb", "MapDbUserMap$Opening", List.of(ALLOW_UNSAFE, ALLOW_NATIVE)),
                peer("mvstore", "MvStoreUserMap$Opening", List.of()));
    }

    private static Contender own(String name, String opening) {
        return Contender.of(name, Home.OWN, OWN + opening);
    }

    private static Contender peer(String name, String opening, List<String> flags) {
        return Contender.of(name, PEERS_HOME, PEERS + opening).withFlags(flags);
    }

    private static String opens(String packageName) {
        return "--add-opens=java.base/" + packageName + "=ALL-UNNAMED";
    }

    @Override
    public List<Goal> goals() {
        String peers = "chronicle,lmdb,lmdb-batch,rocksdb,mapdb,mvstore";
        List<Goal> goals = new ArrayList<>();
        for (String number : List.of(Run.CPU, CALLER_CPU)) {
            goals.add(Goal.of(number, TELLASK, "get-*").over(LIMIT).atMost(1.3));
            goals.add(Goal.of(number, TELLASK, "get-batch-*").over(LIMIT).atMost(1));
            goals.add(Goal.of(number, TELLASK, "update-*").over(LIMIT).atMost(1.2));
        }
        goals.add(Goal.of(Run.CPU, TELLASK, "insert-1m").atMost(300));
        goals.add(Goal.of(Run.CPU, TELLASK, "insert-15m").atMost(550));
        goals.add(Goal.of(Run.CPU, TELLASK, "insert-*").over(peers).atMost(1));
        goals.add(Goal.of(Run.CPU, TELLASK, "update-*").over(peers).atMost(1));
        goals.add(Goal.of("", TELLASK, "scan-records-*").atLeast(40e6));
        goals.add(Goal.of("", TELLASK, "space-*")
                .over(TELLASK)
                .byNumber(LIVE_BYTES)
                .atMost(1.25));
        goals.add(Goal.of("", TELLASK, "heap-*").atMost(64));
        goals.add(Goal.of("", TELLASK, "full-gc-*").atMost(50));
        goals.add(Goal.of("", TELLASK, "reopen-clean-*").atMost(0.5));
        goals.add(Goal.of("", TELLASK, "reopen-killed-*").atMost(3));
        for (String virtual : List.of("", "-virtual")) {
            goals.add(Goal.of("", TELLASK, "force-64" + virtual)
                    .over(FSYNC)
                    .inCase("force-1")
                    .atLeast(25));
            goals.add(Goal.of("", TELLASK, "force-512" + virtual)
                    .over(FSYNC)
                    .inCase("force-1")
                    .atLeast(100));
        }
        return goals;
    }

    @Override
    public List<String> caseNames(Options options) {
        List<String> names = new ArrayList<>(CASES.keySet());
        CASES.values().stream().flatMap(List::stream).forEach(name -> {
            names.add(name);
            options.users().forEach(users -> names.add(name + "-" + sizeLabel(users)));
        });
        return names;
    }

    @Override
    public Map<String, Object> effort(Options options) {
        return options.toJson(ROUNDS);
    }

    @Override
    public void plan(Options options, Turns turns) throws IOException {
        for (int users : options.users()) {
            new OperationTurns(this, options, users, turns).plan();
            new ReopenTurns(this, options, users, turns).plan();
        }
        new ForceTurns(this, options, turns).plan();
    }

    static int rounds(Options options) {
        return options.rounds(ROUNDS);
    }

    /** The contenders that take part in a group: all that were named, or those that a run has the time for. */
    List<Contender> contenders(String group, Options options) {
        return contenders().stream()
                .filter(each -> each.takesPartIn(group) && options.wantsContender(each.name()))
                .filter(each -> !options.isQuick() || !options.contenders().isEmpty() || fitsAFirstLook(group, each))
                .toList();
    }

    private static boolean fitsAFirstLook(String group, Contender contender) {
        return switch (group) {
            case OPERATIONS -> !List.of("tellask-growing", "lmdb-batch").contains(contender.name());
            case REOPEN -> !contender.isPeer();
            default -> !contender.isPeer() || contender.name().equals(ROCKSDB);
        };
    }

    /** The cases of a group that are wanted at a size, without it in their names. */
    static List<String> cases(String group, String size, Options options) {
        return CASES.getOrDefault(group, List.of()).stream()
                .filter(name -> options.wantsCase(name, name + "-" + size, group))
                .toList();
    }

    /** A number of users as labels have it, as in {@code 15m}. */
    static String sizeLabel(int users) {
        return users % MILLION == 0 ? users / MILLION + "m" : users / THOUSAND + "k";
    }

    /** A process of a contender for maps of a size. */
    static ChildProcess start(Contender contender, int users, Report report) throws IOException, InterruptedException {
        List<String> heap = heap(contender, users);
        ChildProcess child = contender.start(
                heap, Stream.concat(Stream.of(MAIN), contender.mains().stream()).toList());
        child.await("ready", PATIENCE);
        report.flags(
                contender.name(),
                Stream.concat(contender.flags().stream(), heap.stream()).toList());
        return child;
    }

    private static List<String> heap(Contender contender, int users) {
        int bytesPerUser = HEAP_BYTES.getOrDefault(contender.name(), 0);
        long megabytes = Math.max(LEAST_HEAP_MEGABYTES, (long) users * bytesPerUser >> 20);
        return bytesPerUser == 0 ? List.of() : List.of("-Xms" + megabytes + "m", "-Xmx" + megabytes + "m");
    }

    /** Turns of the same number have the same seed, so what they read adds up to the same. */
    @Override
    public void doubt(Report report) {
        for (Figure figure : report.figures()) {
            List<Double> own = figure.numbers(CHECKSUM);
            report.find(figure.caseLabel(), LIMIT).ifPresent(limit -> {
                List<Double> others = limit.numbers(CHECKSUM);
                int common = Math.min(own.size(), others.size());
                if (!own.subList(0, common).equals(others.subList(0, common))) {
                    report.warn("checksums differ: case=" + figure.caseLabel() + ", contender=" + figure.contender());
                }
            });
        }
    }
}
