package io.tellask.cli.store;

import io.tellask.cli.terminal.Progress;
import io.tellask.cli.terminal.Summary;
import io.tellask.store.StoreStatistics;
import io.tellask.store.StoredMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tellask store compact DIR}: gives back the space of dead records. */
@Command(
        name = "compact",
        header = "Gives back the space of dead records.",
        description = {
            "Dead are records that were replaced, removed or have expired. A store that is in use compacts itself in the background; this does it at once and at full speed.",
            "Needs no key of an encrypted store. An interrupt loses nothing: run it again, or let it be."
        })
final class StoreCompactCommand implements Callable<Integer> {
    private static final long LOOK_MILLIS = 200;

    @Mixin
    private StoreOption options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        try (StoredMap store = StoredMap.open(options.directory())) {
            StoreStatistics before = store.map().statistics();
            compact(store, before);
            StoreStatistics after = store.map().statistics();
            new Summary("compacted")
                    .with("records", after.records())
                    .with("liveBytes", after.liveBytes())
                    .with("allocatedBytes", after.allocatedBytes())
                    .with("freedBytes", Math.max(0, before.allocatedBytes() - after.allocatedBytes()))
                    .print(spec.commandLine().getOut(), options.json());
        }
        return 0;
    }

    private static void compact(StoredMap store, StoreStatistics before) throws Exception {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread.ofPlatform().name("tellask-compact").start(() -> {
            try {
                store.map().compact();
                done.complete(null);
            } catch (RuntimeException | Error e) {
                done.completeExceptionally(e);
            }
        });
        long dead = Math.max(0, before.logBytes() - before.liveBytes());
        try (Progress progress = Progress.ofBytes("compact", dead)) {
            while (!done.isDone()) {
                progress.moveTo(Math.min(dead, store.map().statistics().freedBytes()));
                await(done);
            }
        }
        done.join();
    }

    private static void await(CompletableFuture<Void> done) throws Exception {
        try {
            done.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException stillAtWork) {
            return;
        }
    }
}
