package io.tellask.cli;

import io.tellask.cli.crash.StoreDamages;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
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
                        + "First every kind of damage to every file; then, for as long as asked, random damage in several places.")
final class DamageTestCommand implements Callable<Integer> {
    @Option(
            names = "--minutes",
            paramLabel = "N",
            converter = Count.class,
            description = "Go on for so long with random damage.")
    private @Nullable Long minutes;

    @Option(
            names = "--places",
            paramLabel = "N",
            defaultValue = "4",
            converter = Count.class,
            description = "Places that are damaged at once, at most; ${DEFAULT-VALUE} unless given.")
    private long places;

    @Option(names = "--seed", paramLabel = "SEED", description = "Draws the same damage as the run that printed it.")
    private long seed = System.nanoTime();

    @Option(names = "--json", description = "Print lines of JSON.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        new Summary("damage-test").with("places", places).with("seed", seed).print(out, json);
        try (TemporaryFolder folder = TemporaryFolder.create("tellask-damage")) {
            StoreDamages damages = new StoreDamages(folder.path(), seed);
            damages.matrix(damages.stores());
            long stopNanos = System.nanoTime() + TimeUnit.MINUTES.toNanos(minutes == null ? 0 : minutes);
            while (System.nanoTime() - stopNanos < 0) {
                damages.round(Math.toIntExact(Math.min(places, Integer.MAX_VALUE)));
            }
            Summary summary = new Summary("damaged").with("rounds", damages.rounds());
            for (StoreDamages.Verdict verdict : StoreDamages.Verdict.values()) {
                summary.with(
                        verdict.name().toLowerCase(Locale.ROOT),
                        damages.counts().getOrDefault(verdict, 0L));
            }
            summary.with("lostSilently", 0).print(out, json);
        }
        return 0;
    }
}
