package io.tellask.kv.resp.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.tellask.kv.KeyValueOptions;
import io.tellask.kv.RespLimits;
import io.tellask.kv.resp.HandLoop;
import io.tellask.kv.resp.client.Engine;
import io.tellask.kv.resp.command.Commands;
import io.tellask.remote.PeerMemory;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever ends the look through a database for keys that expire, ends nothing else. */
class ExpirySweepTest {
    @TempDir
    private Path directory;

    /** A loop that takes no task. */
    private static final class FailingLoop extends HandLoop {
        final List<Throwable> failures = new ArrayList<>();

        @Override
        public void execute(Runnable task) {
            throw new AssertionError("as asked");
        }

        @Override
        public void failed(String what, @Nullable Object where, Throwable failure) {
            failures.add(failure);
        }
    }

    @Test
    void anErrorEndsItWithAReasonAndTheDatabaseGoesOn() {
        FailingLoop loop = new FailingLoop();
        EngineSettings settings = new EngineSettings(
                directory, 1, KeyValueOptions.defaults(), RespLimits.defaults(), new PeerMemory(1 << 20), null);
        Engine engine = new Engine(settings, Commands.table(), loop, InstantSource.system());
        Database database = engine.databases().get(0);
        engine.clock().update();
        byte[] key = {1};
        database.put(key, new byte[] {2}, engine.clock().millis() + 3_600_000);
        ExpirySweep sweep = new ExpirySweep(database.map().orElseThrow(), database, loop);
        assertThatCode(sweep::run).doesNotThrowAnyException();
        assertThat(loop.failures).singleElement().isInstanceOf(AssertionError.class);
        assertThat(database.get(key)).containsExactly(2);
        engine.close();
    }
}
