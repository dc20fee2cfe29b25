package io.tellask.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * How fast does a client read a served map? A million users are put into the key-value server; one client then gets, and
 * puts, in batches of 100,000 pipelined calls, random over all ids, and waits for the last answer of each batch.
 *
 * <p>Command: {@code tellask bench kv}. CPU nanoseconds are those of both processes. Not shown: several clients, scans,
 * a map that is larger than memory.
 */
public final class KvBench {
    private static final String PACKAGE = "io.tellask.bench.keyvalue.";
    private static final String OURS = "tellask";
    private static final List<String> KINDS = List.of("get-hit", "get-miss", "put");
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final BenchOptions options;
    private final PrintStream progress;
    private final Report report;

    private KvBench(BenchOptions options, PrintStream progress) {
        this.options = options;
        this.progress = progress;
        this.report = new Report("kv", options);
    }

    static Report run(BenchOptions options, PrintStream progress) throws IOException, InterruptedException {
        KvBench bench = new KvBench(options, progress);
        bench.report.flags(OURS, List.of());
        try (ChildProcess service = child("service", List.of(PACKAGE + "KeyValueProcess"))) {
            String port = service.await("port", PATIENCE)[0];
            bench.measure(service, port);
        } catch (ChildProcess.FailedException e) {
            bench.report.unavailable("all", OURS, String.valueOf(e.getMessage()));
        }
        return bench.report;
    }

    private void measure(ChildProcess service, String port) throws IOException, InterruptedException {
        String users = Integer.toString(options.effort().users());
        try (ChildProcess caller = child("caller", List.of(PACKAGE + "KeyValueCaller", port, users))) {
            caller.await("ready", PATIENCE);
            progress.println("kv  loaded " + users + " users");
            for (String kind : KINDS) {
                phase(caller, kind, options.effort().warmUp());
            }
            for (int round = 1; round <= options.effort().rounds(); round++) {
                for (String kind : KINDS) {
                    turn(service, caller, kind, round);
                }
            }
        }
    }

    private void turn(ChildProcess service, ChildProcess caller, String kind, int round) throws InterruptedException {
        String label = "native-" + kind;
        if (!options.wantsCase(label)) {
            return;
        }
        double coreToCore = CoreToCore.measureNanos();
        Usage before = Usage.of(service.ask("usage", "used", PATIENCE), 0);
        String[] words = phase(caller, kind, options.effort().measured());
        Usage both = Usage.of(service.ask("usage", "used", PATIENCE), 0)
                .since(before)
                .plus(Usage.of(words, 2));
        double count = Double.parseDouble(words[0]);
        double rate = count / Double.parseDouble(words[1]) * 1e9;
        double cpu = both.cpuNanos() / count;
        report.figure(label, OURS, "operations/s", true).add(rate, cpu, both.writtenBytes() / count, coreToCore);
        progress.printf(
                Locale.ROOT,
                "round %d/%d  %-15s %9s/s %9.1f CPU ns/op  core to core %.0f ns%n",
                round,
                options.effort().rounds(),
                label,
                Report.shorten(rate),
                cpu,
                coreToCore);
    }

    private String[] phase(ChildProcess caller, String kind, Duration time) throws InterruptedException {
        String command = kind + " " + time.toMillis() + " " + options.effort().messages();
        return caller.ask(command, "done", PATIENCE);
    }

    private static ChildProcess child(String role, List<String> mainAndArguments) throws IOException {
        return ChildProcess.start("kv " + role, ClassPaths.own(), List.of(), mainAndArguments);
    }
}
