package io.tellask.bench.encoding;

import io.tellask.bench.process.ChildProcess;
import io.tellask.bench.process.UnavailableException;
import io.tellask.bench.report.BenchOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** JMH's hosts, one for each module with contenders, started when first needed. Used by one thread. */
final class CodecHosts implements AutoCloseable {
    private static final String PACKAGE = "io.tellask.bench.codec.";
    private static final String HOST = PACKAGE + "CodecProcess";
    private static final String COLD = PACKAGE + "FirstMessage";
    private static final String QUIET = "--sun-misc-unsafe-memory-access=allow";
    /** Each answer begins with its name and whether it could be done. */
    private static final String YES = "yes";

    private final BenchOptions.Collector collector;
    private final Map<CodecContender.Home, ChildProcess> hosts = new EnumMap<>(CodecContender.Home.class);

    CodecHosts(BenchOptions.Collector collector) {
        this.collector = collector;
    }

    /**
     * Sends a command to a contender's host and returns the words of its answer.
     *
     * @throws UnavailableException if the contender's module is not built, or the contender cannot do it
     */
    String[] ask(CodecContender contender, String command, Duration patience) throws IOException, InterruptedException {
        ChildProcess host = host(contender.home(), patience);
        try {
            return unlessRefused(host.ask(command, "", patience));
        } catch (ChildProcess.FailedException e) {
            hosts.remove(contender.home());
            host.close();
            throw e;
        }
    }

    /** Nanoseconds that a new process needs from opening a contender to the first decoded message. */
    double coldNanos(CodecContender contender, Duration patience) throws IOException, InterruptedException {
        List<String> flags = contender.home().jvmFlags(collector);
        try (ChildProcess process = ChildProcess.start(
                contender.name(), contender.home().classPath(), flags, List.of(COLD, contender.name()))) {
            return Double.parseDouble(unlessRefused(process.await("", patience))[0]);
        }
    }

    private ChildProcess host(CodecContender.Home home, Duration patience) throws IOException, InterruptedException {
        ChildProcess host = hosts.get(home);
        if (host == null) {
            List<String> flags = home.jvmFlags(collector);
            List<String> command = new ArrayList<>(List.of(HOST));
            command.addAll(flags);
            List<String> hostFlags = new ArrayList<>(flags);
            hostFlags.add(QUIET);
            host = ChildProcess.start(home.name(), home.classPath(), hostFlags, command);
            hosts.put(home, host);
            host.await("ready", patience);
        }
        return host;
    }

    private static String[] unlessRefused(String[] words) {
        String[] rest = new String[words.length - 1];
        System.arraycopy(words, 1, rest, 0, rest.length);
        if (!words[0].equals(YES)) {
            throw new UnavailableException(String.join(" ", rest));
        }
        return rest;
    }

    @Override
    public void close() throws InterruptedException {
        for (ChildProcess host : hosts.values()) {
            host.close();
        }
    }
}
