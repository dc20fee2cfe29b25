package io.tellask.cli.demo;

import io.tellask.cli.terminal.CommandFailure;
import io.tellask.cli.terminal.TemporaryFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code tellask demo}: the main job on real data, in under a minute. */
@Command(
        name = "demo",
        header = "Shows the main job on real data, in under a minute.",
        description =
                "Starts a server process and uses it as a client process, over loopback: loads 158,458 cities, gets by"
                        + " key, streams a country, runs code where the data is, kills the server in the middle of writes, restarts"
                        + " it, and verifies every acknowledged record. Leaves no process and no file behind.")
public final class DemoCommand implements Callable<Integer> {
    @Option(
            names = "--keep",
            paramLabel = "DIR",
            description = "Put the store into DIR, which is made or empty, and keep it.")
    private @Nullable Path kept;

    @Option(names = "--json", description = "Print the closing table as JSON, a line for each step.")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        if (kept != null) {
            DemoReport report = run(empty(kept));
            report.say("the store is in " + kept + "; look around with: ./tellask serve --dir " + kept);
        } else {
            try (TemporaryFolder folder = TemporaryFolder.create("tellask-demo")) {
                run(folder.path());
            }
        }
        return 0;
    }

    private DemoReport run(Path directory) throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        DemoReport report = new DemoReport(json ? spec.commandLine().getErr() : out);
        try (Demo demo = new Demo(directory, report)) {
            demo.run();
        }
        report.close(out, json);
        return report;
    }

    private static Path empty(Path directory) throws IOException {
        try {
            Files.createDirectories(directory);
        } catch (IOException failure) {
            throw new CommandFailure("demo: directory cannot be made: dir=" + directory + "; name another", failure);
        }
        try (Stream<Path> files = Files.list(directory)) {
            if (files.findAny().isPresent()) {
                throw new CommandFailure(
                        "demo: directory not empty: dir=" + directory + "; name one that is empty or missing");
            }
        }
        return directory;
    }
}
