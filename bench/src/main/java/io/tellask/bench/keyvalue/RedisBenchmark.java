package io.tellask.bench.keyvalue;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The load generator that comes with Redis: 50 connections, values of 60 bytes, keys random over a range. */
final class RedisBenchmark {
    private static final int CONNECTIONS = 50;
    private static final int VALUE_BYTES = 60;

    private final int port;
    private final int keys;

    RedisBenchmark(int port, int keys) {
        this.port = port;
        this.keys = keys;
    }

    /** Why it cannot run here, if it cannot. */
    static Optional<String> absence() throws InterruptedException {
        try {
            new ProcessBuilder("redis-benchmark", "--version")
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of("redis-benchmark is not installed: " + e.getMessage());
        }
    }

    /** Runs GET or SET and returns the rate that it reports, in operations a second. */
    double rate(String command, int pipeline, long operations) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(arguments(command, pipeline, operations))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String row = "\"" + command.toUpperCase(Locale.ROOT) + "\"";
        double rate = Double.NaN;
        try (BufferedReader out = process.inputReader()) {
            for (String line = out.readLine(); line != null; line = out.readLine()) {
                if (line.startsWith(row)) {
                    rate = Double.parseDouble(line.split(",")[1].replace("\"", ""));
                }
            }
        }
        if (process.waitFor() != 0 || Double.isNaN(rate)) {
            throw new IOException("redis-benchmark failed: command=" + command + ", pipeline=" + pipeline);
        }
        return rate;
    }

    private List<String> arguments(String command, int pipeline, long operations) {
        return List.of(
                "redis-benchmark",
                "-p",
                Integer.toString(port),
                "-c",
                Integer.toString(CONNECTIONS),
                "-d",
                Integer.toString(VALUE_BYTES),
                "-r",
                Integer.toString(keys),
                "-P",
                Integer.toString(pipeline),
                "-n",
                Long.toString(operations),
                "-t",
                command,
                "--csv");
    }
}
