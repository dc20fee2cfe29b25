package io.tellask.bench.keyvalue;

import io.tellask.bench.process.ChildProcess;
import io.tellask.bench.process.ClassPaths;
import io.tellask.bench.report.BenchOptions;
import io.tellask.bench.report.CoreToCore;
import io.tellask.bench.report.Report;
import io.tellask.bench.report.Run;
import io.tellask.bench.spi.Usage;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * The kv suite's cases through our own client: it gets and puts in batches of 100,000 pipelined calls, random over all ids, and waits for the
 * last answer of each batch. CPU nanoseconds are those of both processes.
 */
final class KvNative {
    private static final String PACKAGE = "io.tellask.bench.keyvalue.";
    private static final String OURS = "tellask";
    private static final List<String> KINDS = List.of("get-hit", "get-miss", "put");
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final BenchOptions options;
    private final PrintStream progress;
    private final Report report;

    KvNative(BenchOptions options, Report report, PrintStream progress) {
        this.options = options;
        this.report = report;
        this.progress = progress;
    }

    void run() throws IOException, InterruptedException {
        if (KINDS.stream().noneMatch(this::wants) || !options.wantsContender(OURS)) {
            return;
        }
        report.flags(OURS, List.of());
        try (ChildProcess service = child("service", List.of(PACKAGE + "KeyValueProcess"))) {
            String port = service.await("port", PATIENCE)[0];
            measure(service, port);
        } catch (ChildProcess.FailedException e) {
            report.unavailable("native", OURS, String.valueOf(e.getMessage()));
        }
    }

    private boolean wants(String kind) {
        return options.wantsCase("native") || options.wantsCase("native-" + kind);
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
        if (!wants(kind)) {
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
        report.add(Run.of(label, OURS, Run.Unit.OPERATIONS_A_SECOND, rate)
                .with(Run.CPU, cpu)
                .with(Run.BYTES, both.writtenBytes() / count)
                .with(Run.CORE_TO_CORE, coreToCore));
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
