package io.tellask.bench;

import io.tellask.bench.encoding.CodecBench;
import io.tellask.bench.keyvalue.KvBench;
import io.tellask.bench.map.StoreBench;
import io.tellask.bench.remoting.RemotingBench;
import io.tellask.bench.report.BenchOptions;
import io.tellask.bench.report.Report;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The way in for the command line: runs a suite, prints its table, writes its JSON. */
public final class BenchMain {
    /** The suites that {@link #run} knows. */
    public static final List<String> SUITES = List.of("remoting", "store", "kv", "codec");

    /** Those that can be measured in pieces. */
    private static final List<String> IN_PIECES = List.of("store", "kv");

    private BenchMain() {}

    /** Runs a suite; arguments: its name, then {@link BenchOptions#USAGE}. */
    public static void main(String[] args) throws InterruptedException {
        System.exit(run(List.of(args), System.out, System.err));
    }

    /** The same as {@link #main}, and returns the exit code. */
    static int run(List<String> words, PrintStream out, PrintStream err) throws InterruptedException {
        if (words.contains("--help") || words.contains("-h")) {
            printUsage(out);
            return 0;
        }
        if (words.isEmpty()) {
            printUsage(err);
            return 2;
        }
        return run(words.getFirst(), words.subList(1, words.size()), out, err);
    }

    private static void printUsage(PrintStream out) {
        out.println("Usage: tellask bench SUITE " + BenchOptions.USAGE);
        out.println("Compares Tellask with its peers and with hand-written limits, on this machine.");
        out.println("SUITE is one of: " + String.join(", ", SUITES) + ".");
    }

    /**
     * Runs a suite with command-line options; the table goes to {@code out}, progress and problems to {@code err}.
     *
     * @return 0 when it ran, 1 when it could not, 2 when the arguments are wrong
     */
    public static int run(String suite, List<String> arguments, PrintStream out, PrintStream err)
            throws InterruptedException {
        try {
            BenchOptions options = BenchOptions.parse(arguments);
            options.json().ifPresent(BenchMain::checkFolder);
            if (options.results().isPresent() && !IN_PIECES.contains(suite)) {
                throw new IllegalArgumentException("suite runs as a whole: suite=" + suite
                        + ", option=--results; only for " + String.join(", ", IN_PIECES));
            }
            Report report = report(suite, options, err);
            report.print(out);
            if (options.json().isPresent()) {
                String command = "tellask bench " + suite + " " + String.join(" ", arguments);
                report.write(options.json().get(), command);
            }
            return 0;
        } catch (IllegalArgumentException e) {
            err.println("tellask: " + e.getMessage());
            err.println("see tellask bench --help");
            return 2;
        } catch (IOException e) {
            err.println("tellask: bench failed: " + e);
            return 1;
        }
    }

    /** Before minutes of work, not after them. */
    private static void checkFolder(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new IllegalArgumentException("no folder for the results: file=" + file + "; make its folder first");
        }
    }

    private static Report report(String suite, BenchOptions options, PrintStream progress)
            throws IOException, InterruptedException {
        return switch (suite) {
            case "remoting" -> RemotingBench.run(options, progress);
            case "store" -> StoreBench.run(options, progress);
            case "kv" -> KvBench.run(options, progress);
            case "codec" -> CodecBench.run(options, progress);
            default ->
                throw new IllegalArgumentException(
                        "unknown suite: suite=" + suite + "; one of " + String.join(", ", SUITES));
        };
    }
}
