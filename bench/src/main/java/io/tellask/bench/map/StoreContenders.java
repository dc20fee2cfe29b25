package io.tellask.bench.map;

import static io.tellask.bench.map.StorePlan.Group.FORCE;
import static io.tellask.bench.map.StorePlan.Group.OPERATIONS;
import static io.tellask.bench.map.StorePlan.Group.REOPEN;

import io.tellask.bench.map.StoreContender.Home;
import java.util.List;

/** The contenders of the store suite, in the order in which they take turns. */
final class StoreContenders {
    static final String TELLASK = "tellask";

    /** Told nothing of the number of users, so that its index grows. */
    static final String GROWING = "tellask-growing";

    static final String LIMIT = "limit-hashmap";

    /** The disk, without a map. */
    static final String FSYNC = "limit-fsync";

    /** With a transaction for a thousand puts. */
    static final String LMDB_BATCH = "lmdb-batch";

    /** The one peer whose callers share a force. */
    static final String ROCKSDB = "rocksdb";

    private static final String OWN = "io.tellask.bench.map.";
    private static final String PEERS = OWN + "peers.";
    private static final String ALLOW_UNSAFE = "--sun-misc-unsafe-memory-access=allow";
    private static final String ALLOW_NATIVE = "--enable-native-access=ALL-UNNAMED";

    /** What a HashMap of users takes of a heap, with room for the collector. */
    private static final int HASHMAP_BYTES = 560;

    /** Caches and garbage of maps that keep pages on the heap. */
    private static final int PAGES_BYTES = 300;

    private StoreContenders() {}

    static List<StoreContender> all() {
        return List.of(
                own(TELLASK, "DurableUserMap$Opening", 0, List.of(OPERATIONS, REOPEN, FORCE)),
                own(LIMIT, "HashUserMap$Opening", HASHMAP_BYTES, List.of(OPERATIONS)),
                own(GROWING, "DurableUserMap$GrowingOpening", 0, List.of(OPERATIONS)),
                own(FSYNC, "FsyncMap$Opening", 0, List.of(FORCE)),
                peer("chronicle", "ChronicleUserMap$Opening", chronicle(), 0),
                peer("lmdb", "LmdbUserMap$Opening", lmdb(), 0),
                new StoreContender(
                        LMDB_BATCH, Home.PEERS, PEERS + "LmdbUserMap$BatchOpening", lmdb(), 0, List.of(OPERATIONS)),
                peer(ROCKSDB, "RocksUserMap$Opening", List.of(ALLOW_NATIVE), 0),
                peer("mapdb", "MapDbUserMap$Opening", List.of(ALLOW_UNSAFE, ALLOW_NATIVE), 0),
                peer("mvstore", "MvStoreUserMap$Opening", List.of(), PAGES_BYTES));
    }

    private static StoreContender own(String name, String opening, int heap, List<StorePlan.Group> abilities) {
        return new StoreContender(name, Home.OWN, OWN + opening, List.of(), heap, abilities);
    }

    private static StoreContender peer(String name, String opening, List<String> flags, int heap) {
        return new StoreContender(name, Home.PEERS, PEERS + opening, flags, heap, List.of(OPERATIONS, REOPEN, FORCE));
    }

    /** What it does not start without on JDK 25; the property keeps it from calling home. */
    private static List<String> chronicle() {
        return List.of(
                "--add-opens=java.base/java.lang=ALL-UNNAMED",
                "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
                "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
                "--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED",
                ALLOW_UNSAFE,
                ALLOW_NATIVE,
                "-Dchronicle.analytics.disable=true");
    }

    private static List<String> lmdb() {
        return List.of(
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
                ALLOW_UNSAFE,
                ALLOW_NATIVE);
    }
}
