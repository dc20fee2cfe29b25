package io.tellask.bench.aeron;

import io.tellask.bench.harness.ChildProcess;
import io.tellask.bench.harness.Comparison;
import io.tellask.bench.harness.Contender;
import io.tellask.bench.harness.CoreToCore;
import io.tellask.bench.harness.Harness;
import io.tellask.bench.harness.Options;
import io.tellask.bench.harness.Report;
import io.tellask.bench.harness.Suite;
import io.tellask.bench.spi.Run;
import io.tellask.bench.spi.Usage;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How long is 256 bytes' way to another process and back? One ping at a time ({@code rtt-…}), and so many a second ({@code paced-…}), whose times count
 * from when a ping was due. A turn is a pair of processes for all cases of a medium.
 *
 * <p>Command: {@code tellask bench pingpong}. A figure is the median in microseconds; its other numbers are percentiles by HdrHistogram. A rate that is
 * not held makes no figure. Not shown: other machines, and more connections than one.
 */
public final class PingPongSuite implements Suite {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Pattern PACED = Pattern.compile("paced-(\\d+)k-.*");
    private static final String SPINNING = "-spinning";

    /** A rate counts as held where all has come back so soon after the last ping was due. */
    private static final double LATE_SECONDS = 0.05;

    private static final List<String> EFFORT = List.of("warmUpMillis", "measuredMillis", "pings");

    @Override
    public Map<String, Object> effort(Comparison comparison, Options options) {
        Map<String, Object> effort = new LinkedHashMap<>();
        effort.put("rounds", options.rounds(comparison.rounds()));
        EFFORT.forEach(name -> effort.put(name, (int) comparison.number(name, options)));
        return effort;
    }

    @Override
    public List<Block> blocks(Comparison comparison, Options options) {
        return List.of(new Block(comparison.groups(), 0, "", 1, options.rounds(comparison.rounds()), false));
    }

    @Override
    public String take(Turn turn, Harness harness) throws IOException, InterruptedException {
        Contender contender = turn.contender();
        harness.report().flags(contender.name(), contender.flags());
        String way = contender.mains().getFirst();
        String medium = turn.group().replace(SPINNING, "");
        String rest = turn.group().endsWith(SPINNING) ? "spinning" : "resting";
        String main = PingProcess.class.getName();
        double coreToCore = CoreToCore.measureNanos();
        List<Long> processes = new ArrayList<>();
        try (ChildProcess service = contender.start(List.of(), main, "serve", way, medium, rest)) {
            processes.add(service.handle().pid());
            String address = service.await("at", PATIENCE);
            try (ChildProcess caller = contender.start(List.of(), main, "call", way, medium, rest, address)) {
                processes.add(caller.handle().pid());
                caller.await("ready", PATIENCE);
                for (String label : turn.labels()) {
                    run(
                            caller,
                            label,
                            harness.number("warmUpMillis") / turn.labels().size(),
                            harness);
                }
                List<Run> runs = new ArrayList<>();
                for (String label : turn.labels()) {
                    Run run = measure(service, caller, label, harness).with(Run.CORE_TO_CORE, coreToCore);
                    if (isHeld(run, contender.name(), harness.report())) {
                        runs.add(run);
                    }
                }
                return harness.record(turn, runs);
            }
        } finally {
            processes.forEach(BareAeron::deleteFolder);
        }
    }

    private static Run measure(ChildProcess service, ChildProcess caller, String label, Harness harness)
            throws InterruptedException {
        long allocatedBefore = allocated(service) + allocated(caller);
        Usage before = used(service, caller);
        Run run = run(caller, label, harness.number("measuredMillis"), harness);
        double count = run.number("count");
        Usage used = used(service, caller).since(before);
        return run.with(Run.ALLOCATED, (allocated(service) + allocated(caller) - allocatedBefore) / count)
                .with(Run.CPU, used.cpuNanos() / count);
    }

    private static Run run(ChildProcess caller, String label, long millis, Harness harness)
            throws InterruptedException {
        String command = String.join(" ", "run", label, "" + rate(label), "" + millis, "" + harness.number("pings"));
        return Run.parseAll(caller.ask(command, "run", PATIENCE)).getFirst();
    }

    /** Pings a second; 0 for one at a time. */
    private static long rate(String label) {
        Matcher paced = PACED.matcher(label);
        return paced.matches() ? 1_000 * Long.parseLong(paced.group(1)) : 0;
    }

    private static boolean isHeld(Run run, String contender, Report report) {
        long wanted = rate(run.label());
        double reached = run.number(PingCaller.RATE);
        double lateSeconds = wanted == 0 ? 0 : run.number("count") * (1 / reached - 1.0 / wanted);
        if (lateSeconds <= LATE_SECONDS) {
            return true;
        }
        if (report.find(run.label(), contender).isEmpty()) {
            report.unavailable(
                    run.label(),
                    contender,
                    String.format(Locale.ROOT, "rate not reached: wanted=%d/s, reached=%.0f/s", wanted, reached));
        }
        return false;
    }

    private static Usage used(ChildProcess service, ChildProcess caller) {
        return Usage.of(service.handle()).plus(Usage.of(caller.handle()));
    }

    private static long allocated(ChildProcess process) throws InterruptedException {
        return Long.parseLong(process.ask("allocated", "allocated", PATIENCE));
    }
}
