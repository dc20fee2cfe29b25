package io.tellask.cli.trial;

import io.tellask.cli.crash.StoreDamages;
import io.tellask.cli.terminal.CountConverter;
import io.tellask.cli.terminal.Progress;
import io.tellask.cli.terminal.Summary;
import io.tellask.cli.terminal.TemporaryFolder;
import io.tellask.cli.terminal.Verbosity;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tellask damage-test}: shows that no damage to a store loses anything silently. */
@Command(
        name = "damage-test",
        header = "Damages stores in every way, and looks for silent losses.",
        description =
                "Makes stores, plain, compacted, encrypted, closed, and left by a killed process. Damages copies of them: flipped bits,"
                        + " pages of zeros, files that are shortened, removed, swapped, appended to, or as they were before. Each copy is"
                        + " checked, opened, backed up, served and repaired: either all that was promised is there, or all of them say what is"
                        + " damaged; only repair changes a file; and what it leaves is sound. Ends with code 1 otherwise.%n"
                        + "First every kind of damage to every file, which takes about a minute; then, for as long as asked with --minutes, random"
                        + " damage in several places. What the stores log meanwhile is shown with --verbose.")
public final class DamageTestCommand implements Callable<Integer> {
    /** Everything logs under this name: all of it is the refusals that are asked for here. */
    private static final String LOGGED = "io.tellask";

    @Option(
            names = "--minutes",
            paramLabel = "N",
            converter = CountConverter.class,
            description = "Go on for so long with random damage.")
    private @Nullable Long minutes;

    @Option(
            names = "--places",
            paramLabel = "N",
            defaultValue = "4",
            converter = CountConverter.class,
            description = "Places that are damaged at once, at most; ${DEFAULT-VALUE} unless given.")
    private long places;

    @Mixin
    private TrialOptions options;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        options.print(new Summary("damage-test").with("places", places).with("seed", options.seed()));
        Logger logger = Logger.getLogger(LOGGED);
        java.util.logging.Level before = logger.getLevel();
        try (TemporaryFolder folder = TemporaryFolder.create("tellask-damage")) {
            if (!(spec.root().userObject() instanceof Verbosity main && main.isVerbose())) {
                logger.setLevel(java.util.logging.Level.OFF);
            }
            damage(folder);
        } finally {
            logger.setLevel(before);
        }
        return 0;
    }

    private void damage(TemporaryFolder folder) throws IOException {
        StoreDamages damages = new StoreDamages(folder.path(), options.seed());
        try (Progress progress = Progress.of("damage-test", 0)) {
            damages.matrix(damages.stores(), (done, expected) -> {
                progress.moveTo(done, expected);
                return !folder.isEnding();
            });
        }
        damageAtRandom(damages, folder);
        if (folder.isEnding()) {
            return;
        }
        Summary summary = new Summary("damaged").with("rounds", damages.rounds());
        for (StoreDamages.Verdict verdict : StoreDamages.Verdict.values()) {
            summary.with(
                    verdict.name().toLowerCase(Locale.ROOT), damages.counts().getOrDefault(verdict, 0L));
        }
        options.print(summary.with("lostSilently", 0));
    }

    private void damageAtRandom(StoreDamages damages, TemporaryFolder folder) throws IOException {
        long seconds = TimeUnit.MINUTES.toSeconds(minutes == null ? 0 : minutes);
        long start = System.nanoTime();
        try (Progress progress = Progress.of("damage-test, seconds", seconds)) {
            for (long past = 0; past < seconds && !folder.isEnding(); ) {
                damages.round(Math.toIntExact(Math.min(places, Integer.MAX_VALUE)));
                past = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start);
                progress.moveTo(past);
            }
        }
    }
}
