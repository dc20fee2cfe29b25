package io.tellask.bench.remoting;

import io.tellask.bench.process.ChildProcess;
import io.tellask.bench.process.UnavailableException;
import io.tellask.bench.report.BenchOptions;
import io.tellask.bench.report.CoreToCore;
import io.tellask.bench.report.Figure;
import io.tellask.bench.report.Report;
import io.tellask.bench.spi.Case;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * How fast do calls between two processes go, and what do they cost? Client and server run in processes of their own and
 * talk over one loopback connection: <em>tell</em> sends two ints that the receiver adds up, <em>ask</em> gets their sum
 * back, thousands at a time, <em>latency</em> asks one by one. Contenders take turns within each round.
 *
 * <p>Command: {@code tellask bench remoting}. Not shown: networks, several connections or callers, large messages,
 * latency under load. {@code docs/benchmarks/METHOD.md} describes machine, tuning and reading.
 */
public final class RemotingBench {
    /** A peer that needs more than this many times its reference CPU time makes the comparison unfair. */
    static final double VOID_RATIO = 1.25;

    private static final String OURS = "tellask";

    private final BenchOptions options;
    private final PrintStream progress;
    private final Report report;

    private RemotingBench(BenchOptions options, PrintStream progress) {
        this.options = options;
        this.progress = progress;
        this.report = new Report("remoting", options);
    }

    public static Report run(BenchOptions options, PrintStream progress) throws IOException, InterruptedException {
        RemotingBench bench = new RemotingBench(options, progress);
        bench.checkNames();
        for (int round = 1; round <= options.effort().rounds(); round++) {
            for (Case workload : Case.values()) {
                bench.turns(workload, round);
            }
        }
        bench.compare();
        bench.doubt();
        return bench.report;
    }

    private void checkNames() {
        options.cases().forEach(Case::of);
        List<String> names = Contenders.all().stream().map(Contender::name).toList();
        for (String name : options.contenders()) {
            if (!names.contains(name)) {
                throw new IllegalArgumentException(
                        "unknown contender: contender=" + name + "; one of " + String.join(", ", names));
            }
        }
    }

    private void turns(Case workload, int round) throws IOException, InterruptedException {
        if (!options.wantsCase(workload.label())) {
            return;
        }
        for (Contender contender : Contenders.all()) {
            boolean absent = report.isUnavailable(workload.label(), contender.name());
            if (contender.supports(workload) && options.wantsContender(contender.name()) && !absent) {
                turn(contender, workload, round);
            }
        }
    }

    private void turn(Contender contender, Case workload, int round) throws IOException, InterruptedException {
        double coreToCore = CoreToCore.measureNanos();
        String title = String.format(
                Locale.ROOT,
                "round %d/%d  %-13s %-13s",
                round,
                options.effort().rounds(),
                workload.label(),
                contender.name());
        try (RemotingRun run = RemotingRun.start(contender, workload)) {
            report.flags(contender.name(), contender.jvmFlags());
            RemotingRun.Outcome outcome = run.measure(options.effort());
            record(contender, workload, outcome, coreToCore);
            progress.printf(Locale.ROOT, "%s %s  core to core %.0f ns%n", title, outcome, coreToCore);
        } catch (UnavailableException | ChildProcess.FailedException e) {
            report.unavailable(workload.label(), contender.name(), String.valueOf(e.getMessage()));
            progress.println(title + " not run: " + e.getMessage());
        }
    }

    private void record(Contender contender, Case workload, RemotingRun.Outcome outcome, double coreToCore) {
        double cpu = outcome.cpuNanosPerOp();
        double bytes = outcome.bytesPerOp();
        String name = contender.name();
        if (workload.kind() == Case.Kind.LATENCY) {
            report.figure(workload.label(), name, "us", false).add(outcome.p50Micros(), cpu, bytes, coreToCore);
            report.figure(workload.label() + "-p99", name, "us", false)
                    .add(outcome.p99Micros(), cpu, bytes, coreToCore);
        } else {
            report.figure(workload.label(), name, "messages/s", true).add(outcome.rate(), cpu, bytes, coreToCore);
        }
    }

    /** Says how ours stands beside the best peer in CPU time, and beside plain NIO when idle. */
    private void compare() {
        for (Case workload : List.of(Case.TELL, Case.ASK)) {
            double ours = report.cpuNanosPerOp(workload.label(), OURS);
            double best = Contenders.all().stream()
                    .filter(contender -> contender.referenceCpuNanos(workload).isPresent())
                    .mapToDouble(contender -> report.cpuNanosPerOp(workload.label(), contender.name()))
                    .filter(nanos -> !Double.isNaN(nanos))
                    .min()
                    .orElse(Double.NaN);
            note("%s: the best peer needs %.1f times the CPU of %s", workload, best / ours);
        }
        Case idle = Case.LATENCY_IDLE;
        double ratio = report.median(idle.label(), OURS) / report.median(idle.label(), "limit-wire");
        note("%s: a round trip of plain NIO fits %.2f times into one of %s", idle, ratio);
    }

    private void note(String format, Case workload, double ratio) {
        if (!Double.isNaN(ratio)) {
            report.note(String.format(Locale.ROOT, format, workload.label(), ratio, OURS));
        }
    }

    /** Warns of peers that ran worse than they can, for then ours looks better than it is. */
    private void doubt() {
        for (Contender contender : Contenders.all()) {
            for (Figure figure : report.figures()) {
                if (figure.contender().equals(contender.name())) {
                    doubt(contender, figure);
                }
            }
        }
    }

    private void doubt(Contender contender, Figure figure) {
        Arrays.stream(Case.values())
                .filter(each -> each.label().equals(figure.caseLabel()))
                .flatMapToDouble(each -> contender.referenceCpuNanos(each).stream())
                .filter(reference -> figure.cpuNanosPerOp() > reference * VOID_RATIO)
                .forEach(reference -> report.warn(String.format(
                        Locale.ROOT,
                        "run is void as a comparison with %s: case=%s, CPU ns/op=%.0f, limit=%.0f (%.2f times %.0f);"
                                + " use a quiet machine and a full run",
                        contender.name(),
                        figure.caseLabel(),
                        figure.cpuNanosPerOp(),
                        reference * VOID_RATIO,
                        VOID_RATIO,
                        reference)));
    }
}
