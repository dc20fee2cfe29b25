package io.tellask.bench;

import io.tellask.bench.actor.ActorsSuite;
import io.tellask.bench.actor.ExecutorsSuite;
import io.tellask.bench.aeron.MulticastSuite;
import io.tellask.bench.aeron.PingPongSuite;
import io.tellask.bench.cipher.CipherSuite;
import io.tellask.bench.cluster.ClusterSuite;
import io.tellask.bench.codec.CodecSuite;
import io.tellask.bench.harness.Harness;
import io.tellask.bench.harness.Options;
import io.tellask.bench.harness.PairSuite;
import io.tellask.bench.harness.Report;
import io.tellask.bench.harness.Suite;
import io.tellask.bench.map.StoreSuite;
import io.tellask.bench.micro.MicroSuite;
import io.tellask.bench.report.PlotFile;
import io.tellask.bench.report.ReportPage;
import io.tellask.bench.web.WebSuite;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code tellask bench SUITE}: runs a suite, prints its table, writes its JSON; {@code all} runs every suite, {@code report} none. Exit codes: 0 it ran,
 * 1 it could not, 2 wrong usage.
 */
public final class BenchMain {
    static final String SUITES =
            "remoting, store, kv, codec, web, cipher, crypto, locks, memory, json, struct, pingpong, multicast, actors, executors, cluster";

    private static final String PLOTTED = "executors";

    private BenchMain() {}

    /** Runs a suite; arguments: its name, then {@link Options#USAGE}. */
    public static void main(String[] args) throws InterruptedException {
        System.exit(run(List.of(args), System.out, System.err));
    }

    /** Runs a suite; the table goes to {@code out}, progress and problems to {@code err}. Returns the exit code. */
    public static int run(List<String> words, PrintStream out, PrintStream err) throws InterruptedException {
        boolean wantsHelp = words.contains("--help") || words.contains("-h");
        if (wantsHelp || words.isEmpty()) {
            usage(wantsHelp ? out : err);
            return wantsHelp ? 0 : 2;
        }
        try {
            if (words.getFirst().startsWith("-")) {
                throw new IllegalArgumentException("no suite: name it before option=" + words.getFirst());
            }
            Options options = Options.parse(words.subList(1, words.size()));
            String command = "tellask bench " + String.join(" ", words);
            // before minutes of work, not after them
            requireFolder("results", options.path("--json"));
            requireFolder("page", options.path("--html"));
            requirePlot(words.getFirst(), options.path("--plot"));
            switch (words.getFirst()) {
                case "report" -> report(options, out);
                case "all" -> all(command, options, out, err);
                default -> one(words.getFirst(), command, options, out, err);
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

    private static void usage(PrintStream out) {
        out.println("Usage: tellask bench SUITE " + Options.USAGE);
        out.println("Compares Tellask with its peers and with hand-written limits, on this machine.");
        out.println("SUITE is one of: " + SUITES + ".");
        out.println(
                "  all     runs one after the other; --results DIR keeps the JSON of each, --html FILE makes a page of all");
        out.println(
                "--quick takes a minute or two a suite, once over, and nothing is warm then; without it a suite takes from a quarter of an hour to hours, in"
                        + " several rounds, and says at its start how long. all --quick takes about ten minutes: the main contenders in the main cases."
                        + " --tiny only tries whether it runs.");
        out.println(
                "--rounds how often each contender has its turn, --seconds how long one measurement lasts. --users sizes of maps (store, kv);"
                        + " --collector the JVM's (codec). --contender and --case run some of them: a wrong name lists all.");
        out.println(
                "--plot FILE (executors) draws milliseconds over bytes of state, a plot for each setting: .svg or .html");
        out.println(
                "  report  runs nothing, and makes the page --html FILE of the JSON in --results DIR, docs/benchmarks by default");
    }

    private static void requireFolder(String what, @Nullable Path file) {
        if (file != null && !Files.isDirectory(file.toAbsolutePath().resolveSibling("."))) {
            throw new IllegalArgumentException(
                    "no folder for the " + what + ": file=" + file + "; make its folder first");
        }
    }

    private static void requirePlot(String suite, @Nullable Path file) {
        if (file != null && !suite.equals(PLOTTED)) {
            throw new IllegalArgumentException("no plot of this suite: option=--plot, suite=" + suite + "; only "
                    + PLOTTED + " has one, take --html FILE");
        }
        if (file != null) {
            PlotFile.requireEnding(file);
            requireFolder("plot", file);
        }
    }

    private static void one(String name, String command, Options options, PrintStream out, PrintStream err)
            throws IOException, InterruptedException {
        Report report = Harness.run(name, suite(name), options, err);
        report.print(out);
        Path json = options.path("--json");
        if (json != null) {
            report.write(json, command);
        }
        Path plot = options.path("--plot");
        if (plot != null) {
            PlotFile.write(report, command, plot);
            out.println("plot: " + plot);
        }
        Path html = options.path("--html");
        if (html != null) {
            Path folder = Files.createTempDirectory("tellask-bench-");
            Path written = folder.resolve(name + ".json");
            try {
                report.write(written, command);
                page(folder, html, out);
            } finally {
                Files.deleteIfExists(written);
                Files.delete(folder);
            }
        }
    }

    private static void all(String command, Options options, PrintStream out, PrintStream err)
            throws IOException, InterruptedException {
        Path folder = options.path("--results");
        Path html = options.path("--html");
        if (folder == null || options.path("--json") != null) {
            throw new IllegalArgumentException(
                    "all writes a file of JSON for each suite: give it a folder, --results DIR, and no --json");
        }
        if (!options.contenders().isEmpty() || !options.cases().isEmpty()) {
            throw new IllegalArgumentException(
                    "all runs everything: leave out --contender and --case, or name a suite in place of all");
        }
        Files.createDirectories(folder);
        Options part = options.forAllSuites();
        for (String name : SUITES.split(", ")) {
            err.println("suite " + name + " of " + SUITES);
            Report report = Harness.run(name, suite(name), part, err);
            report.print(out);
            report.write(
                    folder.resolve(name + ".json"),
                    part.isOverview() ? command : command.replace("bench all", "bench " + name));
        }
        if (html != null) {
            page(folder, html, out);
        }
    }

    private static void report(Options options, PrintStream out) throws IOException {
        Path given = options.path("--results");
        Path html = options.path("--html");
        if (html == null) {
            throw new IllegalArgumentException("report makes a page: say where, --html FILE");
        }
        Path folder = given == null ? Path.of("docs", "benchmarks") : given;
        if (!Files.isDirectory(folder)) {
            throw new IllegalArgumentException("no such folder: option=--results, value=" + folder
                    + "; name one with files that tellask bench SUITE --json FILE wrote");
        }
        page(folder, html, out);
    }

    private static void page(Path folder, Path html, PrintStream out) throws IOException {
        ReportPage.write(folder, html);
        out.println("page: " + html);
    }

    static Suite suite(String name) {
        return switch (name) {
            case "remoting", "kv" -> new PairSuite();
            case "store" -> new StoreSuite();
            case "codec" -> new CodecSuite();
            case "web" -> new WebSuite();
            case "cipher" -> new CipherSuite();
            case "pingpong" -> new PingPongSuite();
            case "multicast" -> new MulticastSuite();
            case "actors" -> new ActorsSuite();
            case "executors" -> new ExecutorsSuite();
            case "cluster" -> new ClusterSuite();
            case "crypto", "locks", "memory", "json", "struct" -> new MicroSuite();
            default ->
                throw new IllegalArgumentException(
                        "no such suite: suite=" + name + "; one of " + SUITES + ", all, report");
        };
    }
}
