package io.tellask.bench.keyvalue;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The load generator that comes with Redis: 50 connections, values of 60 bytes, keys random over a range. */
final class RedisBenchmark {
    private RedisBenchmark() {}

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
    static double rate(int port, int keys, String command, int pipeline, long operations)
            throws IOException, InterruptedException {
        String line = "redis-benchmark -p " + port + " -c 50 -d 60 -r " + keys + " -P " + pipeline + " -n " + operations
                + " -t " + command + " --csv";
        Process process = new ProcessBuilder(List.of(line.split(" ")))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String row = "\"" + command.toUpperCase(Locale.ROOT) + "\"";
        double rate = Double.NaN;
        try (BufferedReader out = process.inputReader()) {
            for (String each = out.readLine(); each != null; each = out.readLine()) {
                if (each.startsWith(row)) {
                    rate = Double.parseDouble(each.split(",")[1].replace("\"", ""));
                }
            }
        }
        if (process.waitFor() != 0 || Double.isNaN(rate)) {
            throw new IOException("redis-benchmark failed: command=" + command + ", pipeline=" + pipeline);
        }
        return rate;
    }
}
