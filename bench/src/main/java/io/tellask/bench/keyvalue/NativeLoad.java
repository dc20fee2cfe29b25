package io.tellask.bench.keyvalue;

import io.tellask.bench.harness.ChildProcess;
import io.tellask.bench.harness.ClassPaths;
import io.tellask.bench.harness.CoreToCore;
import io.tellask.bench.harness.Options;
import io.tellask.bench.harness.Report;
import io.tellask.bench.harness.Run;
import io.tellask.bench.harness.Unit;
import io.tellask.bench.spi.Usage;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Our own client and the server, in two processes: it gets and puts in batches of 100,000 pipelined calls, random over all ids, and waits
 * for the last answer of each batch. CPU nanoseconds are those of both processes.
 */
final class NativeLoad implements AutoCloseable {
    static final List<String> KINDS = List.of("get-hit", "get-miss", "put");
    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final ChildProcess service;
    private final ChildProcess caller;
    private final Options options;

    private NativeLoad(ChildProcess service, ChildProcess caller, Options options) {
        this.service = service;
        this.caller = caller;
        this.options = options;
    }

    /** Starts both, with all users put and every kind of call warmed up. */
    static NativeLoad start(Options options) throws IOException, InterruptedException {
        ChildProcess service = child("service", List.of(KeyValueProcess.class.getName(), "tellask"));
        try {
            String port = service.await("port", PATIENCE)[0];
            String users = Integer.toString(options.users().getFirst());
            NativeLoad load = new NativeLoad(
                    service, child("caller", List.of(KeyValueCaller.class.getName(), port, users)), options);
            load.caller.await("ready", PATIENCE);
            for (String kind : KINDS) {
                load.phase(kind, options.warmUp());
            }
            return load;
        } catch (ChildProcess.FailedException e) {
            service.close();
            throw e;
        }
    }

    private static ChildProcess child(String role, List<String> mainAndArguments) throws IOException {
        return ChildProcess.start("kv " + role, ClassPaths.own(), List.of(), mainAndArguments);
    }

    String turn(String kind, Report report) throws InterruptedException {
        double coreToCore = CoreToCore.measureNanos();
        Usage before = Usage.of(service.ask("usage", "used", PATIENCE), 0);
        String[] words = phase(kind, options.measured());
        Usage both = Usage.of(service.ask("usage", "used", PATIENCE), 0)
                .since(before)
                .plus(Usage.of(words, 2));
        double count = Double.parseDouble(words[0]);
        double rate = count / Double.parseDouble(words[1]) * 1e9;
        double cpu = both.cpuNanos() / count;
        report.add(Run.of("native-" + kind, "tellask", Unit.OPERATIONS_A_SECOND, rate)
                .with(Run.CPU, cpu)
                .with(Run.BYTES, both.writtenBytes() / count)
                .with(Run.CORE_TO_CORE, coreToCore));
        return String.format(Locale.ROOT, "%.0f/s %.1f CPU ns/op", rate, cpu);
    }

    private String[] phase(String kind, Duration time) throws InterruptedException {
        return caller.ask(kind + " " + time.toMillis() + " " + options.messages(), "done", PATIENCE);
    }

    @Override
    public void close() throws InterruptedException {
        caller.close();
        service.close();
    }
}
