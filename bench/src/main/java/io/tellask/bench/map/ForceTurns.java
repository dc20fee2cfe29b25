package io.tellask.bench.map;

import io.tellask.bench.harness.ChildProcess;
import io.tellask.bench.harness.Contender;
import io.tellask.bench.harness.Options;
import io.tellask.bench.harness.Run;
import io.tellask.bench.harness.Turns;
import io.tellask.bench.harness.Unit;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/**
 * Puts that wait for the disk, by 1, 64 and 512 threads of the system, and by as many virtual ones; each contender has its turn in each round.
 * The limit forces a file after each of one thread's writes.
 */
final class ForceTurns {
    private final StoreSuite suite;
    private final Options options;
    private final Turns turns;

    ForceTurns(StoreSuite suite, Options options, Turns turns) {
        this.suite = suite;
        this.options = options;
        this.turns = turns;
    }

    void plan() {
        List<String> cases = StoreSuite.cases(StoreSuite.FORCE, "", options);
        if (cases.isEmpty()) {
            return;
        }
        int rounds = StoreSuite.rounds(options);
        for (int round = 1; round <= rounds; round++) {
            for (Contender contender : suite.contenders(StoreSuite.FORCE, options)) {
                boolean isLast = round == rounds;
                String title = "round " + round + " force " + contender.name();
                turns.add(StoreSuite.FORCE, contender, title, () -> turn(contender, cases, isLast));
            }
        }
    }

    private String turn(Contender contender, List<String> cases, boolean isLast)
            throws IOException, InterruptedException {
        String name = contender.name();
        StringBuilder line = new StringBuilder();
        for (String label : cases) {
            if (takesPart(name, label)) {
                ChildProcess child = turns.keep(name, () -> StoreSuite.start(contender, 0, turns.report()));
                line.append(force(child, name, label));
            }
        }
        if (isLast) {
            turns.end(name);
        }
        return line.toString();
    }

    /** The limit is one thread's; virtual threads are for maps whose callers share a force: the others hold the thread of the system beneath. */
    private static boolean takesPart(String name, String label) {
        return switch (name) {
            case StoreSuite.FSYNC -> label.equals("force-1");
            case StoreSuite.TELLASK, StoreSuite.ROCKSDB -> true;
            default -> !label.endsWith(ForcedPuts.VIRTUAL);
        };
    }

    private String force(ChildProcess child, String name, String label) throws InterruptedException {
        int millis = options.isFull() ? 3_000 : options.isTiny() ? 50 : 1_000;
        String command = label.replaceFirst("-", " ") + " " + millis;
        String[] words = child.ask(command, "forced", StoreSuite.PATIENCE);
        double count = Double.parseDouble(words[0]);
        double rate = count / Double.parseDouble(words[1]) * 1e9;
        turns.report()
                .add(Run.of(label, name, Unit.OPERATIONS_A_SECOND, rate)
                        .with(Run.CPU, Double.parseDouble(words[2]) / Math.max(1, count)));
        return String.format(Locale.ROOT, "%s: %.0f/s  ", label, rate);
    }
}
