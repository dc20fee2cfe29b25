package io.tellask.bench.remoting;

import io.tellask.bench.process.ChildProcess;
import io.tellask.bench.report.Effort;
import io.tellask.bench.report.Report;
import io.tellask.bench.spi.Case;
import io.tellask.bench.spi.Usage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/** One turn of one contender in one case: a service process and a caller process, warmed up and measured. */
final class RemotingRun implements AutoCloseable {
    private static final Duration START = Duration.ofSeconds(30);
    private static final Duration DRAIN = Duration.ofSeconds(60);
    /** The warm-up comes in pieces, so that loops are entered anew once their compiled form is ready. */
    private static final int WARM_UP_PIECES = 4;

    private final ChildProcess service;
    private final ChildProcess caller;

    private RemotingRun(ChildProcess service, ChildProcess caller) {
        this.service = service;
        this.caller = caller;
    }

    /**
     * What a turn came to.
     *
     * @param cpuNanosPerOp process CPU time of both processes
     * @param bytesPerOp bytes that both processes wrote
     * @param p50Micros median round trip, NaN unless the case is about latency
     */
    record Outcome(double rate, double cpuNanosPerOp, double bytesPerOp, double p50Micros, double p99Micros) {
        @Override
        public String toString() {
            String cost = String.format(Locale.ROOT, "%9.1f CPU ns/op", cpuNanosPerOp);
            return Double.isNaN(p50Micros)
                    ? String.format(Locale.ROOT, "%9s/s %s", Report.shorten(rate), cost)
                    : String.format(Locale.ROOT, "p50 %.1f us  p99 %.1f us %s", p50Micros, p99Micros, cost);
        }
    }

    /**
     * Starts both processes and connects them.
     *
     * @throws io.tellask.bench.process.UnavailableException if the contender is not built
     * @throws ChildProcess.FailedException if a process does not come up
     */
    static RemotingRun start(Contender contender, Case workload) throws IOException, InterruptedException {
        String label = workload.label();
        ChildProcess service = child(contender, "service", List.of(contender.serviceMain(), label));
        try {
            String port = service.await("port", START)[0];
            return connect(contender, service, List.of(contender.callerMain(), label, port));
        } catch (ChildProcess.FailedException e) {
            service.close();
            throw e;
        }
    }

    private static RemotingRun connect(Contender contender, ChildProcess service, List<String> mainAndArguments)
            throws IOException, InterruptedException {
        ChildProcess caller = child(contender, "caller", mainAndArguments);
        try {
            caller.await("ready", START);
            return new RemotingRun(service, caller);
        } catch (ChildProcess.FailedException e) {
            caller.close();
            throw e;
        }
    }

    /** Warms up, then measures. */
    Outcome measure(Effort effort) throws InterruptedException {
        for (int piece = 0; piece < WARM_UP_PIECES; piece++) {
            phase(effort.warmUp().dividedBy(WARM_UP_PIECES), effort.messages());
        }
        Usage before = serviceUsage();
        String[] words = phase(effort.measured(), effort.messages());
        Usage both = serviceUsage().since(before).plus(Usage.of(words, 2));
        double count = Long.parseLong(words[0]);
        double seconds = Long.parseLong(words[1]) / 1e9;
        return new Outcome(
                count / seconds,
                both.cpuNanos() / count,
                both.writtenBytes() / count,
                words.length > 4 ? Long.parseLong(words[4]) / 1e3 : Double.NaN,
                words.length > 5 ? Long.parseLong(words[5]) / 1e3 : Double.NaN);
    }

    @Override
    public void close() throws InterruptedException {
        caller.close();
        service.close();
    }

    private String[] phase(Duration time, long messages) throws InterruptedException {
        return caller.ask("run " + time.toMillis() + " " + messages, "done", time.plus(DRAIN));
    }

    private Usage serviceUsage() throws InterruptedException {
        return Usage.of(service.ask("usage", "used", START), 0);
    }

    private static ChildProcess child(Contender contender, String role, List<String> mainAndArguments)
            throws IOException {
        return ChildProcess.start(
                contender.name() + " " + role, contender.classPath(), contender.jvmFlags(), mainAndArguments);
    }
}
