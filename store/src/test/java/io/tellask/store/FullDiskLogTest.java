package io.tellask.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.tellask.store.file.StoreFiles;
import io.tellask.test.Await;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the log says where the disk takes no new files: a line in ten seconds, not one for each change. */
@Timeout(60)
class FullDiskLogTest {
    private static final int ATTEMPTS = 8;
    private static final long PAUSE_NANOS = 10_000_000_000L;

    @TempDir
    Path directory;

    private final AtomicInteger endsRefused = new AtomicInteger();
    private final AtomicInteger copiesRefused = new AtomicInteger();
    private final Queue<String> lines = new ConcurrentLinkedQueue<>();
    private final Logger log = Logger.getLogger("io.tellask.store.shard");
    private final Handler handler = new Handler() {
        @Override
        public void publish(LogRecord logged) {
            lines.add(logged.getMessage());
        }

        @Override
        public void flush() {
            // nothing is kept back
        }

        @Override
        public void close() {
            // nothing is held
        }
    };

    /** Forces the mapped log, and no file beside it. */
    private final StoreFiles files = new StoreFiles() {
        @Override
        public void force(FileChannel channel) throws IOException {
            boolean compacts = Thread.currentThread().getName().equals("tellask-store-compact");
            (compacts ? copiesRefused : endsRefused).incrementAndGet();
            throw new IOException("No space left on device (injected)");
        }
    };

    private final long beginNanos = System.nanoTime();

    @BeforeEach
    void listen() {
        log.addHandler(handler);
    }

    @AfterEach
    void stopListening() {
        log.removeHandler(handler);
    }

    private DurableMap<Integer, byte[]> open(Durability durability, boolean compacting) {
        DurableMap.builder(directory, Integer.class, byte[].class).open().close();
        return DurableMap.builder(directory, Integer.class, byte[].class)
                .durability(durability)
                .limits(StoreLimits.defaults().withFirstSegmentBytes(8192).withSegmentBytes(64 << 10))
                .compaction(Compaction.defaults().withAutomatic(compacting))
                .files(files)
                .open();
    }

    private static void overwrite(DurableMap<Integer, byte[]> map, AtomicInteger refused) {
        Await.until(() -> "refused=" + refused.get(), () -> {
            for (int i = 0; i < 100; i++) {
                map.put(0, new byte[1_000]);
            }
            return refused.get() >= ATTEMPTS;
        });
    }

    private long lines(String text) {
        return lines.stream().filter(line -> line.contains(text)).count();
    }

    private long mostLines() {
        return 2 + (System.nanoTime() - beginNanos) / PAUSE_NANOS;
    }

    @Test
    void tellsOnceThatTheEndIsNotWritten() {
        try (DurableMap<Integer, byte[]> map = open(Durability.FORCED, false)) {
            overwrite(map, endsRefused);
            assertThat(lines("file=END is not written")).isBetween(1L, mostLines());
        }
    }

    @Test
    void tellsOnceThatCompactionStopped() {
        try (DurableMap<Integer, byte[]> map = open(Durability.BUFFERED, true)) {
            overwrite(map, copiesRefused);
            Await.until("a line of the compaction", () -> lines("compaction stopped") > 0);
            assertThat(lines("compaction stopped")).isBetween(1L, mostLines());
        }
    }
}
