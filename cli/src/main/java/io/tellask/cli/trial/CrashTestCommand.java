package io.tellask.cli.trial;

import io.tellask.cli.crash.CrashMoment;
import io.tellask.cli.crash.PowerCuts;
import io.tellask.cli.crash.StoreCrashes;
import io.tellask.cli.terminal.CommandFailure;
import io.tellask.cli.terminal.CountConverter;
import io.tellask.cli.terminal.Progress;
import io.tellask.cli.terminal.Summary;
import io.tellask.cli.terminal.TemporaryFolder;
import io.tellask.store.Durability;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code tellask crash-test}: shows that a killed server or store loses nothing that it acknowledged. */
@Command(
        name = "crash-test",
        header = "Kills servers and stores under writes, and looks for losses.",
        description =
                "Starts a process that writes to a store as fast as it can, kills it with -9, opens the files again, and compares every"
                        + " key with what was acknowledged; again and again on the same files. Leaves no process and no file behind.%n"
                        + "The rounds are dealt out: to a server, and to stores that are killed during plain writes, while segments"
                        + " roll, while an index checkpoint is written, while they compact, and while they are backed up; and to"
                        + " processes that are killed while they take snapshots of a store in use, whole or incremental, repair a"
                        + " damaged one, export, or import.")
public final class CrashTestCommand implements Callable<Integer> {
    private static final String SERVER = "server";
    private static final long DEFAULT_ROUNDS = 100;
    private static final int STEPS = 20_000;
    private static final int FORCED_STEPS = 3_000;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            converter = CountConverter.class,
            description = "How often to kill, " + DEFAULT_ROUNDS + " unless given.")
    private @Nullable Long rounds;

    @Option(
            names = "--during",
            paramLabel = "WHAT",
            description =
                    "Only kill during this: server, writes, roll, checkpoint, compaction, backup, snapshot, incremental,"
                            + " repair, export, or import.")
    private @Nullable String during;

    @Option(
            names = "--power-cuts",
            paramLabel = "N",
            converter = CountConverter.class,
            description =
                    "How often to cut the power of a small file system under a writer, with each durability level in turn."
                            + " Needs Linux, ext4 and the rights of root.")
    private @Nullable Long powerCuts;

    @Mixin
    private TrialOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        long kills = rounds != null ? rounds : powerCuts != null ? 0 : DEFAULT_ROUNDS;
        long cuts = powerCuts == null ? 0 : powerCuts;
        String hindrance = cuts > 0 ? PowerCuts.hindrance() : null;
        if (hindrance != null) {
            throw new CommandFailure("crash-test: power cannot be cut here, reason=" + hindrance
                    + "; run it as root on Linux with mkfs.ext4 and mount");
        }
        options.print(new Summary("crash-test")
                .with("kills", kills)
                .with("powerCuts", cuts)
                .with("seed", options.seed()));
        try (Progress progress = Progress.of("crash-test", kills + cuts)) {
            kill(kills, progress);
            if (cuts > 0) {
                cutPower(cuts, progress);
            }
        }
        return 0;
    }

    private void kill(long kills, Progress progress) throws Exception {
        if (during != null) {
            kill(during.toLowerCase(Locale.ROOT), kills, progress);
            return;
        }
        CrashMoment[] moments = CrashMoment.values();
        int kinds = moments.length + 1;
        kill(SERVER, kills / kinds, progress);
        for (CrashMoment moment : moments) {
            long share = kills / kinds + (moment.ordinal() < kills % kinds ? 1 : 0);
            kill(moment.name().toLowerCase(Locale.ROOT), share, progress);
        }
    }

    private void kill(String what, long kills, Progress progress) throws Exception {
        if (kills == 0) {
            return;
        }
        try (TemporaryFolder folder = TemporaryFolder.create("tellask-crash")) {
            long acknowledged;
            double lowestRate;
            if (what.equals(SERVER)) {
                CrashRounds crashes = new CrashRounds(folder.path(), options.seed());
                crashes.run(kills, () -> progress.step(1));
                acknowledged = crashes.acknowledged();
                lowestRate = crashes.lowestRate();
            } else {
                StoreCrashes crashes = new StoreCrashes(folder.path(), moment(what), options.seed());
                for (long round = 0; round < kills; round++) {
                    crashes.round(STEPS);
                    progress.step(1);
                }
                acknowledged = crashes.acknowledged();
                lowestRate = crashes.lowestRate();
            }
            options.print(new Summary("killed")
                    .with("during", what)
                    .with("rounds", kills)
                    .with("acknowledged", acknowledged)
                    .with("lost", 0)
                    .with("wrong", 0)
                    .with("lowestWritesPerSecond", Math.round(lowestRate)));
        }
    }

    private CrashMoment moment(String what) {
        for (CrashMoment moment : CrashMoment.values()) {
            if (moment.name().equalsIgnoreCase(what)) {
                return moment;
            }
        }
        String known = Stream.of(CrashMoment.values())
                .map(moment -> moment.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
        throw new ParameterException(
                spec.commandLine(),
                "Invalid value for option '--during': '" + what + "' is not one of " + SERVER + ", " + known);
    }

    private void cutPower(long cuts, Progress progress) throws Exception {
        for (Durability durability : new Durability[] {Durability.FORCED, Durability.PERIODIC}) {
            long share = durability == Durability.FORCED ? (cuts + 1) / 2 : cuts / 2;
            if (share == 0) {
                continue;
            }
            try (PowerCuts power = PowerCuts.start(options.seed())) {
                for (long round = 0; round < share; round++) {
                    CrashMoment moment = round % 3 == 2 && durability == Durability.FORCED
                            ? CrashMoment.COMPACTION
                            : CrashMoment.WRITES;
                    power.round(durability, moment, durability == Durability.FORCED ? FORCED_STEPS : STEPS);
                    progress.step(1);
                }
                options.print(new Summary("power cut")
                        .with("durability", durability.name().toLowerCase(Locale.ROOT))
                        .with("rounds", share)
                        .with("acknowledged", power.acknowledged())
                        .with("lost", 0)
                        .with("wrong", 0)
                        .with("lostUnpromised", power.lostUnpromised())
                        .with("oldestLossMillis", power.oldestLossMillis()));
            }
        }
    }
}
