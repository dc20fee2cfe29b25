package io.tellask.cli.terminal;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** How far a long command is: a bar on standard error where that is a terminal, else nothing. */
public final class Progress implements AutoCloseable {
    private final @Nullable ProgressBar bar;

    private Progress(@Nullable ProgressBar bar) {
        this.bar = bar;
    }

    /** Counts to an expected total. */
    public static Progress of(String task, long expected) {
        return of(task, expected, "", 1);
    }

    /** Counts bytes to an expected total, shown in megabytes; one below 0 means unknown. */
    public static Progress ofBytes(String task, long expected) {
        return of(task, expected, " MB", 1_000_000);
    }

    private static Progress of(String task, long expected, String unit, long unitSize) {
        if (!Boolean.getBoolean("tellask.terminal")) {
            return new Progress(null);
        }
        return new Progress(new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(expected)
                .setUnit(unit, unitSize)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(100)
                .showSpeed()
                .build());
    }

    public void step(long count) {
        if (bar != null) {
            bar.stepBy(count);
        }
    }

    public void moveTo(long count) {
        if (bar != null) {
            bar.stepTo(count);
        }
    }

    /** Moves to a count whose total is known only now. */
    public void moveTo(long count, long total) {
        if (bar != null) {
            bar.maxHint(total);
            bar.stepTo(count);
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
