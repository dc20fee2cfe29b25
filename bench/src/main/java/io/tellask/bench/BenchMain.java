package io.tellask.bench;

import io.tellask.bench.cipher.CipherSuite;
import io.tellask.bench.codec.CodecSuite;
import io.tellask.bench.harness.Harness;
import io.tellask.bench.harness.Options;
import io.tellask.bench.harness.PairSuite;
import io.tellask.bench.harness.Report;
import io.tellask.bench.harness.Suite;
import io.tellask.bench.map.StoreSuite;
import io.tellask.bench.web.WebSuite;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** {@code tellask bench SUITE}: runs a suite, prints its table, writes its JSON. Exit codes: 0 it ran, 1 it could not, 2 wrong usage. */
public final class BenchMain {
    private static final String SUITES = "remoting, store, kv, codec, web, cipher";

    private BenchMain() {}

    /** Runs a suite; arguments: its name, then {@link Options#USAGE}. */
    public static void main(String[] args) throws InterruptedException {
        System.exit(run(List.of(args), System.out, System.err));
    }

    /** Runs a suite; the table goes to {@code out}, progress and problems to {@code err}. Returns the exit code. */
    public static int run(List<String> words, PrintStream out, PrintStream err) throws InterruptedException {
        boolean wantsHelp = words.contains("--help") || words.contains("-h");
        if (wantsHelp || words.isEmpty()) {
            PrintStream usage = wantsHelp ? out : err;
            usage.println("Usage: tellask bench SUITE " + Options.USAGE);
            usage.println("Compares Tellask with its peers and with hand-written limits, on this machine.");
            usage.println("SUITE is one of: " + SUITES + ".");
            return wantsHelp ? 0 : 2;
        }
        try {
            Options options = Options.parse(words.subList(1, words.size()));
            Path json = options.path("--json");
            // before minutes of work, not after them
            if (json != null && !Files.isDirectory(json.toAbsolutePath().resolveSibling("."))) {
                throw new IllegalArgumentException(
                        "no folder for the results: file=" + json + "; make its folder first");
            }
            Report report = Harness.run(words.getFirst(), suite(words.getFirst()), options, err);
            report.print(out);
            if (json != null) {
                report.write(json, "tellask bench " + String.join(" ", words));
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

    private static Suite suite(String name) {
        return switch (name) {
            case "remoting", "kv" -> new PairSuite();
            case "store" -> new StoreSuite();
            case "codec" -> new CodecSuite();
            case "web" -> new WebSuite();
            case "cipher" -> new CipherSuite();
            default -> throw new IllegalArgumentException("no such suite: suite=" + name + "; one of " + SUITES);
        };
    }
}
