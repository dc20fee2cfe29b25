package io.tellask.bench.harness;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Runs one benchmark of JMH on the class path of a contender. Used by one thread. */
public final class JmhRun {
    private static final String CLASS_PATH = "java.class.path";

    private JmhRun() {}

    /**
     * JMH gives its forks the class path that this process says it has.
     *
     * @throws UnavailableException if the benchmark failed; the text says why
     */
    public static RunResult run(Contender contender, OptionsBuilder jmh, Options options) throws IOException {
        if (options.effort() == Options.Effort.TINY) {
            // a try may go on beside whatever else measures on this machine
            System.setProperty("jmh.ignoreLock", "true");
        }
        jmh.jvmArgsPrepend(ChildProcess.sharedOptions().toArray(String[]::new));
        Path log = Files.createTempFile("tellask-bench-", ".log");
        String own = System.getProperty(CLASS_PATH);
        try {
            System.setProperty(CLASS_PATH, contender.classPath());
            return new Runner(jmh.output(log.toString()).build()).runSingle();
        } catch (RunnerException e) {
            String problems = Files.readAllLines(log).stream()
                    .filter(line -> line.contains("Exception") || line.contains("Error"))
                    .limit(5)
                    .collect(Collectors.joining(" | "));
            throw new UnavailableException(e.getMessage() + ": " + problems);
        } finally {
            System.setProperty(CLASS_PATH, own);
            Files.delete(log);
        }
    }
}
