package io.tellask.stress;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.JCStress;
import org.openjdk.jcstress.Options;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;

/**
 * Runs the stress tests and tells what they saw: {@code [--quick] [--test REGEX] [--json FILE]}. Leaves jcstress's own reports in the working directory.
 *
 * <p>Exit codes: 0 nothing forbidden was seen; 1 something was, or a test failed or did not run; 2 wrong arguments.
 */
public final class StressMain {
    /** Of a test 512 states are made at a time, in place of 10,240: some have threads behind them. */
    private static final List<String> FEW_STATES = List.of("-strideSize", "256", "-strideCount", "2");

    /** One configuration of the virtual machine, one short iteration. */
    private static final List<String> QUICK = List.of("-jvmArgs", "-XX:+UseSerialGC", "-iters", "1", "-time", "300");

    private boolean quick;
    private String test = "";
    private @Nullable Path json;

    private StressMain() {}

    public static void main(String[] args) throws Exception {
        System.exit(new StressMain().run(args, System.out));
    }

    private int run(String[] args, PrintStream out) throws Exception {
        String wrong = parse(List.of(args).iterator());
        if (wrong != null) {
            System.err.println("stress: " + wrong + "; it takes [--quick] [--test REGEX] [--json FILE]");
            return 2;
        }
        StressResults results = new StressResults();
        runTests(results);
        results.print(out);
        if (json != null) {
            Files.writeString(json, results.json(), StandardCharsets.UTF_8);
        }
        return results.arePassed() ? 0 : 1;
    }

    private @Nullable String parse(Iterator<String> args) {
        while (args.hasNext()) {
            String option = args.next();
            switch (option) {
                case "--quick" -> quick = true;
                case "--test", "--json" -> {
                    if (!args.hasNext()) {
                        return "argument=" + option + " has no value";
                    }
                    String value = args.next();
                    if (option.equals("--test")) {
                        test = value;
                    } else {
                        json = Path.of(value);
                    }
                }
                default -> {
                    return "argument=" + option + " is unknown";
                }
            }
        }
        return null;
    }

    private void runTests(StressResults results) throws Exception {
        List<String> all =
                new ArrayList<>(List.of("-t", test, "-sc", "false", "-af", "NONE", "-pth", "false", "-r", "report"));
        all.addAll(FEW_STATES);
        if (quick) {
            all.addAll(QUICK);
        }
        Options options = new Options(all.toArray(String[]::new));
        if (!options.parse()) {
            throw new IllegalStateException("jcstress does not know its options: " + all);
        }
        JCStress stress = new JCStress(options);
        if (stress.getTests().isEmpty()) {
            return; // else it would probe the virtual machine all the same
        }
        try {
            stress.run();
        } catch (AssertionError failed) {
            results.failed(failed); // thrown behind the last test, when all results have been written
        }
        read(Path.of(options.getResultFile()), results);
    }

    private static void read(Path file, StressResults results) throws IOException, ClassNotFoundException {
        DiskReadCollector reader = new DiskReadCollector(file.toString(), results::add);
        reader.dump();
        reader.close();
    }
}
